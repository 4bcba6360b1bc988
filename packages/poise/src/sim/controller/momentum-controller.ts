/**
 * Balance by momentum, [Rabbani14] §3 after Macchietto et al.: every control tick the joint accelerations are found that move
 * the centre of mass and the centre of pressure as wished and follow the reference as well as that allows, with the soles at rest.
 * Then inverse dynamics gives torques.
 *
 * Deviates: the paper's equality-only problem is mode 'paper'. Mode 'qp' adds what the ground, the joints and the muscles allow:
 * forces inside friction pyramids at the corners of the soles, joint ranges, torque limits.
 */
import { UsageError } from '../../errors.ts';
import { GAINS } from '../gains.ts';
import type { RunningScene } from '../simulation.ts';
import type { Controller, ControllerOptions, ReferenceSampler, Simulation } from '../types.ts';
import { ComBase } from './com-base.ts';
import { CopGoal } from './cop-goal.ts';
import { followFeet } from './follow-feet.ts';
import { GoalRows } from './goal-rows.ts';
import { GroundForce } from './ground-force.ts';
import { LimitRows, MOST_LIMITED } from './limit-rows.ts';
import { LinkMotion } from './link-motion.ts';
import { RowProblem } from './row-problem.ts';
import { STEPPER_STATE, Stepper } from './stepper.ts';
import { SupportChoice } from './support-choice.ts';
import { SwingGoal } from './swing-goal.ts';
import { Tracking } from './tracking.ts';

/** Joints at their range, muscles at their limit: how often the problem is solved again with them held there. */
const PASSES = 3;
/** Vertical acceleration of the CoM that may be asked for: the feet keep load, the legs are not asked for leaps [m/s²]. */
const LEAST_LIFT = -0.6 * 9.81;
const MOST_LIFT = 9.81;
/** Posture gives way when the CoM will pass the support by more than this [m], and comes back within this time [s]. */
const GIVES_WAY = 0.0005;
const COMES_BACK = 0.1;
/** 1/w of soles of those who move their feet: a leg that does not reach lifts its heel rather than break the rest. */
const SOFT_FOOT = 1e-3;
/** Posture of those who may step never counts less than this. */
const LEAST_SHARE = 0.5;

/** A controller for one simulation. `options.reference` is the only thing that must be given.
 *
 * ```ts
 * const controller = createController(simulation, { reference: holdPose(stand) });
 * ```
 */
export function createController(
  simulation: RunningScene,
  options: Partial<ControllerOptions> & Pick<ControllerOptions, 'reference'>,
): MomentumController {
  return new MomentumController(simulation, {
    mode: 'qp',
    gains: GAINS,
    comOffset: undefined,
    support: 'touching',
    comTarget: 'support',
    stepping: false,
    ...options,
  });
}

export class MomentumController implements Controller {
  options: ControllerOptions;
  readonly comReference = new Float64Array(2);
  readonly tracking: Tracking;
  readonly support: SupportChoice;
  readonly torque: Float64Array; // per freedom, of the last update
  private readonly scene: RunningScene;
  readonly motion: LinkMotion;
  readonly rows: RowProblem;
  readonly ground: GroundForce;
  private readonly limits: LimitRows;
  private readonly goals: GoalRows;
  readonly swing: SwingGoal;
  private readonly stepper: Stepper | undefined;
  private readonly cop: CopGoal;
  private readonly size: number; // of the wrench: 6, planar 3
  private readonly footRow = new Int32Array(2); // first row of each foot in E, −1 when it does not carry
  private readonly offset = new Float64Array(4);
  private readonly base: ComBase;
  private readonly wish = new Float64Array(3); // CoM acceleration wished for
  private readonly rootBias = new Float64Array(6);
  private readonly footSoftness: number;
  private extraFrom = 0;
  private share = 1;

  constructor(scene: RunningScene, options: ControllerOptions) {
    const { links, engine } = scene;
    this.options = options;
    this.scene = scene;
    this.size = links.planar ? 3 : 6;
    const most = 3 * this.size + (links.planar ? 1 : 3) + MOST_LIMITED + this.size;
    this.motion = new LinkMotion(links, engine);
    this.rows = new RowProblem(links.freedoms, most);
    this.ground = new GroundForce(scene, options.gains, options.mode === 'paper');
    // rows of muscles count on feet that stay
    this.limits = new LimitRows(scene, options.gains, !options.stepping && options.comTarget === 'support');
    this.tracking = new Tracking(links, engine, options.gains);
    this.support = new SupportChoice(scene, options.support);
    this.cop = new CopGoal(scene, options);
    this.torque = new Float64Array(links.freedoms);
    this.base = new ComBase(scene, this.tracking, this.support, options.comTarget);
    this.swing = new SwingGoal();
    this.goals = new GoalRows(scene, this, options.gains);
    this.footSoftness = options.stepping || options.comTarget === 'reference' ? SOFT_FOOT : 0;
    this.stepper = options.stepping ? new Stepper(scene, this.support, this.swing, this.cop) : undefined;
  }

  get desiredCop(): Float64Array {
    return this.cop.point;
  }

  /** Steps taken that the reference does not have, since the last reset. */
  get stepsTaken(): number {
    return this.stepper?.taken ?? 0;
  }

  setReference(reference: ReferenceSampler): void {
    this.options = { ...this.options, reference };
  }

  update(simulation: Simulation): void {
    if (simulation !== this.scene) throw new UsageError('this controller was made for another simulation');
    const { scene, options } = this;
    const t = scene.time;
    this.motion.update();
    this.support.update(t);
    this.stepper?.update();
    this.tracking.sample(options.reference, t, this.support.stance);
    this.stepper?.aim(this.tracking);
    if (options.comTarget === 'reference' && !this.cop.stepping) {
      followFeet(this.swing, scene, this.tracking, this.support);
    }
    this.wishCom(t);
    this.cop.update(this.wish, this.support, this.base);
    this.tracking.write(this.rows.a, this.rows.D, this.postureShare());
    this.buildRows();
    this.solve();
    this.apply();
  }

  /** How much posture counts, 0 … 1. */
  private postureShare(): number {
    const { need, hope } = this.cop;
    const given = hope / (1 + need / GIVES_WAY) + (1 - hope);
    // with a foot in the air, or soon to be, posture is what keeps the legs from flying
    const wanted =
      this.options.stepping || this.options.comTarget === 'reference' ? Math.max(LEAST_SHARE, given) : given;
    const back = Math.min(1, this.scene.controlPeriod / COMES_BACK);
    this.share = wanted < this.share ? wanted : this.share + back * (wanted - this.share);
    return this.share;
  }

  /** Horizontal and vertical acceleration of the CoM that are wished for, [Rabbani14] eq. 1. */
  private wishCom(t: number): void {
    const { scene, offset, wish, tracking, options } = this;
    const { gains } = options;
    const { com, comVelocity, floorMotion } = scene;
    this.base.update(this.stepper?.leanTo);
    offset.fill(0);
    options.comOffset?.(offset, t);
    const { left, forward } = this.support;
    for (const [axis, k] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const shift = offset[0] * left[k] + offset[1] * forward[k];
      const rate = offset[2] * left[k] + offset[3] * forward[k];
      const wanted = this.base.place[k] + shift;
      this.comReference[k] = wanted;
      wish[axis] =
        gains.com * (wanted - com[axis]) +
        gains.comDamping * (floorMotion[axis] + this.base.rate[k] + rate - comVelocity[axis]) +
        floorMotion[3 + axis] +
        this.base.second[k];
    }
    if (scene.links.planar) wish[0] = 0;
    const [height, rate, second] = tracking.comHeight;
    const floor = scene.person.floorHeight;
    wish[1] =
      gains.height * (floor + height - (this.stepper?.lowered ?? 0) - com[1]) +
      gains.heightDamping * (floorMotion[1] + rate - comVelocity[1]) +
      second +
      floorMotion[4];
    wish[1] = Math.max(LEAST_LIFT, Math.min(MOST_LIFT, wish[1]));
  }

  /** Rows that do not depend on what is at its limit: soles, trunk. The wrench comes last, see solve. */
  private buildRows(): void {
    const { rows } = this;
    rows.count = 0;
    for (let foot = 0; foot < 2; foot++)
      this.footRow[foot] = this.support.stance[foot] ? this.goals.addFoot(foot, this.footSoftness) : -1;
    if (this.options.gains.orientationWeight > 0) this.goals.addTrunk(this.share);
    if (this.swing.foot >= 0) this.goals.addSwing(this.swing);
    this.extraFrom = rows.count;
  }

  /** The motion of the whole body as force and moment about the root's origin, world axes: M_root q̈ + h_root. */
  private addWrenchRows(): void {
    const { rows, scene, size, rootBias } = this;
    const { links, engine } = scene;
    const { mass } = engine;
    const { qfrc_bias: bias, xmat } = engine.views;
    const stride = engine.nv;
    const { n, E } = rows;
    const first = rows.count;
    for (let i = 0; i < size; i++) rows.addRow(0, 0);
    if (links.planar) {
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < n; j++) E[(first + i) * n + j] = mass[i * stride + j];
        rootBias[i] = bias[i];
      }
    } else {
      for (let k = 0; k < 3; k++) {
        const [a, b, c] = [xmat[9 + 3 * k], xmat[10 + 3 * k], xmat[11 + 3 * k]];
        for (let j = 0; j < n; j++) {
          E[(first + k) * n + j] = mass[k * stride + j];
          E[(first + 3 + k) * n + j] = a * mass[3 * stride + j] + b * mass[4 * stride + j] + c * mass[5 * stride + j];
        }
        rootBias[k] = bias[k];
        rootBias[3 + k] = a * bias[3] + b * bias[4] + c * bias[5];
      }
    }
    for (let i = 0; i < size; i++) rows.e[first + i] = -rootBias[i];
  }

  private solve(): void {
    const { rows, ground, limits, size, torque } = this;
    const { problem } = ground;
    limits.begin();
    ground.buildGenerators(this.support.stance);
    for (let pass = 0; pass < PASSES; pass++) {
      rows.count = this.extraFrom;
      limits.add(rows, torque);
      this.addWrenchRows();
      if (!rows.factorize()) throw new Error('the momentum problem has no solution');
      ground.buildGoal(rows, this.wish, this.cop);
      problem.wrench.fill(0);
      problem.force.fill(0);
      if (problem.count > 0 && !problem.solve(ground.believesInSoles)) {
        throw new Error('the ground force cannot be found');
      }
      rows.solve(problem.wrench, size);
      this.readTorques();
      if (this.options.mode === 'paper' || !limits.find(rows, torque)) return;
    }
  }

  /** τ = M q̈ + h − passive − Jᵀf, for the freedoms that muscles move. */
  private readTorques(): void {
    const { rows, scene, torque, size } = this;
    const { footForce } = this.ground;
    const { links, engine } = scene;
    const { mass } = engine;
    const { qfrc_bias: bias, qfrc_passive: passive } = engine.views;
    const stride = engine.nv;
    const { n, x, E } = rows;
    this.ground.readFootForces();
    for (let i = links.rootFreedoms; i < n; i++) {
      let sum = bias[i] - passive[i];
      const row = i * stride;
      for (let j = 0; j < n; j++) sum += mass[row + j] * x[j];
      for (let foot = 0; foot < 2; foot++) {
        const first = this.footRow[foot];
        if (first < 0) continue;
        for (let k = 0; k < size; k++) sum -= E[(first + k) * n + i] * footForce[6 * foot + k];
      }
      torque[i] = sum;
    }
  }

  private apply(): void {
    const { torque, scene } = this;
    const { torqueLimit } = this.limits;
    const { qfrc_applied: out } = scene.engine.views;
    for (let i = scene.links.rootFreedoms; i < torque.length; i++) {
      torque[i] = Math.max(-torqueLimit[i], Math.min(torqueLimit[i], torque[i]));
      out[i] = torque[i];
    }
  }

  save(): Float64Array {
    const out = new Float64Array(this.cop.stateSize + this.support.stateSize + this.size + 2 + STEPPER_STATE);
    this.stepper?.save(out, out.length - 2 - STEPPER_STATE);
    out[out.length - 1] = this.share;
    out[out.length - 2] = this.ground.lostAt;
    this.cop.save(out, 0);
    this.support.save(out, this.cop.stateSize);
    this.ground.problem.save(out, this.cop.stateSize + this.support.stateSize);
    return out;
  }

  restore(state: Float64Array): void {
    this.share = state[state.length - 1];
    this.ground.lostAt = state[state.length - 2];
    this.stepper?.restore(state, state.length - 2 - STEPPER_STATE);
    this.cop.restore(state, 0);
    this.support.restore(state, this.cop.stateSize);
    this.ground.problem.restore(state, this.cop.stateSize + this.support.stateSize);
  }

  reset(): void {
    this.share = 1;
    this.ground.lostAt = Infinity;
    this.stepper?.reset();
    this.cop.reset();
    this.support.reset();
    this.ground.problem.reset();
  }
}
