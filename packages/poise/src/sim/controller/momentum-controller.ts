/**
 * Balance by momentum, [Rabbani14] §3 after Macchietto et al.: every control tick the joint accelerations are found that move
 * the centre of mass and the centre of pressure as wished and follow the reference as well as that allows, with the soles at rest.
 * Then inverse dynamics gives torques.
 *
 * Deviates: the paper's equality-only problem is mode 'paper'. Mode 'qp' adds what the ground, the joints and the muscles allow:
 * forces inside friction pyramids at the corners of the soles, joint ranges, torque limits.
 */
import { AccelerationProblem } from '../../control/acceleration-problem.ts';
import { UsageError } from '../../errors.ts';
import { GAINS } from '../gains.ts';
import type { RunningScene } from '../simulation.ts';
import type { Controller, ControllerOptions, Simulation } from '../types.ts';
import { ComWish } from './com-wish.ts';
import { ContactPatches } from './contact-patches.ts';
import { CopGoal } from './cop-goal.ts';
import { GoalRows } from './goal-rows.ts';
import { GroundForce } from './ground-force.ts';
import { LIMIT_ROWS, LimitRows } from './limit-rows.ts';
import type { LinkFreedoms } from './link-freedoms.ts';
import { LinkMotion } from './link-motion.ts';
import { FOLLOWER_STATE, PlanFollower } from './plan-follower.ts';
import { STEPPER_STATE, Stepper } from './stepper.ts';
import { SupportChoice } from './support-choice.ts';
import { SwingGoal } from './swing-goal.ts';
import { Tracking } from './tracking.ts';
import { writeWrenchRows } from './wrench-rows.ts';

/** Joints at their range, muscles at their limit: how often the problem is solved again with them held there. */
const PASSES = 6;
/** Posture that has given way comes back within this time [s]. */
const COMES_BACK = 0.1;
/** 1/w of soles of those who move their feet: a leg that does not reach lifts its heel rather than break the rest. */
const SOFT_FOOT = 1e-3;
/** Rows that say the same give way by this share. Learned preparations (methods/anticipation) were solved with it, some of them at the edge
 *  of falling. */
const RELAXED = 1e-9;
/** Posture of those who may step never counts less than this. */
const LEAST_SHARE = 0.5;

/** A controller for one simulation. `options.reference`, or a plan, is the only thing that must be given.
 *
 * ```ts
 * const controller = createController(simulation, { reference: holdPose(stand) });
 * ```
 */
export function createController(
  simulation: RunningScene,
  options: Partial<ControllerOptions> & Pick<ControllerOptions, 'reference'>,
): MomentumController {
  if (options.plan && simulation.links.planar) throw new UsageError('a plan is followed in space, not in the plane');
  return new MomentumController(simulation, {
    mode: 'qp',
    gains: GAINS,
    comOffset: undefined,
    support: 'touching',
    plan: undefined,
    stepping: false,
    ...options,
  });
}

export class MomentumController implements Controller {
  readonly options: ControllerOptions;
  readonly tracking: Tracking;
  readonly support: SupportChoice;
  readonly torque: Float64Array; // per freedom, of the last update
  readonly motion: LinkMotion;
  readonly problem: AccelerationProblem<LinkFreedoms>;
  readonly patches: ContactPatches;
  readonly ground: GroundForce;
  readonly swing = new SwingGoal(); // of a step that is not in the motion
  readonly follower: PlanFollower | undefined;
  private readonly scene: RunningScene;
  private readonly limits: LimitRows;
  private readonly goals: GoalRows;
  readonly stepper: Stepper | undefined;
  private readonly cop: CopGoal;
  private readonly size: number; // of the wrench: 6, planar 3
  private readonly wish: ComWish;
  private readonly footSoftness: number;
  private readonly weight: Float64Array; // per freedom: of posture
  private extraFrom = 0;
  private share = 1;

  constructor(scene: RunningScene, options: ControllerOptions) {
    const { links, engine } = scene;
    const { mode, gains, plan, stepping } = options;
    this.options = options;
    this.scene = scene;
    this.size = links.planar ? 3 : 6;
    const most = 3 * this.size + (links.planar ? 1 : 3) + LIMIT_ROWS;
    this.motion = new LinkMotion(links, engine);
    this.problem = new AccelerationProblem(this.motion.freedoms, most, {
      wrench: this.size,
      rows: 'whole',
      relaxed: RELAXED,
    });
    this.weight = new Float64Array(links.freedoms);
    this.patches = new ContactPatches(scene, this.motion);
    this.ground = new GroundForce(scene, this.patches, gains, mode === 'paper');
    // rows of muscles count on feet that stay
    this.limits = new LimitRows(scene, gains, !stepping && !plan);
    this.tracking = new Tracking(links, engine, gains);
    this.support = new SupportChoice(scene, options.support);
    this.cop = new CopGoal(scene, options);
    this.torque = new Float64Array(links.freedoms);
    this.goals = new GoalRows(scene, this, gains);
    this.footSoftness = stepping || plan ? SOFT_FOOT : 0;
    this.stepper = stepping ? new Stepper(scene, this.support, this.swing, this.cop) : undefined;
    this.follower = plan ? new PlanFollower(scene, plan, this) : undefined;
    this.wish = new ComWish(scene, options, this);
  }

  /** The CoM asked for in the last update: x, z [m]. */
  get comReference(): Float64Array {
    return this.wish.asked;
  }

  /** Steps taken that the reference does not have, since the last reset. */
  get stepsTaken(): number {
    return this.stepper?.taken ?? 0;
  }

  update(simulation: Simulation): void {
    if (simulation !== this.scene) throw new UsageError('this controller was made for another simulation');
    const { scene, options, follower, stepper } = this;
    const t = scene.time;
    const moment = follower?.moment;
    this.motion.update();
    this.patches.update();
    follower?.read(t);
    this.support.update(t, moment);
    stepper?.update(moment?.stands ?? true);
    if (follower) this.support.findRegion();
    this.tracking.sample(options.reference, t, this.support.stance);
    stepper?.aim(this.tracking);
    follower?.update(this.cop.rate);
    this.wish.update(t);
    this.cop.update(this.wish.acceleration, this.support, this.wish.base, moment);
    this.tracking.write(this.problem.wish, this.weight, this.postureShare());
    this.buildRows();
    this.solve();
    this.apply();
  }

  /** How much posture counts, 0 … 1. */
  private postureShare(): number {
    const { need, hope } = this.cop;
    const given = hope / (1 + need / this.options.gains.yields) + (1 - hope);
    // with a foot in the air, or soon to be, posture is what keeps the legs from flying
    const wanted = this.options.stepping || this.follower ? Math.max(LEAST_SHARE, given) : given;
    const back = Math.min(1, this.scene.controlPeriod / COMES_BACK);
    this.share = wanted < this.share ? wanted : this.share + back * (wanted - this.share);
    return this.share;
  }

  /** Metric, momentum and the rows that do not depend on what is at its limit: soles, trunk, feet in the air. */
  private buildRows(): void {
    const { problem, goals, support, swing, follower } = this;
    problem.setDiagonal(this.weight);
    writeWrenchRows(problem, this.scene);
    problem.begin();
    for (let foot = 0; foot < 2; foot++) if (support.stance[foot]) goals.addFoot(foot, support, this.footSoftness);
    if (this.options.gains.orientationWeight > 0) goals.addTrunk(this.share);
    if (swing.foot >= 0) goals.addSwing(swing);
    if (follower) {
      for (const goal of follower.swings) if (goal.foot >= 0 && goal.foot !== swing.foot) goals.addSwing(goal);
    }
    this.extraFrom = problem.count;
  }

  private solve(): void {
    const { problem, ground, limits, torque } = this;
    const cone = ground.problem;
    limits.begin();
    ground.buildGenerators(this.support);
    for (let pass = 0; pass < PASSES; pass++) {
      problem.count = this.extraFrom;
      limits.add(problem, torque, this.support.stance);
      if (!problem.price(cone)) throw new Error('the momentum problem has no solution');
      ground.addGoals(this.wish.acceleration, this.cop);
      cone.wrench.fill(0);
      cone.force.fill(0);
      if (cone.count > 0 && !cone.solve(ground.believesInSoles)) throw new Error('the ground force cannot be found');
      problem.solve(cone.wrench);
      this.readTorques();
      if (this.options.mode === 'paper' || !limits.find(problem, torque)) return;
    }
  }

  /** τ = M q̈ + h − passive − Jᵀf, for the freedoms that muscles move. */
  private readTorques(): void {
    const { problem, scene, torque } = this;
    const { links, engine } = scene;
    const { mass } = engine;
    const { qfrc_bias: bias, qfrc_passive: passive } = engine.views;
    const stride = engine.nv;
    const { x } = problem;
    for (let i = links.rootFreedoms; i < x.length; i++) {
      let sum = bias[i] - passive[i];
      const row = i * stride;
      for (let j = 0; j < x.length; j++) sum += mass[row + j] * x[j];
      torque[i] = sum;
    }
    this.ground.readFootForces();
    this.patches.takeOff(torque);
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
    const parts = this.stateParts();
    const out = new Float64Array(2 + parts.reduce((sum, [, size]) => sum + size, 0));
    out[0] = this.share;
    out[1] = this.ground.lostAt;
    let at = 2;
    for (const [part, size] of parts) {
      part.save(out, at);
      at += size;
    }
    return out;
  }

  restore(state: Float64Array): void {
    this.share = state[0];
    this.ground.lostAt = state[1];
    let at = 2;
    for (const [part, size] of this.stateParts()) {
      part.restore(state, at);
      at += size;
    }
  }

  /** What remembers something from tick to tick, and in how many numbers. */
  private stateParts(): readonly (readonly [Remembering, number])[] {
    return [
      [this.cop, this.cop.stateSize],
      [this.support, this.support.stateSize],
      [this.ground.problem, this.size],
      ...(this.stepper ? [[this.stepper, STEPPER_STATE] as const] : []),
      ...(this.follower ? [[this.follower, FOLLOWER_STATE] as const] : []),
    ];
  }

  reset(): void {
    this.share = 1;
    this.ground.lostAt = Infinity;
    this.stepper?.reset();
    this.follower?.reset();
    this.cop.reset();
    this.support.reset();
    this.ground.problem.reset();
  }
}

interface Remembering {
  save(out: Float64Array, o: number): void;
  restore(state: Float64Array, o: number): void;
}
