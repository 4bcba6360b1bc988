/**
 * The source at the ticks of a body, placed in the world and on its ground: pose, velocity, acceleration, momentum, feet, and the
 * ground's wrench. Discrete, so that a body that follows it comes out exactly there:
 *
 *   v[k] = (q[k+1] ⊖ q[k])/h,  a[k] = (v[k] − v[k−1])/h,  everything else at (q[k], v[k−1]).
 *
 * Real clips ask for wrenches beyond their soles. W = Ȧv + A a − gravity is what the source asks for, `projected` the nearest wrench
 * that its soles can give, and `allowance` = W − projected is granted to whoever follows it.
 */
import type { Body } from '../body/body.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { multiplyQuat, rotate3 } from '../math/quat.ts';
import { difference } from '../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { ConeForce } from '../optim/cone-force.ts';
import { writeGenerators } from './cone.ts';
import { createFootFrame, type FootFrame, footPoint, footVelocity, solePointsAt } from './foot-frame.ts';
import type { Ground } from './ground.ts';
import { GroundFit } from './ground-fit.ts';
import { type Source, solePointCount } from './source.ts';

/** Where the source stands in the world: turned about the vertical, then moved. */
export interface Placement {
  yaw: number; // [rad]
  x: number; // [m]
  z: number; // [m]
}

/** One foot of the reference at the start of a tick. */
export interface ReferenceFoot {
  readonly frame: FootFrame;
  readonly ball: Float64Array; // 3 [m]
  readonly rotation: Float64Array; // 4 world-from-foot
  readonly velocity: Float64Array; // 6 of the ball and of the foot's turn after the tick, v[k]
  readonly velocityBefore: Float64Array; // 6 the same before it, v[k−1]
  readonly pitchAxis: Float64Array; // 3 level, to the left of the foot: a heel that lifts turns about it
  readonly toesRotation: Float64Array; // 4
  firmness: number; // of its firmest point
  firmnessNext: number; // the same at the end of the tick
}

/** Moments count as forces on an arm this long [m] when the wrench is projected. */
const PROJECTION_ARM = 0.3;
const PROJECTION_PRICE = 7e-6; // over mass

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
  readonly placement: Placement = { yaw: 0, x: 0, z: 0 };
  time = 0; // [s] of the source at the start of the tick
  timeBefore = 0; // [s] of the source at the start of the tick before
  lastTick = 1 / 120; // [s] length of the tick before

  readonly #firmnessNext: Float64Array;
  readonly #cone: ConeForce;
  readonly #rank: Int32Array;
  readonly #own = new Float64Array(6);
  readonly #turn = new Float64Array(8);
  readonly #fit: GroundFit;
  readonly #previous: Float64Array;
  readonly #friction: number;

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
    this.v = new Float64Array(nv);
    this.before = new Float64Array(nv);
    this.a = new Float64Array(nv);
    this.feet = [createFoot(body, 0), createFoot(body, 1)];
    const count = solePointCount(body);
    this.points = new Float64Array(3 * count);
    this.normals = new Float64Array(3 * count);
    this.firmness = new Float64Array(count);
    this.#firmnessNext = new Float64Array(count);
    this.force = new Float64Array(4 * count);
    this.projected = new Float64Array(6);
    this.allowance = new Float64Array(6);
    this.#cone = new ConeForce(6, 4 * count, PROJECTION_PRICE / body.totalMass);
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

  /** Starts at t [s] of the source, moving as it and the ground under it do there; h [s] is the length of the tick before. */
  begin(t: number, h: number): void {
    this.resume(t, t - h, h);
  }

  /** Goes on at t [s] after a tick of h [s] that began at `before`: the same numbers as if nothing had come between. */
  resume(t: number, before: number, h: number): void {
    const fit = this.#fit;
    const { x, z } = this.placement;
    this.time = t;
    this.timeBefore = before;
    this.lastTick = h;
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

  /** Where the next solve of the source's own forces starts from: 6 numbers. */
  saveForces(out: Float64Array, o: number): void {
    this.#cone.save(out, o);
  }

  restoreForces(state: Float64Array, o: number): void {
    this.#cone.restore(state, o);
  }

  /** Prepares the tick of h [s] that starts now. */
  prepare(h: number): void {
    const { body, ws, q, next, v, before, a } = this;
    q.set(next);
    before.set(v);
    this.#fit.carry(h, this.placement);
    this.#sample(next, this.time + h);
    difference(v, body.skeleton, q, 0, next, 0, h, this.#turn);
    for (let i = 0; i < v.length; i++) a[i] = (v[i] - before[i]) / h;
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, before);
    forwardAcceleration(body, ws, a);
    solePointsAt(this.points, body, ws);
    this.source.contact(this.firmness, this.time);
    this.source.contact(this.#firmnessNext, this.time + h);
    this.#readFeet();
    this.#readWrench();
  }

  /** Ball and rotation of a foot at the end of the tick. */
  writeEndPose(ball: Float64Array, rotation: Float64Array, foot: number): void {
    const { frame } = this.feet[foot];
    const { offsets } = this.body.skeleton;
    const { next } = this;
    const arm = this.#turn;
    for (let c = 0; c < 3; c++) ball[c] = next[c];
    for (let c = 0; c < 4; c++) rotation[c] = next[3 + c];
    for (let k = 1; k < frame.chain.length; k++) {
      const joint = frame.chain[k];
      rotate3(arm, 0, rotation, 0, offsets, 3 * joint);
      for (let c = 0; c < 3; c++) ball[c] += arm[c];
      multiplyQuat(rotation, 0, rotation, 0, next, 3 + 4 * joint);
    }
    rotate3(arm, 0, rotation, 0, frame.ball, 0);
    for (let c = 0; c < 3; c++) ball[c] += arm[c];
  }

  /** The tick is over. */
  advance(h: number): void {
    this.timeBefore = this.time;
    this.time += h;
    this.lastTick = h;
  }

  #sample(out: Float64Array, t: number): void {
    this.source.pose(out, t);
    const { yaw, x, z } = this.placement;
    const turn = this.#turn;
    if (yaw !== 0) {
      turn[0] = 0;
      turn[1] = Math.sin(yaw / 2);
      turn[2] = 0;
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
      for (let k = 0; k < 4; k++) {
        f.rotation[k] = ws.segmentRotation[4 * frame.joint + k];
        f.toesRotation[k] = ws.segmentRotation[4 * frame.toes + k];
      }
      footVelocity(f.velocity, 0, ws, frame, f.ball, 0, this.v);
      footVelocity(f.velocityBefore, 0, ws, frame, f.ball, 0, this.before);
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

  /** Own wrench of this tick, the part that soles can give, and the rest. */
  #readWrench(): void {
    const { ws, body, projected, allowance, force } = this;
    const cone = this.#cone;
    const own = this.#own;
    this.source.wrench(own, this.time);
    turnWrench(own, this.placement.yaw);
    writeGenerators(cone, this.#rank, this.points, this.normals, this.firmness, ws.com, this.#friction);
    cone.H.fill(0);
    for (let c = 0; c < 6; c++) {
      const weight = (c < 3 ? 1 / (PROJECTION_ARM * PROJECTION_ARM) : 1) / body.totalMass;
      cone.H[7 * c] = weight;
      cone.g[c] = -weight * own[c];
    }
    projected.fill(0);
    force.fill(0);
    if (cone.count > 0 && cone.solve(false)) {
      projected.set(cone.wrench);
      for (let k = 0; k < force.length; k++) if (this.#rank[k] >= 0) force[k] = cone.force[this.#rank[k]];
    }
    for (let c = 0; c < 3; c++) {
      allowance[c] = ws.angularMomentumRate[c] - projected[c];
      allowance[3 + c] = ws.linearMomentumRate[c] - projected[3 + c];
    }
    allowance[4] += body.totalMass * GRAVITY;
  }
}

function createFoot(body: Body, foot: 0 | 1): ReferenceFoot {
  return {
    frame: createFootFrame(body, foot),
    ball: new Float64Array(3),
    rotation: new Float64Array(4),
    velocity: new Float64Array(6),
    velocityBefore: new Float64Array(6),
    pitchAxis: new Float64Array(3),
    toesRotation: new Float64Array(4),
    firmness: 0,
    firmnessNext: 0,
  };
}

/** Level and square to the foot, so that a turn about it lifts the heel. */
function writePitchAxis(foot: ReferenceFoot, ws: Workspace): void {
  const { pitchAxis, ball, frame } = foot;
  footPoint(pitchAxis, 0, ws, frame, frame.heel);
  const x = ball[0] - pitchAxis[0];
  const z = ball[2] - pitchAxis[2];
  const size = Math.sqrt(x * x + z * z) || 1;
  pitchAxis[0] = z / size;
  pitchAxis[1] = 0;
  pitchAxis[2] = -x / size;
}

function turnWrench(w: Float64Array, yaw: number): void {
  if (yaw === 0) return;
  const c = Math.cos(yaw);
  const s = Math.sin(yaw);
  for (let o = 0; o < 6; o += 3) {
    const x = w[o];
    const z = w[o + 2];
    w[o] = c * x + s * z;
    w[o + 2] = c * z - s * x;
  }
}
