/** Joints that change their speed no faster than people's do: what they are asked for beyond that comes a moment later. Where the clip
 *  itself is quicker, they may be as quick as the clip. */
import { copyQuat, expQuat, logQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../../math/quat.ts';
import type { ReadonlyVector } from '../../math/types.ts';
import { quatIndex, velocityIndex } from '../../motion/skeleton.ts';

const QUICKEST = 500; // [rad/s²]: 8.3 rad/s within a picture of 1/60 s; people's knees reach 8.5
const CATCHING = 400; // [rad/s²] that a joint is stopped with when it has caught up
const FASTEST = 14; // [rad/s] that a joint goes on with in any case
const FREE = 2; // joints from the hip on whose way counts as the clip is played, not as it is

/** What is remembered of the joints of a leg: hip, knee, ankle and, where there are any, toes. */
export interface HeldJoints {
  readonly joints: readonly number[];
  readonly dt: number; // [s]
  readonly wanted: Float64Array; // 4 per joint: the rotation that it was to have in this tick …
  readonly before: Float64Array; // … and in the last one
  readonly rates: Float64Array; // 3 per joint [rad/s] of the clip
  readonly limits: Float64Array; // 1 per joint [rad/s²]
  readonly behind: Float64Array; // 1 per joint [rad] that it is held back by
  known: boolean; // `before` and `rates` are those of the last tick
}

export const createHeldJoints = (joints: readonly number[], dt: number): HeldJoints => ({
  joints,
  dt,
  wanted: new Float64Array(4 * joints.length),
  before: new Float64Array(4 * joints.length),
  rates: new Float64Array(3 * joints.length),
  limits: new Float64Array(joints.length).fill(QUICKEST),
  behind: new Float64Array(joints.length),
  known: false,
});

/** Before the joints of a tick are solved. `rates`: nv, of the clip as it is played, `pace` times as fast as it is. */
export function noteTick(held: HeldJoints, rates: ReadonlyVector, pace: number): void {
  const { joints, limits, known, dt } = held;
  for (let k = 0; k < joints.length; k++) {
    const i = velocityIndex(joints[k]!);
    let sum = 0;
    for (let c = 0; c < 3; c++) {
      const change = rates[i + c] - held.rates[3 * k + c];
      sum += change * change;
      held.rates[3 * k + c] = rates[i + c];
    }
    const own = Math.sqrt(sum) / dt / (k < FREE ? 1 : Math.max(1, pace * pace));
    limits[k] = known ? Math.max(QUICKEST, own) : QUICKEST;
  }
  held.before.set(held.wanted);
}

/** The way [rad] that one goes in a tick who is `behind` [rad] and can be stopped with `braking` [rad/s²]. */
export const catchingUp = (behind: number, braking: number, dt: number): number =>
  Math.min(behind, dt * Math.sqrt(2 * braking * behind));

const way = new Float64Array(12); // where a joint is wanted to go, what it is behind, the change of its way
const turn = new Float64Array(4);

/** Holds joint number k back, which is in q where it is wanted. `times`: of its limit that it has; pose, v: of the last tick. */
export function holdJoint(
  q: Float64Array,
  held: HeldJoints,
  k: number,
  times: number,
  pose: ReadonlyVector,
  v: ReadonlyVector,
): void {
  const { before, limits, dt } = held;
  const at = quatIndex(held.joints[k]!);
  const i = velocityIndex(held.joints[k]!);
  relativeQuat(turn, 0, before, 4 * k, q, at);
  logQuat(way, 0, turn, 0);
  relativeQuat(turn, 0, pose, at, before, 4 * k);
  logQuat(way, 4, turn, 0);
  // it catches up as fast as it can be stopped from
  const behind = Math.sqrt(way[4] * way[4] + way[5] * way[5] + way[6] * way[6]);
  const next = catchingUp(behind, times * CATCHING, dt);
  const share = next < behind ? next / behind : 1;
  // a speed that came of a leap is not kept
  const speed = Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
  const wished = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) / dt;
  const kept = speed > 0 ? Math.min(1, Math.max(FASTEST, 2 * wished) / speed) * dt : dt;
  let size = 0;
  for (let c = 0; c < 3; c++) {
    way[8 + c] = way[c] + share * way[4 + c] - kept * v[i + c];
    size += way[8 + c] * way[8 + c];
  }
  size = Math.sqrt(size);
  const limit = times * limits[k] * dt * dt;
  if (size <= limit && share === 1) return;
  const cut = size > limit ? limit / size : 1;
  for (let c = 0; c < 3; c++) way[c] = kept * v[i + c] + cut * way[8 + c];
  expQuat(turn, 0, way, 0);
  multiplyQuat(turn, 0, pose, at, turn, 0);
  normalizeQuat(turn, 0, turn, 0);
  relativeQuat(way, 8, turn, 0, q, at);
  logQuat(way, 4, way, 8);
  held.behind[k] = Math.sqrt(way[4] * way[4] + way[5] * way[5] + way[6] * way[6]);
  copyQuat(q, at, turn, 0);
}
