/**
 * A body that falls, without a physics engine: from the pose and velocity in which balance was lost it goes down under gravity, touches the
 * ground and itself with every part, keeps to the ranges of its joints and protects itself as people do, until it lies. Each tick
 *
 *   (M + h D + h² K) (v⁺ − v) = h (τ_muscles − C v − G + Jᵀ F_push) + Jᵀ λ
 *
 * with M in the sparse layout of the joint tree, springs and dampers of joints implicit (K, D), and impulses λ that only push
 * (impulse-rows.ts). Deterministic; a tick does not allocate.
 */
import type { Body } from '../../body/body.ts';
import { SHAPE_PARTS, type ShapePart } from '../../body/shapes.ts';
import { jointTorques } from '../../dynamics/inverse-dynamics.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { centroidalMomentumMatrix } from '../../dynamics/momentum-matrix.ts';
import { createMovingFreedoms, type MovingFreedoms, treeMassMatrix } from '../../dynamics/tree-mass.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { UsageError } from '../../errors.ts';
import { checkPush, PUSH_DURATION, type Push } from '../../gait/push.ts';
import { refuseUnknown } from '../../math/options.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { dot3 } from '../../math/vec3.ts';
import { integrate } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { factorTree, solveTree, solveTreeTransposed } from '../../optim/tree-factor.ts';
import { checkNumbers, checkRotations, checkState, stepTime } from '../begin-state.ts';
import { type Ground, levelGround, soundGround } from '../ground.ts';
import { HITS_STATE, Hits } from '../hits.ts';
import { addArmature } from '../joint-parts.ts';
import { GroundTouch, TOUCH_ROWS } from './ground-touch.ts';
import { ImpulseRows, type Softness, writeSoftness } from './impulse-rows.ts';
import { END_ROWS, JointEnds } from './joint-ends.ts';
import { Muscles, type ToneNow } from './muscles.ts';
import { type FallParameters, fallParameters } from './parameters.ts';
import { Protection } from './protection.ts';
import { massSpeed, REST_STATE, Rest } from './rest.ts';
import { SELF_ROWS, SelfTouch } from './self-touch.ts';

export interface FallOptions {
  readonly ground: Ground; // default: level, y = 0
  /** How hard somebody braces: 0 limp, as who is unconscious … 1. */
  readonly tone: number;
  readonly parameters: Partial<FallParameters>;
}

/** Numbers of a save beside pose, velocity and pushes. */
const SINGLE = 5;
const LONGEST_STEP = 1; // [s] after a stall a fall goes on where it was
const TICK_SLACK = 0.25; // of a tick, that a step may be longer than a whole number of them
const FASTEST = 40; // [rad/s], [m/s] no joint or root goes faster: explicit gyroscopic forces of a hand that a heavy ball has struck would blow up

const bounded = (speed: number): number => Math.max(-FASTEST, Math.min(FASTEST, speed));

export class FallingBody {
  readonly body: Body;
  readonly q: Float64Array; // nq; the pose now
  readonly v: Float64Array; // nv
  readonly ws: Workspace; // of the start of the last tick
  readonly touch: GroundTouch;
  /** Comes to rest: nothing moves any more until it is pushed. */
  isDown = false;
  time = 0; // [s] since balance was lost
  tone: number;
  readonly #ground: Ground;
  readonly #p: FallParameters;
  readonly #freedoms: MovingFreedoms;
  readonly #protection: Protection;
  readonly #muscles: Muscles;
  readonly #self: SelfTouch;
  readonly #ends: JointEnds;
  readonly #rows: ImpulseRows;
  readonly #hits = new Hits();
  readonly #fall = new Float64Array(2); // (x, z), unit: where to
  readonly #rest: Rest;
  readonly #toes: readonly number[]; // without mass, as bent as they were when the fall began
  readonly #still: Float64Array; // nv zeros
  readonly #tau: Float64Array; // nv
  readonly #columns: Float64Array; // 6 × nv
  readonly #mass: Float64Array;
  readonly #move: Float64Array; // moving freedoms: velocity
  readonly #force: Float64Array;
  readonly #pushed: Float64Array;
  readonly #turn = new Float64Array(4);
  readonly #soft: Readonly<Record<'touch' | 'ends', Softness>>;
  readonly #toneNow: ToneNow = { tone: 0, step: 0, lies: 0, still: 0 };

  constructor(body: Body, options: Partial<FallOptions> = {}) {
    refuseUnknown('FallingBody', options, ['ground', 'tone', 'parameters']);
    const { ground = levelGround(0), tone = 1, parameters = {} } = options;
    if (!(tone >= 0 && tone <= 1)) throw new UsageError(`tone: expected 0 … 1, found ${tone}`);
    this.body = body;
    this.tone = tone;
    this.#ground = soundGround(ground);
    this.#p = fallParameters(parameters);
    this.ws = createWorkspace(body);
    const nv = freedomCount(body.skeleton);
    this.q = new Float64Array(coordinateCount(body.skeleton));
    this.v = new Float64Array(nv);
    this.#freedoms = createMovingFreedoms(body, this.ws);
    const { n, size, joints } = this.#freedoms;
    this.#toes = body.soles.map(({ toes }) => toes).filter((joint) => !joints.includes(joint));
    this.#protection = new Protection(body);
    this.#muscles = new Muscles(body, joints);
    this.#self = new SelfTouch(body, this.#p.core);
    this.#ends = new JointEnds(body, joints);
    this.touch = new GroundTouch(body, this.#p);
    this.#rest = new Rest(this.#p);
    this.#rows = new ImpulseRows(this.#freedoms, TOUCH_ROWS + END_ROWS + SELF_ROWS);
    this.#still = new Float64Array(nv);
    this.#tau = new Float64Array(nv);
    this.#columns = new Float64Array(6 * nv);
    this.#mass = new Float64Array(size);
    this.#move = new Float64Array(n);
    this.#force = new Float64Array(n);
    this.#pushed = new Float64Array(n);
    this.#soft = { touch: { rate: 0, share: 1, back: 0 }, ends: { rate: this.#p.limitRate, share: 1, back: 0 } };
  }

  /** Begins with a pose (nq) and a velocity (nv). */
  begin(q: ReadonlyVector, v: ReadonlyVector): void {
    checkState(this.body, q, v);
    for (let i = 0; i < this.q.length; i++) this.q[i] = q[i];
    this.v.fill(0);
    const { inV, n } = this.#freedoms;
    for (let i = 0; i < n; i++) this.v[inV[i]] = bounded(v[inV[i]]);
    this.isDown = false;
    this.time = 0;
    this.#rest.reset();
    this.#hits.clear();
    this.touch.impact.fill(0);
    this.#readWay();
  }

  /** Where it falls to: from between the feet to the capture point, seen from the ground. */
  #readWay(): void {
    const { body, ws } = this;
    forwardKinematics(body, ws, this.q);
    forwardVelocity(body, ws, this.v);
    const { com, comVelocity, segmentOrigin: at } = ws;
    const [left, right] = [3 * body.soles[0].foot, 3 * body.soles[1].foot];
    const { height, velocity } = this.#ground(com[0], com[2]);
    const pace = Math.sqrt(Math.max(0.1 * body.height, com[1] - height) / GRAVITY);
    const x = com[0] - (at[left] + at[right]) / 2 + pace * (comVelocity[0] - (velocity?.[0] ?? 0));
    const z = com[2] - (at[left + 2] + at[right + 2]) / 2 + pace * (comVelocity[2] - (velocity?.[2] ?? 0));
    const size = Math.hypot(x, z);
    this.#fall[0] = size > 1e-6 ? x / size : 0;
    this.#fall[1] = size > 1e-6 ? z / size : 1;
    this.#protection.step.begin(ws, this.#fall);
  }

  /** Delivered from the next step on; whoever lies moves again. */
  push(push: Push): void {
    checkPush(push, this.body);
    const { impulse, segment, pointInSegment, duration = PUSH_DURATION } = push;
    const point = pointInSegment ?? this.body.comInSegment.subarray(3 * segment, 3 * segment + 3);
    this.#hits.add(impulse, segment, point, duration);
    this.isDown = false;
    this.#rest.wake();
  }

  /** Goes on by `seconds`; more than one counts as one. */
  step(seconds: number): void {
    const dt = stepTime(seconds, LONGEST_STEP);
    if (dt === 0) return;
    if (this.isDown) {
      this.#ride(dt);
      return;
    }
    const ticks = Math.max(1, Math.ceil(dt * this.#p.tickRate - TICK_SLACK));
    const h = dt / ticks;
    const { groundFrequency, groundRatio } = this.#p;
    writeSoftness(this.#soft.touch, groundFrequency, groundRatio, h);
    for (let k = 0; k < ticks && !this.isDown; k++) {
      this.touch.lead = dt - k * h;
      this.#tick(h);
    }
  }

  /** A body that lies goes along with the ground. */
  #ride(dt: number): void {
    const { velocity } = this.#ground(this.ws.com[0], this.ws.com[2]);
    for (let c = 0; c < 3; c++) {
      this.v[c] = velocity ? velocity[c] : 0;
      this.q[c] += dt * this.v[c];
      this.ws.com[c] += dt * this.v[c];
    }
  }

  #tick(h: number): void {
    const { body, ws, q, v } = this;
    const { inV, n } = this.#freedoms;
    forwardKinematics(body, ws, q);
    forwardVelocity(body, ws, v);
    forwardAcceleration(body, ws, this.#still);
    jointTorques(this.#tau, body, ws);
    centroidalMomentumMatrix(this.#columns, body, ws);
    treeMassMatrix(this.#mass, this.#freedoms, body, ws, this.#columns);
    this.#protection.update(ws, this.#fall, this.#rest.lying, this.time);
    this.#rest.writeTone(this.#toneNow, this.tone, this.time);
    this.#muscles.update(ws, q, v, this.#protection, this.#toneNow, h);
    addArmature(this.#mass, this.#freedoms, this.#muscles.block);
    this.#hits.deliver(this.#pushed, body, ws, this.#freedoms, h);
    const hit = this.#hits.active ? 1 : 0;
    for (let i = 0; i < n; i++) {
      this.#force[i] = h * (this.#muscles.force[i] - this.#tau[inV[i]] + hit * this.#pushed[i]);
      this.#move[i] = v[inV[i]];
    }
    if (!factorTree(this.#mass, this.#freedoms)) return;
    solveTreeTransposed(this.#mass, this.#freedoms, this.#force);
    solveTree(this.#mass, this.#freedoms, this.#force);
    for (let i = 0; i < n; i++) this.#move[i] += this.#force[i];
    this.#touchAll(h);
    for (let i = 0; i < n; i++) v[inV[i]] = bounded(this.#move[i]);
    integrate(q, body.skeleton, q, v, h, this.#turn);
    this.time += h;
    if (!this.#rest.update(body, ws, this.#ground, this.touch, h)) return;
    this.isDown = true;
    v.fill(0);
    v.set(this.#rest.carried);
  }

  /** Ranges, self and ground; the ground last: what comes last is met best. */
  #touchAll(h: number): void {
    const rows = this.#rows;
    const { touch, ends } = this.#soft;
    rows.begin(h);
    this.#ends.addRows(rows, this.q, this.#move, this.#mass, ends, h);
    this.#self.addRows(rows, this.ws, this.#move, this.#mass, touch);
    this.touch.addRows(rows, this.ws, this.#ground, this.#move, this.#mass, touch, h);
    if (rows.count > 0) rows.solve(this.#move, this.#mass, this.#p.rounds);
  }

  /** Largest speed [m/s] with which a part has met the ground. */
  impactOf(part: ShapePart): number {
    return this.touch.impact[SHAPE_PARTS.indexOf(part)];
  }

  /** [J] of motion, of height over y = 0, and in what is elastic in joints: without muscles and pushes it never grows, but for what comes back
   *  out of the ground. */
  energy(): number {
    const { ws, body } = this;
    forwardKinematics(body, ws, this.q);
    forwardVelocity(body, ws, this.v);
    let sum = body.totalMass * GRAVITY * ws.com[1] + this.#muscles.ownEnergy(this.q, this.v);
    sum += 0.5 * body.totalMass * massSpeed(body, ws, this.#still) ** 2;
    for (const k of ws.massive) sum += 0.5 * dot3(ws.segmentSpin, 3 * k, ws.angularVelocity, 3 * k);
    return sum;
  }

  get stateSize(): number {
    return (
      SINGLE +
      REST_STATE +
      6 +
      7 * this.#freedoms.joints.length +
      4 * this.#toes.length +
      SHAPE_PARTS.length +
      HITS_STATE
    );
  }

  save(out: Float64Array, o = 0): void {
    const { q, v } = this;
    out.set([this.time, this.isDown ? 1 : 0, this.#fall[0], this.#fall[1], this.#protection.step.side], o);
    this.#rest.save(out, o + SINGLE);
    let at = o + SINGLE + REST_STATE;
    for (let c = 0; c < 3; c++) {
      out[at++] = q[c];
      out[at++] = v[c];
    }
    for (const j of this.#freedoms.joints) {
      out.set(q.subarray(3 + 4 * j, 7 + 4 * j), at);
      out.set(v.subarray(3 + 3 * j, 6 + 3 * j), at + 4);
      at += 7;
    }
    for (const j of this.#toes) {
      out.set(q.subarray(3 + 4 * j, 7 + 4 * j), at);
      at += 4;
    }
    out.set(this.touch.impact, at);
    this.#hits.save(out, at + SHAPE_PARTS.length);
  }

  /** Joints without mass stay as in `pose`, but toes. Throws UsageError where `state` holds no save. */
  restore(state: Float64Array, pose: ReadonlyVector, o = 0): void {
    const { q, v } = this;
    checkNumbers('a save', state.subarray(o, o + this.stateSize), this.stateSize);
    const [first, count] = [o + SINGLE + REST_STATE + 6, this.#freedoms.joints.length];
    checkRotations(state, first, 7, count);
    checkRotations(state, first + 7 * count, 4, this.#toes.length);
    const hitsAt = o + this.stateSize - HITS_STATE;
    this.#hits.restore(state, hitsAt, this.body); // refuses what no hits can be
    for (let i = 0; i < q.length; i++) q[i] = pose[i];
    v.fill(0);
    this.time = state[o];
    this.isDown = state[o + 1] === 1;
    this.#fall[0] = state[o + 2];
    this.#fall[1] = state[o + 3];
    this.#protection.step.side = state[o + 4] === 1 ? 1 : 0;
    this.#rest.restore(state, o + SINGLE);
    let at = o + SINGLE + REST_STATE;
    for (let c = 0; c < 3; c++) {
      q[c] = state[at++];
      v[c] = state[at++];
    }
    for (const j of this.#freedoms.joints) {
      q.set(state.subarray(at, at + 4), 3 + 4 * j);
      v.set(state.subarray(at + 4, at + 7), 3 + 3 * j);
      at += 7;
    }
    for (const j of this.#toes) {
      q.set(state.subarray(at, at + 4), 3 + 4 * j);
      at += 4;
    }
    for (let i = 0; i < v.length; i++) v[i] = bounded(v[i]);
    this.touch.impact.set(state.subarray(at, hitsAt));
    forwardKinematics(this.body, this.ws, q);
  }
}
