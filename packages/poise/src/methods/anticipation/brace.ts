/**
 * A character that knows of a hit braces for it: it leans against the hit and sinks a little into its knees in the second before, by the CMRTs that
 * simulated people have learned [Rabbani14]. Kinematic: the pose is leant, feet where they are. The reaction body begins from the lean and its
 * velocity, and comes back to the animation, which does not lean: so the lean counts against the push instead of being what is returned to.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { UsageError } from '../../errors.ts';
import { headingYaw } from '../../gait/heading.ts';
import { type Limb, limbOf, solveLimb } from '../../ik/leg-ik.ts';
import { ease } from '../../math/ease.ts';
import { multiplyQuat, normalizeQuat, quatFromAxisAngle } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import { difference } from '../../motion/coordinates.ts';
import { SIDES } from '../../motion/roles.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import type { OffsetCurve } from './cmrt.ts';
import { BRACE_LEAD, braceCurve } from './families/brace-table.ts';

/** The person whom the table describes. */
const [HEIGHT, MASS] = [1.75, 70]; // [m], [kg]
/** Height of the chest, where the table's shoves come, over stature: what counts is the turning about the ankles. */
const SHOVE_HEIGHT = 0.72;
/** Share of the lean that pelvis and trunk turn along with: people lean from the ankles and keep their heads up. */
const TRUNK = 0.5;
const SINK = 0.35; // [m] that the hips sink, per metre of lean
const LEAST_LEAD = 0.1; // [s] less leaves no time to do anything
const LEAST_LEAN = 1e-6; // [m]
const LONGEST_LEAD = 60; // [s]

/** Share of the distance between the ankles that the CoM goes to the side: at one half one foot is unloaded, and could not step with the other. */
const MOST_ASIDE = 0.3;
/** Over this time [s] an expectation goes over into another one, or into none. */
const CHANGE = 0.4;
const RATE_STEP = 1 / 240; // [s] over which the velocity of a lean is taken

/** Plain data. */
export interface BraceState {
  at: number; // [s] when the hit is expected; −1: none
  begin: number; // [s] when the bracing begins
  impulse: number; // [N·s] at the chest of the table's person
  x: number; // way of the hit, world, length 1
  z: number;
  faces: number; // 1: the hit comes from behind, −1: from the front; sideways as the heading was when it was told
  readonly lean: Float64Array; // 2 [m] x and z, as shown last
  readonly left: Float64Array; // 2 [m] that is left of what was expected before, when it changed
  changedAt: number; // [s] −1: never
}

const quietState = (): BraceState => ({
  at: -1,
  begin: 0,
  impulse: 0,
  x: 0,
  z: 0,
  faces: 1,
  lean: new Float64Array(2),
  left: new Float64Array(2),
  changedAt: -1,
});

/** The state of nobody who expects anything, as a save has it. */
export const savedQuiet = (): object => ({ ...quietState(), lean: [0, 0], left: [0, 0] });

export class Brace {
  readonly state = quietState();
  readonly #body: Body;
  readonly #ws: Workspace;
  readonly #legs: readonly (Limb | undefined)[];
  readonly #targets = SIDES.map(() => ({ position: new Float64Array(3), rotation: new Float64Array(4) }));
  readonly #turn = new Float64Array(4);
  readonly #sample = new Float64Array(4);
  readonly #later: Float64Array;
  readonly #rate: Float64Array;
  readonly #turned = new Float64Array(4);
  #curve: OffsetCurve | undefined;
  #curveOf = ''; // what the curve was made for

  constructor(body: Body) {
    this.#body = body;
    this.#ws = createWorkspace(body);
    this.#legs = SIDES.map((side) => limbOf(body, side, 'leg'));
    this.#later = new Float64Array(coordinateCount(body.skeleton));
    this.#rate = new Float64Array(freedomCount(body.skeleton));
  }

  get isBracing(): boolean {
    return this.state.at >= 0 || this.state.changedAt >= 0;
  }

  /** A hit [N·s] at a height [m] over the floor is expected `lead` seconds from `time`, by somebody who faces `yaw`. */
  expect(impulse: Vec3, height: number, yaw: number, lead: number, time: number): void {
    if (!(lead >= LEAST_LEAD && lead <= LONGEST_LEAD)) {
      throw new UsageError(`in: expected ${LEAST_LEAD} to ${LONGEST_LEAD} seconds, found ${lead}`);
    }
    const { totalMass, height: stature } = this.#body;
    const level = Math.hypot(impulse[0], impulse[2]);
    const share = Math.max(0, height) / (SHOVE_HEIGHT * stature);
    const size = level * share * (MASS / totalMass) * Math.sqrt(HEIGHT / stature);
    this.#leave(time);
    Object.assign(this.state, {
      at: time + lead,
      begin: Math.max(time, time + lead - BRACE_LEAD),
      impulse: size,
      x: level > 0 ? impulse[0] / level : 0,
      z: level > 0 ? impulse[2] / level : 0,
      // once: who is hit from the side and sways would change from one curve to the other
      faces: impulse[0] * Math.sin(yaw) + impulse[2] * Math.cos(yaw) < 0 ? -1 : 1,
    });
  }

  /** Nothing is expected any more: the character comes upright. */
  callOff(time: number): void {
    this.#leave(time);
    this.state.at = -1;
  }

  /** The same at once. */
  forget(): void {
    Object.assign(this.state, { at: -1, changedAt: -1 });
    this.state.lean.fill(0);
  }

  /** What is shown now dies away beside what comes. */
  #leave(time: number): void {
    this.state.left.set(this.state.lean);
    this.state.changedAt = this.isBracing ? time : -1;
  }

  /** Leans a pose as `apply`; returns its velocity, the lean's included. Valid until the next call. */
  lean(q: Float64Array, v: Float64Array, time: number): Float64Array {
    const later = this.#later;
    later.set(q);
    const { at, changedAt } = this.state;
    this.apply(later, time + RATE_STEP);
    Object.assign(this.state, { at, changedAt });
    this.apply(q, time);
    const rate = this.#rate;
    difference(rate, this.#body.skeleton, q, 0, later, 0, RATE_STEP, this.#turned);
    for (let i = 0; i < rate.length; i++) rate[i] += v[i];
    return rate;
  }

  /** Leans a pose over the floor y = 0 as it is at a time [s]. */
  apply(q: Float64Array, time: number): void {
    if (!this.isBracing) return;
    const { state } = this;
    const { lean, left } = state;
    forwardKinematics(this.#body, this.#ws, q);
    lean.fill(0);
    if (state.at >= 0) this.#addExpected(time);
    if (state.changedAt >= 0) {
      const share = 1 - ease((time - state.changedAt) / CHANGE);
      lean[0] += share * left[0];
      lean[1] += share * left[1];
      if (share <= 0) state.changedAt = -1;
    }
    const size = Math.hypot(lean[0], lean[1]);
    if (size > LEAST_LEAN) this.#lean(q, lean[0], lean[1], size);
  }

  #addExpected(time: number): void {
    const { state } = this;
    const { at, begin, x, z, faces, lean } = state;
    if (time <= begin) return;
    const yaw = headingYaw(this.#body, this.#ws);
    const curve = this.#curveFor(faces > 0);
    // a shorter notice plays the same preparation faster
    const now = time < at ? (BRACE_LEAD * (time - begin)) / (at - begin) : BRACE_LEAD + time - at;
    if (now >= curve.duration) {
      state.at = -1;
      return;
    }
    curve.sample(this.#sample, now);
    // along the way of the hit; the table's is along the heading
    const size = faces * this.#sample[1] * (this.#body.height / HEIGHT);
    const aside = size * (x * Math.cos(yaw) - z * Math.sin(yaw));
    const most = MOST_ASIDE * this.#stanceWidth();
    const held = Math.max(-most, Math.min(most, aside));
    lean[0] += size * x - (aside - held) * Math.cos(yaw);
    lean[1] += size * z + (aside - held) * Math.sin(yaw);
  }

  /** [m] between the ankles, across. The workspace holds the pose. */
  #stanceWidth(): number {
    const [left, right] = this.#legs;
    if (!left || !right) return 0;
    const { segmentOrigin: o } = this.#ws;
    return Math.hypot(o[3 * left.end] - o[3 * right.end], o[3 * left.end + 2] - o[3 * right.end + 2]);
  }

  #curveFor(fallsForward: boolean): OffsetCurve {
    const key = `${fallsForward} ${this.state.impulse}`;
    if (this.#curve === undefined || key !== this.#curveOf) {
      this.#curve = braceCurve(fallsForward, this.state.impulse);
      this.#curveOf = key;
    }
    return this.#curve;
  }

  /** Brings the CoM so far aside [m] and the hips down; feet stay. The workspace holds the pose. */
  #lean(q: Float64Array, x: number, z: number, size: number): void {
    const body = this.#body;
    const ws = this.#ws;
    const { com, segmentOrigin, segmentRotation } = ws;
    const [wantedX, wantedZ] = [com[0] + x, com[2] + z];
    this.#legs.forEach((leg, k) => {
      if (!leg) return;
      this.#targets[k].position.set(segmentOrigin.subarray(3 * leg.end, 3 * leg.end + 3));
      this.#targets[k].rotation.set(segmentRotation.subarray(4 * leg.end, 4 * leg.end + 4));
    });
    quatFromAxisAngle(this.#turn, 0, z / size, 0, -x / size, (TRUNK * size) / Math.max(0.1, com[1]));
    multiplyQuat(q, 3, this.#turn, 0, q, 3);
    normalizeQuat(q, 3, q, 3);
    q[1] -= SINK * size;
    forwardKinematics(body, ws, q);
    q[0] += wantedX - ws.com[0];
    q[2] += wantedZ - ws.com[2];
    forwardKinematics(body, ws, q);
    this.#legs.forEach((leg, k) => {
      if (leg) solveLimb(q, ws, leg, this.#targets[k]);
    });
  }
}
