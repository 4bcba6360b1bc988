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
import { freedomOf } from '../links.ts';
import type { RunningScene } from '../simulation.ts';
import type { Controller, ControllerOptions, Simulation } from '../types.ts';
import { Bounds } from './bounds.ts';
import { CopGoal } from './cop-goal.ts';
import { LinkMotion } from './link-motion.ts';
import { RowProblem } from './row-problem.ts';
import { SupportChoice } from './support-choice.ts';
import { Tracking } from './tracking.ts';
import { WrenchProblem } from './wrench-problem.ts';

const GRAVITY = 9.81;
const YAW_DAMPING = 5; // [1/s]
/** Joints at their range, muscles at their limit: how often the problem is solved again with them held there. */
const PASSES = 3;
const MOST_EXTRA = 24; // rows for joints and muscles at their limits
/** 1/w of rows that hold a joint or a muscle at its limit: firm, but bows to the soles. */
const HELD = 1e-6;

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
    ...options,
  });
}

export class MomentumController implements Controller {
  readonly options: ControllerOptions;
  readonly comReference = new Float64Array(2);
  readonly tracking: Tracking;
  readonly support: SupportChoice;
  readonly torque: Float64Array; // per freedom, of the last update
  private readonly scene: RunningScene;
  private readonly motion: LinkMotion;
  private readonly rows: RowProblem;
  private readonly wrench: WrenchProblem;
  private readonly bounds: Bounds;
  private readonly cop: CopGoal;
  private readonly torqueLimit: Float64Array; // per freedom
  private readonly size: number; // of the wrench: 6, planar 3
  private readonly footRow = new Int32Array(2); // first row of each foot in E, −1 when it does not carry
  private readonly footPoint: readonly Float64Array[] = [new Float64Array(9), new Float64Array(9)];
  private readonly footForce = new Float64Array(12); // force and moment at the foot's point, per foot
  private readonly offset = new Float64Array(4);
  private readonly wish = new Float64Array(3); // CoM acceleration wished for
  private readonly rootBias = new Float64Array(6);
  private readonly S: Float64Array;
  private readonly d: Float64Array;
  private readonly goal: Float64Array; // one row of the momentum goal
  private readonly held: Int8Array; // per bound: −1 at the lower end, 1 at the upper
  private readonly tired: Int8Array; // per freedom: the sign of the torque limit that it is held at
  private extraFrom = 0;

  constructor(scene: RunningScene, options: ControllerOptions) {
    const { links, engine } = scene;
    this.options = options;
    this.scene = scene;
    this.size = links.planar ? 3 : 6;
    const corners = links.soles[0].count + links.soles[1].count;
    const most = 2 * this.size + (links.planar ? 1 : 3) + MOST_EXTRA + this.size;
    this.motion = new LinkMotion(links, engine);
    this.rows = new RowProblem(links.freedoms, most);
    this.wrench = new WrenchProblem(this.size, corners * (links.planar ? 2 : 4));
    this.tracking = new Tracking(links, engine, options.gains);
    this.bounds = new Bounds(links, engine);
    this.support = new SupportChoice(scene, options.support);
    this.cop = new CopGoal(scene, options);
    this.torque = new Float64Array(links.freedoms);
    this.torqueLimit = torqueLimits(scene, options);
    this.S = new Float64Array(this.size * this.size);
    this.d = new Float64Array(this.size);
    this.goal = new Float64Array(this.size);
    this.held = new Int8Array(this.bounds.count);
    this.tired = new Int8Array(links.freedoms);
  }

  get desiredCop(): Float64Array {
    return this.cop.point;
  }

  update(simulation: Simulation): void {
    if (simulation !== this.scene) throw new UsageError('this controller was made for another simulation');
    const { scene, options } = this;
    const t = scene.time;
    this.motion.update();
    this.support.update(t);
    this.tracking.sample(options.reference, t, this.support.stance);
    this.tracking.write(this.rows.a, this.rows.D);
    this.wishCom(t);
    this.cop.update(this.wish, this.support);
    this.bounds.update();
    this.buildRows();
    this.solve();
    this.apply();
  }

  /** Horizontal and vertical acceleration of the CoM that are wished for, [Rabbani14] eq. 1. */
  private wishCom(t: number): void {
    const { scene, offset, wish, tracking, options } = this;
    const { gains } = options;
    const { com, comVelocity, floorMotion, supportCentre } = scene;
    offset.fill(0);
    options.comOffset?.(offset, t);
    const { left, forward } = this.support;
    for (const [axis, k] of [
      [0, 0],
      [2, 1],
    ] as const) {
      const shift = offset[0] * left[k] + offset[1] * forward[k];
      const rate = offset[2] * left[k] + offset[3] * forward[k];
      const wanted = supportCentre[k] + shift;
      this.comReference[k] = wanted;
      wish[axis] =
        gains.com * (wanted - com[axis]) +
        gains.comDamping * (floorMotion[axis] + rate - comVelocity[axis]) +
        floorMotion[3 + axis];
    }
    if (scene.links.planar) wish[0] = 0;
    const [height, rate, second] = tracking.comHeight;
    const floor = scene.person.floorHeight;
    wish[1] =
      gains.height * (floor + height - com[1]) +
      gains.heightDamping * (floorMotion[1] + rate - comVelocity[1]) +
      second +
      floorMotion[4];
  }

  /** Rows that do not depend on what is at its limit: soles, trunk. The wrench comes last, see solve. */
  private buildRows(): void {
    const { rows } = this;
    rows.count = 0;
    for (let foot = 0; foot < 2; foot++) this.footRow[foot] = this.support.stance[foot] ? this.addFoot(foot) : -1;
    if (this.options.gains.orientationWeight > 0) this.addTrunk();
    this.extraFrom = rows.count;
  }

  /** A sole that stays where it is and lies flat; returns its first row. */
  private addFoot(foot: number): number {
    const { rows, scene, motion } = this;
    const { links, floorMotion } = scene;
    const { footDamping, footLevel } = this.options.gains;
    const sole = links.soles[foot];
    const at = this.footPoint[foot];
    motion.readPoint(at, sole.link, sole.centre);
    const o = 3 * sole.link;
    const { xmat } = scene.engine.views;
    const m = 9 * (sole.link + 1);
    const [ux, uy, uz] = sole.up;
    const tiltX = -(xmat[m + 6] * ux + xmat[m + 7] * uy + xmat[m + 8] * uz); // (up_sole × up)_x
    const tiltZ = xmat[m] * ux + xmat[m + 1] * uy + xmat[m + 2] * uz;
    const first = rows.count;
    for (let k = links.planar ? 1 : 0; k < 3; k++) {
      rows.addRow(floorMotion[3 + k] - footDamping * (at[3 + k] - floorMotion[k]) - at[6 + k], 0);
    }
    for (let k = 0; k < (links.planar ? 1 : 3); k++) {
      const level = k === 0 ? tiltX : k === 2 ? tiltZ : 0;
      rows.addRow(footLevel * level - footDamping * motion.spin[o + k] - motion.spinBias[o + k], 0);
    }
    const linear = links.planar ? 2 : 3;
    motion.writeRows(rows.E, first * rows.n, (first + linear) * rows.n, rows.n, sole.link, at);
    return first;
  }

  /** The direction of the trunk in the world, softly. */
  private addTrunk(): void {
    const { rows, scene, motion, tracking } = this;
    const { links } = scene;
    const { orientation, orientationDamping, orientationWeight } = this.options.gains;
    const trunk = links.part.lastIndexOf('waist');
    if (trunk <= 0) return;
    const first = rows.count;
    const o = 3 * trunk;
    const error = this.goalError(trunk);
    for (let k = 0; k < (links.planar ? 1 : 3); k++) {
      const target =
        orientation * error[k] +
        orientationDamping * (tracking.spin[o + k] - motion.spin[o + k]) +
        tracking.spinRate[o + k] -
        motion.spinBias[o + k];
      rows.addRow(target, 1 / orientationWeight);
    }
    motion.writeRows(rows.E, -1, first * rows.n, rows.n, trunk, this.footPoint[0]);
  }

  private readonly errorVector = new Float64Array(3);

  /** Rotation vector from a link's direction to that of the reference, world axes, for small angles and up to a right angle. */
  private goalError(link: number): Float64Array {
    const { xquat } = this.scene.engine.views;
    const r = this.tracking.rotation;
    const [w, x, y, z] = [xquat[4 * link + 4], xquat[4 * link + 5], xquat[4 * link + 6], xquat[4 * link + 7]];
    const [rx, ry, rz, rw] = [r[4 * link], r[4 * link + 1], r[4 * link + 2], r[4 * link + 3]];
    // vector part of reference ⊗ present⁻¹
    const scalar = rw * w + rx * x + ry * y + rz * z;
    const sign = scalar < 0 ? -2 : 2;
    this.errorVector[0] = sign * (rx * w - rw * x - ry * z + rz * y);
    this.errorVector[1] = sign * (ry * w - rw * y - rz * x + rx * z);
    this.errorVector[2] = sign * (rz * w - rw * z - rx * y + ry * x);
    return this.errorVector;
  }

  /** The motion of the whole body as force and moment about the root's origin, world axes: M_root q̈ + h_root. */
  private addWrenchRows(): void {
    const { rows, scene, size, rootBias } = this;
    const { links, engine, mass } = scene;
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
    const { rows, wrench, size } = this;
    this.held.fill(0);
    this.tired.fill(0);
    this.buildGenerators();
    for (let pass = 0; pass < PASSES; pass++) {
      rows.count = this.extraFrom;
      this.addHeldRows();
      this.addWrenchRows();
      if (!rows.factorize()) throw new Error('the momentum problem has no solution');
      rows.readWrenchCost(this.S, this.d, size);
      this.buildWrenchGoal();
      wrench.wrench.fill(0);
      wrench.force.fill(0);
      if (wrench.count > 0 && !wrench.solve(this.options.mode === 'paper')) {
        throw new Error('the ground force cannot be found');
      }
      rows.solve(wrench.wrench, size);
      this.readTorques();
      if (this.options.mode === 'paper' || !this.findLimits()) return;
    }
  }

  /** Edges of the friction pyramids at the corners of the soles, drawn in by the margin; moments about the root's origin. */
  private buildGenerators(): void {
    const { wrench, scene, size } = this;
    const { links, engine } = scene;
    const { xpos } = engine.views;
    const { friction, copMargin } = this.options.gains;
    wrench.count = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (!this.support.stance[foot]) continue;
      const points = scene.person.solePoints[foot];
      const centre = this.footPoint[foot];
      for (let i = 0; i < points.length; i += 3) {
        let [x, z] = [points[i] - centre[0], points[i + 2] - centre[2]];
        const reach = links.planar ? Math.abs(z) : Math.hypot(x, z);
        const inward = Math.max(0, 1 - copMargin / reach);
        x = centre[0] + inward * x - xpos[3];
        z = centre[2] + inward * z - xpos[5];
        const y = points[i + 1] - xpos[4];
        for (let edge = 0; edge < (links.planar ? 2 : 4); edge++) {
          const o = wrench.count++ * size;
          const sign = edge % 2 === 0 ? friction : -friction;
          if (links.planar) {
            wrench.W[o] = 1;
            wrench.W[o + 1] = sign;
            wrench.W[o + 2] = y * sign - z;
            continue;
          }
          const [fx, fz] = edge < 2 ? [sign, 0] : [0, sign];
          wrench.W[o] = fx;
          wrench.W[o + 1] = 1;
          wrench.W[o + 2] = fz;
          wrench.W[o + 3] = y * fz - z;
          wrench.W[o + 4] = z * fx - x * fz;
          wrench.W[o + 5] = x - y * fx;
        }
      }
    }
  }

  /** H and g of the wrench: what it costs the posture, and the goals of momentum and centre of pressure. */
  private buildWrenchGoal(): void {
    const { wrench, scene, size, S, d, goal, wish } = this;
    const { links, engine, com, angularMomentum } = scene;
    const { xpos } = engine.views;
    const { gains } = this.options;
    invertInto(wrench.H, S, size);
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += wrench.H[i * size + j] * d[j];
      wrench.g[i] = sum;
    }
    const m = links.body.totalMass;
    const scale = 1 / (m * m);
    const point = this.cop.point;
    const [ox, oy, oz] = [xpos[3], xpos[4] - scene.person.floorHeight, xpos[5]];
    const angular = gains.angularWeight * scale * this.cop.trust;
    const linear = gains.linearWeight * scale;
    const vertical = gains.verticalWeight * scale;
    if (links.planar) {
      this.addGoal(goal, vertical, m * (wish[1] + GRAVITY), 1, 0, 0);
      this.addGoal(goal, linear, m * wish[2], 0, 1, 0);
      this.addGoal(goal, angular, this.cop.moment[0], point[1] - oz, oy, 1);
      return;
    }
    this.addGoal(goal, linear, m * wish[0], 1, 0, 0, 0, 0, 0);
    this.addGoal(goal, vertical, m * (wish[1] + GRAVITY), 0, 1, 0, 0, 0, 0);
    this.addGoal(goal, linear, m * wish[2], 0, 0, 1, 0, 0, 0);
    this.addGoal(goal, angular, this.cop.moment[0], 0, point[1] - oz, oy, 1, 0, 0);
    this.addGoal(goal, angular, this.cop.moment[1], -oy, ox - point[0], 0, 0, 0, 1);
    const [cx, cz] = [xpos[3] - com[0], xpos[5] - com[2]];
    this.addGoal(goal, gains.angularWeight * scale, -YAW_DAMPING * angularMomentum[1], cz, 0, -cx, 0, 1, 0);
  }

  /** Adds weight · (row · w − target)² / 2. */
  private addGoal(row: Float64Array, weight: number, target: number, ...values: number[]): void {
    const { wrench, size } = this;
    for (let i = 0; i < size; i++) row[i] = values[i];
    for (let i = 0; i < size; i++) {
      wrench.g[i] -= weight * target * row[i];
      for (let j = 0; j < size; j++) wrench.H[i * size + j] += weight * row[i] * row[j];
    }
  }

  /** τ = M q̈ + h − passive − Jᵀf, for the freedoms that muscles move. */
  private readTorques(): void {
    const { rows, scene, torque, footForce, size } = this;
    const { links, engine, mass } = scene;
    const { qfrc_bias: bias, qfrc_passive: passive } = engine.views;
    const stride = engine.nv;
    const { n, x, E } = rows;
    this.readFootForces();
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

  /** Force and moment on each foot at its point, in the order of its rows. */
  private readFootForces(): void {
    const { wrench, scene, footForce, size } = this;
    const { links, engine } = scene;
    const { xpos } = engine.views;
    footForce.fill(0);
    let c = 0;
    for (let foot = 0; foot < 2; foot++) {
      if (!this.support.stance[foot]) continue;
      const edges = links.soles[foot].count * (links.planar ? 2 : 4);
      const o = 6 * foot;
      for (let e = 0; e < edges; e++, c++) {
        for (let k = 0; k < size; k++) footForce[o + k] += wrench.force[c] * wrench.W[c * size + k];
      }
      // from the root's origin to the foot's point: n_p = n_o + (o − p) × f
      const at = this.footPoint[foot];
      const [dx, dy, dz] = [xpos[3] - at[0], xpos[4] - at[1], xpos[5] - at[2]];
      if (links.planar) {
        footForce[o + 2] += dy * footForce[o + 1] - dz * footForce[o];
        continue;
      }
      const [fx, fy, fz] = [footForce[o], footForce[o + 1], footForce[o + 2]];
      footForce[o + 3] += dy * fz - dz * fy;
      footForce[o + 4] += dz * fx - dx * fz;
      footForce[o + 5] += dx * fy - dy * fx;
    }
  }

  /** Notes joints and muscles that the last solution drives beyond their limits; false when there are no new ones. */
  private findLimits(): boolean {
    const { bounds, held, tired, torque, torqueLimit, rows } = this;
    let found = false;
    for (let i = 0; i < bounds.count; i++) {
      if (held[i] !== 0) continue;
      const value = bounds.valueOf(rows.x, i);
      if (value < bounds.lower[i] - 1e-3) held[i] = -1;
      else if (value > bounds.upper[i] + 1e-3) held[i] = 1;
      if (held[i] !== 0) found = true;
    }
    for (let i = this.scene.links.rootFreedoms; i < torque.length; i++) {
      if (tired[i] !== 0 || Math.abs(torque[i]) <= torqueLimit[i] + 1e-6) continue;
      tired[i] = torque[i] > 0 ? 1 : -1;
      found = true;
    }
    return found;
  }

  /** Rows that hold what is at its limit there. Torques count on the ground force of the pass before. */
  private addHeldRows(): void {
    const { rows, bounds, held, tired, torqueLimit, torque, scene } = this;
    const { mass, engine } = scene;
    const most = this.extraFrom + MOST_EXTRA;
    for (let i = 0; i < held.length && rows.count < most; i++) {
      if (held[i] === 0) continue;
      const start = rows.addRow(held[i] < 0 ? bounds.lower[i] : bounds.upper[i], HELD);
      bounds.writeRow(rows.E, start, i);
    }
    for (let i = 0; i < tired.length && rows.count < most; i++) {
      if (tired[i] === 0) continue;
      const row = i * engine.nv;
      let sum = tired[i] * torqueLimit[i] - torque[i];
      for (let j = 0; j < rows.n; j++) sum += mass[row + j] * rows.x[j];
      const start = rows.addRow(sum, HELD);
      for (let j = 0; j < rows.n; j++) rows.E[start + j] = mass[row + j];
    }
  }

  private apply(): void {
    const { torque, torqueLimit, scene } = this;
    const { qfrc_applied: out } = scene.engine.views;
    for (let i = scene.links.rootFreedoms; i < torque.length; i++) {
      torque[i] = Math.max(-torqueLimit[i], Math.min(torqueLimit[i], torque[i]));
      out[i] = torque[i];
    }
  }

  save(): Float64Array {
    const out = new Float64Array(this.cop.stateSize + this.support.stateSize + this.size);
    this.cop.save(out, 0);
    this.support.save(out, this.cop.stateSize);
    this.wrench.save(out, this.cop.stateSize + this.support.stateSize);
    return out;
  }

  restore(state: Float64Array): void {
    this.cop.restore(state, 0);
    this.support.restore(state, this.cop.stateSize);
    this.wrench.restore(state, this.cop.stateSize + this.support.stateSize);
  }

  reset(): void {
    this.cop.reset();
    this.support.reset();
    this.wrench.reset();
  }
}

/** Limits per freedom [N·m], for the mass of this body. */
function torqueLimits({ links }: RunningScene, { gains }: ControllerOptions): Float64Array {
  const out = new Float64Array(links.freedoms).fill(Infinity);
  const scale = links.body.totalMass / 70;
  for (let link = 1; link < links.count; link++) {
    const f = freedomOf(links, link);
    for (let k = 0; k < (links.planar ? 1 : 3); k++) out[f + k] = scale * gains.torqueLimits[links.part[link]];
  }
  return out;
}

/** out = S⁻¹ for a small symmetric positive definite matrix, by Gauss–Jordan. */
function invertInto(out: Float64Array, S: Float64Array, n: number): void {
  out.fill(0);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  for (let k = 0; k < n; k++) {
    const pivot = 1 / S[k * n + k];
    for (let j = 0; j < n; j++) {
      S[k * n + j] *= pivot;
      out[k * n + j] *= pivot;
    }
    for (let i = 0; i < n; i++) {
      const share = S[i * n + k];
      if (i === k || share === 0) continue;
      for (let j = 0; j < n; j++) {
        S[i * n + j] -= share * S[k * n + j];
        out[i * n + j] -= share * out[k * n + j];
      }
    }
  }
}
