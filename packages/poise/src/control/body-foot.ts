/**
 * One foot of a reacting body. While it stands it keeps its place against the source's foot; in the air it follows the plan. Where it
 * lands it stays: leftover height, turn and speed die out. A heel may lift when the leg is straight.
 */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import { type Limb, limbOf } from '../ik/leg-ik.ts';
import {
  conjugateQuat,
  expQuat,
  logQuat,
  multiplyQuat,
  quatFromAxisAngle,
  rotate3,
  rotateBack3,
} from '../math/quat.ts';
import { footPoint, footVelocity } from './foot-frame.ts';
import type { ReactionParameters } from './parameters.ts';
import type { FootPlan } from './plan.ts';
import type { Reference } from './reference.ts';
import type { ReferenceFoot } from './reference-foot.ts';

/** Smaller leftovers are rounding. */
const ROUNDING = 1e-8;
const MOST_HEEL = 1.2; // [rad]

/** Numbers of one foot that a save needs. */
export const FOOT_STATE = 19;

export class BodyFoot {
  readonly limb: Limb;
  readonly place = new Float64Array(3); // [m] of the pivot against the source's, where it stands
  readonly turn = new Float64Array(3); // [rad] rotation vector against the source's, where it stands
  readonly leftTurn = new Float64Array(3); // [rad] of a landing
  readonly speed = new Float64Array(3); // [m/s] left of a landing
  readonly spin = new Float64Array(3); // [rad/s] left of a landing
  leftHeight = 0; // [m] of a landing
  heel = 0; // [rad] that it is lifted
  heelRate = 0; // [rad/s]
  stands = true;
  freePitch = false; // in this tick
  // of this tick
  readonly target = new Float64Array(3); // [m] pivot
  readonly rotation = new Float64Array(4);
  readonly axis = new Float64Array(3); // the heel lifts about
  readonly ball = new Float64Array(3); // [m] as it is
  readonly pivot = new Float64Array(3); // [m] as it is
  readonly velocity = new Float64Array(6); // as it is
  readonly bias = new Float64Array(6); // acceleration that its velocity alone makes
  readonly wanted = new Float64Array(6); // velocity and turn rate after the tick, without the heel
  plannedPitch = 0; // [rad/s] about the axis
  readonly #quat = new Float64Array(12);
  readonly #vector = new Float64Array(6);

  constructor(body: Body, foot: 0 | 1) {
    this.limb = limbOf(body, foot === 0 ? 'left' : 'right', 'leg') as Limb;
  }

  /** Place, turn and velocity that it should have after this tick. Needs position and velocity level of the body. */
  aim(ws: Workspace, reference: ReferenceFoot, plan: FootPlan, p: ReactionParameters): void {
    const { wanted, pivot } = this;
    const { frame } = reference;
    footPoint(pivot, 0, ws, frame, frame.pivot);
    this.#turnAxis(reference, plan);
    for (let c = 0; c < 6; c++) wanted[c] = reference.velocity[c];
    const turn = this.stands ? this.turn : plan.turn;
    this.#turnSpin(turn);
    this.writeTarget(reference.pivot, reference.rotation, plan);
    for (let c = 0; c < 3; c++) this.#vector[c] = p.swingFeedback * (this.target[c] - pivot[c]);
    limitLength(this.#vector, p.swingCatchUp);
    this.#writeTurnError(this.rotation, ws.segmentRotation, 4 * frame.joint);
    const rate = this.stands ? this.speed : plan.rate;
    const spin = this.stands ? this.spin : plan.turnRate;
    for (let c = 0; c < 3; c++) {
      wanted[c] += rate[c] + this.#vector[c];
      wanted[3 + c] += spin[c] + p.swingFeedback * this.#vector[3 + c];
    }
  }

  /** vector[3…] = rotation vector from `from` to `to`, world axes. */
  #writeTurnError(to: Float64Array, from: Float64Array, i: number): void {
    const q = this.#quat;
    conjugateQuat(q, 0, from, i);
    multiplyQuat(q, 0, to, 0, q, 0);
    if (q[3] < 0) for (let c = 0; c < 4; c++) q[c] = -q[c];
    logQuat(this.#vector, 3, q, 0);
  }

  #turnAxis(reference: ReferenceFoot, plan: FootPlan): void {
    const { axis } = this;
    const turn = this.stands ? this.turn : plan.turn;
    for (let c = 0; c < 3; c++) axis[c] = reference.pitchAxis[c];
    if (turn[1] === 0) return;
    const c = Math.cos(turn[1]);
    const s = Math.sin(turn[1]);
    axis[0] = c * reference.pitchAxis[0] + s * reference.pitchAxis[2];
    axis[2] = c * reference.pitchAxis[2] - s * reference.pitchAxis[0];
  }

  #turnSpin(turn: Float64Array): void {
    if (turn[0] === 0 && turn[1] === 0 && turn[2] === 0) return;
    expQuat(this.#quat, 0, turn, 0);
    rotate3(this.wanted, 3, this.#quat, 0, this.wanted, 3);
  }

  /** target and rotation for a reference foot with its pivot at `pivot`, turned as `rotation`. */
  writeTarget(pivot: Float64Array, rotation: Float64Array, plan: FootPlan): void {
    const { target } = this;
    const q = this.#quat;
    for (let c = 0; c < 4; c++) this.rotation[c] = rotation[c];
    if (!this.stands) {
      for (let c = 0; c < 3; c++) target[c] = pivot[c] + plan.offset[c];
      this.#turnBy(plan.turn);
    } else {
      for (let c = 0; c < 3; c++) target[c] = pivot[c] + this.place[c];
      target[1] += this.leftHeight;
      this.#turnBy(this.turn);
      this.#turnBy(this.leftTurn);
    }
    if (this.heel > 0) {
      quatFromAxisAngle(q, 0, this.axis[0], this.axis[1], this.axis[2], this.heel);
      multiplyQuat(this.rotation, 0, q, 0, this.rotation, 0);
    }
  }

  #turnBy(turn: Float64Array): void {
    if (turn[0] === 0 && turn[1] === 0 && turn[2] === 0) return;
    expQuat(this.#quat, 0, turn, 0);
    multiplyQuat(this.rotation, 0, this.#quat, 0, this.rotation, 0);
  }

  /** The heel after a tick whose solution turns the foot by `pitchRate` about its axis [rad/s]. */
  rollHeel(h: number, pitchRate: number, p: ReactionParameters): void {
    const spring = -p.heelStiffness * this.heel - p.heelDamping * this.heelRate;
    this.heelRate = this.stands ? pitchRate - this.plannedPitch : this.heelRate + h * spring;
    if (Math.abs(this.heelRate) < 1e-9) this.heelRate = 0;
    this.heel += h * this.heelRate;
    if (this.heel <= 1e-9) {
      this.heel = 0;
      this.heelRate = Math.max(0, this.heelRate);
    } else if (this.heel > MOST_HEEL) {
      this.heel = MOST_HEEL;
      this.heelRate = 0;
    }
  }

  /** Toes go with the source and stay on the ground under a lifted heel. q holds the foot's new rotation; ws is at the old pose. */
  bendToes(q: Float64Array, v: Float64Array, ws: Workspace, reference: Reference, foot: number): void {
    const { frame } = reference.feet[foot];
    if (frame.toes === frame.joint) return;
    const at = 3 + 4 * frame.toes;
    const rate = 3 + 3 * frame.toes;
    for (let c = 0; c < 4; c++) q[at + c] = reference.next[at + c];
    for (let c = 0; c < 3; c++) v[rate + c] = reference.v[rate + c];
    if (this.heel === 0 && this.heelRate === 0) return;
    // the axis of the heel in the foot's frame, then in that of the toes
    const t = this.#quat;
    const axis = this.#vector;
    rotateBack3(axis, 0, ws.segmentRotation, 4 * frame.joint, this.axis, 0);
    quatFromAxisAngle(t, 0, axis[0], axis[1], axis[2], -this.heel);
    multiplyQuat(q, at, t, 0, q, at);
    rotateBack3(axis, 0, q, at, axis, 0);
    for (let c = 0; c < 3; c++) v[rate + c] -= this.heelRate * axis[c];
  }

  /** What is left of a landing, after a tick of h. */
  settle(h: number, p: ReactionParameters): void {
    const { place, speed, spin, leftTurn } = this;
    const w = p.landingRate;
    place[0] += h * speed[0];
    place[2] += h * speed[2];
    this.leftHeight += h * speed[1];
    const slower = Math.exp(-p.slideRate * h);
    speed[0] *= slower;
    speed[2] *= slower;
    speed[1] += h * (-w * w * this.leftHeight - 2 * w * speed[1]);
    for (let c = 0; c < 3; c++) {
      leftTurn[c] += h * spin[c];
      spin[c] += h * (-w * w * leftTurn[c] - 2 * w * spin[c]);
      if (Math.abs(leftTurn[c]) < 1e-12 && Math.abs(spin[c]) < 1e-12) leftTurn[c] = spin[c] = 0;
      if (Math.abs(speed[c]) < 1e-12) speed[c] = 0;
    }
    if (Math.abs(this.leftHeight) < 1e-12) this.leftHeight = 0;
  }

  /** It comes down where it is, at the start of a tick. Needs position and velocity level of the body. */
  land(ws: Workspace, v: Float64Array, reference: ReferenceFoot, plan: FootPlan): void {
    const { frame } = reference;
    this.#turnAxis(reference, plan);
    this.writeTarget(reference.pivot, reference.rotation, plan);
    footPoint(this.pivot, 0, ws, frame, frame.pivot);
    this.stands = true;
    for (let c = 0; c < 3; c++) {
      this.place[c] = rounded(this.pivot[c] - reference.pivot[c]);
      this.turn[c] = plan.turn[c];
    }
    this.leftHeight = rounded(this.place[1] - plan.landing);
    this.place[1] = plan.landing;
    this.#writeTurnError(this.rotation, ws.segmentRotation, 4 * frame.joint);
    for (let c = 0; c < 3; c++) this.leftTurn[c] = -rounded(this.#vector[3 + c]);
    footVelocity(this.velocity, 0, ws, frame, this.pivot, 0, v);
    for (let c = 0; c < 3; c++) {
      this.speed[c] = rounded(this.velocity[c] - reference.velocityBefore[c], 1e-7);
      this.spin[c] = rounded(this.velocity[3 + c] - reference.velocityBefore[3 + c], 1e-7);
    }
  }

  /** It leaves the ground: the plan goes on from where it stood. */
  lift(plan: FootPlan): void {
    this.stands = false;
    for (let c = 0; c < 3; c++) {
      plan.offset[c] = this.place[c];
      plan.turn[c] = this.turn[c];
    }
    plan.offset[1] += this.leftHeight;
    this.leftHeight = 0;
    this.speed.fill(0);
    this.spin.fill(0);
    this.leftTurn.fill(0);
  }

  /** It stands where the source's does. */
  reset(): void {
    for (const values of [this.place, this.turn, this.leftTurn, this.speed, this.spin]) values.fill(0);
    this.leftHeight = 0;
    this.heel = 0;
    this.heelRate = 0;
    this.stands = true;
  }

  save(out: Float64Array, o: number): void {
    out.set(this.place, o);
    out.set(this.turn, o + 3);
    out.set(this.leftTurn, o + 6);
    out.set(this.speed, o + 9);
    out.set(this.spin, o + 12);
    out[o + 15] = this.leftHeight;
    out[o + 16] = this.heel;
    out[o + 17] = this.heelRate;
    out[o + 18] = this.stands ? 1 : 0;
  }

  restore(state: Float64Array, o: number): void {
    this.place.set(state.subarray(o, o + 3));
    this.turn.set(state.subarray(o + 3, o + 6));
    this.leftTurn.set(state.subarray(o + 6, o + 9));
    this.speed.set(state.subarray(o + 9, o + 12));
    this.spin.set(state.subarray(o + 12, o + 15));
    this.leftHeight = state[o + 15];
    this.heel = state[o + 16];
    this.heelRate = state[o + 17];
    this.stands = state[o + 18] === 1;
  }
}

const rounded = (value: number, least = ROUNDING): number => (Math.abs(value) < least ? 0 : value);

function limitLength(v: Float64Array, most: number): void {
  const size = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (size <= most) return;
  for (let c = 0; c < 3; c++) v[c] *= most / size;
}
