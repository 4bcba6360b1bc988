/**
 * The source at the ticks of a body, placed in the world and on its ground: pose, velocity, acceleration, momentum, feet, and the
 * ground's wrench. Discrete, so that a body that follows it comes out exactly there:
 *
 *   v[k] = (q[k+1] ⊖ q[k])/h,  a[k] = (v[k] − v[k−1])/h,  everything else at (q[k], v[k−1]).
 *
 * A plan may play the source faster (`rate` > 1). Then q, v, a and the feet are those of the played motion; momentum and forces stay those of
 * the source's own pace: nobody falls faster because the legs hurry. Played slower, a source has those of the slower motion.
 *
 * Real clips ask for wrenches beyond their soles. W = Ȧv + A a − gravity is what the source asks for, `projected` the nearest wrench
 * that its soles can give, and `allowance` = W − projected is granted to whoever follows it.
 */
import type { Body } from '../body/body.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { GRAVITY, turnWrench } from '../dynamics/wrench.ts';
import { multiplyQuat, rotate3 } from '../math/quat.ts';
import { difference } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { ConeForce } from '../optim/cone-force.ts';
import { writeGenerators } from './cone.ts';
import { footBias, footPoint, footVelocity, solePointsAt } from './foot-frame.ts';
import type { Ground } from './ground.ts';
import { GroundFit } from './ground-fit.ts';
import { mirrorInside } from './mirror-inside.ts';
import { createReferenceFoot, type ReferenceFoot, writePitchAxis } from './reference-foot.ts';
import { type Source, solePointCount } from './source.ts';

/** Where the source stands in the world: turned about the vertical, then moved. */
export interface Placement {
  yaw: number; // [rad]
  x: number; // [m]
  z: number; // [m]
}

/** Moments count as forces on an arm this long [m] when the wrench is projected. */
const PROJECTION_ARM = 0.3;
const PROJECTION_PRICE = 7e-6; // over mass
const RATE_ROUNDING = 1e-6;

export class Reference {
  readonly body: Body;
  readonly source: Source;
  readonly ws: Workspace; // at (q, v before, a)
  readonly q: Float64Array; // nq at the start of the tick
  readonly next: Float64Array; // nq at its end
  readonly v: Float64Array; // nv during the tick
  readonly before: Float64Array; // nv in the tick before
  readonly a: Float64Array; // nv
  readonly feet: readonly [ReferenceFoot, ReferenceFoot];
  readonly points: Float64Array; // sole points×3 [m]
  readonly normals: Float64Array; // sole points×3
  readonly firmness: Float64Array; // sole points
  readonly force: Float64Array; // 4 per sole point: share of each generator in `projected`
  readonly projected: Float64Array; // 6
  readonly allowance: Float64Array; // 6
  readonly noise: Float64Array; // 6 share of the allowance that the source's smoothed wrench does not show
  readonly placement: Placement = { yaw: 0, x: 0, z: 0 };
  time = 0; // [s] of the source at the start of the tick
  timeBefore = 0; // [s] of the source at the start of the tick before
  lastTick = 1 / 120; // [s] length of the tick before
  offPace = false; // in this tick: not played at its own pace
  rate = 1; // seconds of the source per second, from the next tick on
  readonly rootAcceleration = new Float64Array(3); // [m/s²] of the source at its own pace

  readonly #firmnessNext: Float64Array;
  /** The source's own forces: each solve starts from the last one. */
  readonly cone: ConeForce;
  readonly #rank: Int32Array;
  readonly #own = new Float64Array(6);
  readonly #turn = new Float64Array(8);
  readonly #fit: GroundFit;
  readonly #previous: Float64Array;
  readonly #following: Float64Array;
  readonly #paceBefore: Float64Array; // nv: velocities of the source at its own pace …
  readonly #pace: Float64Array; // … before and after now
  readonly #friction: number;
  #rateBefore = 1;
  #end = 0; // [s] of the source at the end of the tick

  constructor(source: Source, friction: number, ground: Ground | undefined) {
    const { body } = source;
    this.body = body;
    this.source = source;
    this.ws = createWorkspace(body);
    const nq = coordinateCount(body.skeleton);
    const nv = freedomCount(body.skeleton);
    this.q = new Float64Array(nq);
    this.next = new Float64Array(nq);
    this.#previous = new Float64Array(nq);
    this.#following = new Float64Array(nq);
    this.#paceBefore = new Float64Array(nv);
    this.#pace = new Float64Array(nv);
    this.v = new Float64Array(nv);
    this.before = new Float64Array(nv);
    this.a = new Float64Array(nv);
    this.feet = [createReferenceFoot(body, 0), createReferenceFoot(body, 1)];
    const count = solePointCount(body);
    this.points = new Float64Array(3 * count);
    this.normals = new Float64Array(3 * count);
    this.firmness = new Float64Array(count);
    this.#firmnessNext = new Float64Array(count);
    this.force = new Float64Array(4 * count);
    this.projected = new Float64Array(6);
    this.allowance = new Float64Array(6);
    this.noise = new Float64Array(6);
    this.cone = new ConeForce(6, 4 * count, PROJECTION_PRICE / body.totalMass);
    this.#rank = new Int32Array(4 * count);
    this.#friction = friction;
    this.#fit = new GroundFit(body, source.floor, ground);
    for (let k = 0; k < count; k++) this.normals[3 * k + 1] = 1;
  }

  get ground(): Ground | undefined {
    return this.#fit.ground;
  }

  /** [s] from the end of the next tick, or from where it begins, to the moment for which the ground speaks. */
  set lead(seconds: number) {
    this.#fit.lead = seconds;
  }

  get lead(): number {
    return this.#fit.lead;
  }

  /** Starts at t [s] of the source, moving as it and the ground under it do there; h [s] is the length of the tick before. */
  begin(t: number, h: number): void {
    this.resume(t, t - h, h);
  }

  /** Goes on at t [s] after a tick of h [s] that began at `before`: the same numbers as if nothing had come between. */
  resume(t: number, before: number, h: number): void {
    const fit = this.#fit;
    const { x, z } = this.placement;
    [this.time, this.timeBefore, this.lastTick] = [t, before, h];
    const rate = (t - before) / h;
    this.#rateBefore = Math.abs(rate - 1) < RATE_ROUNDING ? 1 : rate;
    this.#sample(this.next, t);
    // a tick ago the ground was elsewhere
    fit.carry(-h, this.placement);
    fit.lead += h;
    this.#sample(this.#previous, before);
    fit.lead -= h;
    this.placement.x = x;
    this.placement.z = z;
    difference(this.v, this.body.skeleton, this.#previous, 0, this.next, 0, h, this.#turn);
  }

  /** Goes on with the source alone, to t [s]; the ground carries it along. */
  follow(t: number, h: number): void {
    this.#fit.carry(h, this.placement);
    this.begin(t, h);
  }

  /** Moves the source elsewhere. What follows it must be told: feet stay where they are in the world. */
  place(yaw: number, x: number, z: number): void {
    const { placement } = this;
    const turn = yaw - placement.yaw;
    placement.yaw = yaw;
    placement.x = x;
    placement.z = z;
    this.#sample(this.next, this.time);
    // velocities of joints are in their own frames; only the root's travels in world axes
    const [vx, vz] = [this.v[0], this.v[2]];
    this.v[0] = Math.cos(turn) * vx + Math.sin(turn) * vz;
    this.v[2] = Math.cos(turn) * vz - Math.sin(turn) * vx;
  }

  /** Prepares the tick of h [s] that starts now. */
  prepare(h: number): void {
    const { body, ws, q, next, v, before, a } = this;
    q.set(next);
    before.set(v);
    this.#fit.carry(h, this.placement);
    this.#end = this.time + this.rate * h;
    const ownPace = this.rate <= 1 && this.#rateBefore <= 1;
    this.offPace = this.rate !== 1 || this.#rateBefore !== 1;
    this.#rateBefore = this.rate;
    if (!ownPace) this.#readPace(h);
    this.#sample(next, this.#end);
    difference(v, body.skeleton, q, 0, next, 0, h, this.#turn);
    for (let i = 0; i < v.length; i++) a[i] = (v[i] - before[i]) / h;
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, ownPace ? before : this.#paceBefore);
    forwardAcceleration(body, ws, ownPace ? a : this.#pace);
    for (let c = 0; c < 3; c++) this.rootAcceleration[c] = ownPace ? a[c] : this.#pace[c];
    solePointsAt(this.points, body, ws);
    this.source.contact(this.firmness, this.time);
    this.source.contact(this.#firmnessNext, this.#end);
    this.#readFeet();
    this.#readWrench();
    if (this.offPace) this.calmNoise(0); // of moments that are skipped it would not even out
  }

  /** paceBefore, pace = velocity and acceleration that the source has now at its own pace. */
  #readPace(h: number): void {
    const { skeleton } = this.body;
    this.#sample(this.#previous, this.time - h);
    this.#sample(this.#following, this.time + h);
    difference(this.#paceBefore, skeleton, this.#previous, 0, this.q, 0, h, this.#turn);
    difference(this.#pace, skeleton, this.q, 0, this.#following, 0, h, this.#turn);
    const pace = this.#pace;
    for (let i = 0; i < pace.length; i++) pace[i] = (pace[i] - this.#paceBefore[i]) / h;
  }

  /** Pivot and rotation of a foot at the end of the tick. */
  writeEndPose(pivot: Float64Array, rotation: Float64Array, foot: number): void {
    const { frame } = this.feet[foot];
    const { offsets } = this.body.skeleton;
    const { next } = this;
    const arm = this.#turn;
    for (let c = 0; c < 3; c++) pivot[c] = next[c];
    for (let c = 0; c < 4; c++) rotation[c] = next[3 + c];
    for (let k = 1; k < frame.chain.length; k++) {
      const joint = frame.chain[k];
      rotate3(arm, 0, rotation, 0, offsets, 3 * joint);
      for (let c = 0; c < 3; c++) pivot[c] += arm[c];
      multiplyQuat(rotation, 0, rotation, 0, next, 3 + 4 * joint);
    }
    rotate3(arm, 0, rotation, 0, frame.pivot, 0);
    for (let c = 0; c < 3; c++) pivot[c] += arm[c];
  }

  /** The tick is over. */
  advance(h: number): void {
    this.timeBefore = this.time;
    this.time = this.#end;
    this.lastTick = h;
  }

  #sample(out: Float64Array, t: number): void {
    this.source.pose(out, t);
    const { yaw, x, z } = this.placement;
    const turn = this.#turn;
    if (yaw !== 0) {
      turn.fill(0);
      turn[1] = Math.sin(yaw / 2);
      turn[3] = Math.cos(yaw / 2);
      rotate3(out, 0, turn, 0, out, 0);
      multiplyQuat(out, 3, turn, 0, out, 3);
    }
    out[0] += x;
    out[2] += z;
    this.#fit.apply(out);
  }

  #readFeet(): void {
    const { ws, body } = this;
    let at = 0;
    for (let foot = 0; foot < 2; foot++) {
      const f = this.feet[foot];
      const { frame } = f;
      footPoint(f.ball, 0, ws, frame, frame.ball);
      footPoint(f.pivot, 0, ws, frame, frame.pivot);
      for (let k = 0; k < 4; k++) {
        f.rotation[k] = ws.segmentRotation[4 * frame.joint + k];
        f.toesRotation[k] = ws.segmentRotation[4 * frame.toes + k];
      }
      footVelocity(f.velocity, 0, ws, frame, f.pivot, 0, this.v);
      footVelocity(f.velocityBefore, 0, ws, frame, f.pivot, 0, this.before);
      footBias(f.bias, 0, ws, frame, f.pivot, 0, this.before);
      writePitchAxis(f, ws);
      const count = body.soles[foot].parts.length;
      f.firmness = 0;
      f.firmnessNext = 0;
      const normal = this.#fit.normals[foot];
      for (let k = at; k < at + count; k++) {
        f.firmness = Math.max(f.firmness, this.firmness[k]);
        f.firmnessNext = Math.max(f.firmnessNext, this.#firmnessNext[k]);
        for (let c = 0; c < 3; c++) this.normals[3 * k + c] = normal[c];
      }
      at += count;
    }
  }

  /** Accelerations go with the square of the pace. */
  #slowWrench(own: Float64Array): void {
    if (this.rate >= 1) return;
    const share = this.rate * this.rate;
    const weight = this.body.totalMass * GRAVITY;
    for (let c = 0; c < 6; c++) own[c] = c === 4 ? weight + share * (own[4] - weight) : share * own[c];
  }

  /** Own wrench of this tick, the part that soles can give, and the rest. */
  #readWrench(): void {
    const { ws, body, projected, allowance, force } = this;
    const cone = this.cone;
    const own = this.#own;
    this.source.wrench(own, this.time);
    turnWrench(own, this.placement.yaw);
    this.#slowWrench(own);
    writeGenerators(cone, this.#rank, this.points, this.normals, this.firmness, ws.com, this.#friction);
    cone.H.fill(0);
    for (let c = 0; c < 6; c++) {
      const weight = (c < 3 ? 1 / (PROJECTION_ARM * PROJECTION_ARM) : 1) / body.totalMass;
      cone.H[7 * c] = weight;
      cone.g[c] = -weight * own[c];
    }
    projected.fill(0);
    force.fill(0);
    if (cone.count > 0 && cone.solve(false) && mirrorInside(cone, own, this)) {
      projected.set(cone.wrench);
      for (let k = 0; k < force.length; k++) if (this.#rank[k] >= 0) force[k] = cone.force[this.#rank[k]];
    }
    for (let c = 0; c < 3; c++) {
      allowance[c] = ws.angularMomentumRate[c] - projected[c];
      allowance[3 + c] = ws.linearMomentumRate[c] - projected[3 + c];
    }
    allowance[4] += body.totalMass * GRAVITY;
    for (let c = 0; c < 6; c++) this.noise[c] = allowance[c] + projected[c] - own[c];
  }

  /** Grants only this share of the source's noise: who does something else than the source need not tremble as it does. */
  calmNoise(share: number): void {
    for (let c = 0; c < 6; c++) {
      this.allowance[c] -= (1 - share) * this.noise[c];
      this.noise[c] *= share;
    }
  }
}
