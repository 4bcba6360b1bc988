/** Differences of rotations and of their rates, as vectors that can die out. */
import { conjugateQuat, expQuat, logQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../../math/quat.ts';

const a = new Float64Array(4);
const b = new Float64Array(4);

export const rateOf = (change: number, dt: number): number => (dt > 0 ? change / dt : 0);

/** x = log(next⁻¹ now), v = the difference of the rates of turn, in the turned frame. `before` is dt [s] earlier than `now`, `later`
 *  h [s] later than `next`; all quaternions at index i. */
export function localDifference(
  x: Float64Array,
  v: Float64Array,
  now: Float64Array,
  before: Float64Array,
  dt: number,
  next: Float64Array,
  later: Float64Array,
  h: number,
  i: number,
): void {
  relativeQuat(a, 0, next, i, now, i);
  logQuat(x, 0, a, 0);
  relativeQuat(a, 0, before, i, now, i);
  logQuat(a, 0, a, 0);
  relativeQuat(b, 0, next, i, later, i);
  logQuat(b, 0, b, 0);
  for (let c = 0; c < 3; c++) v[c] = rateOf(a[c], dt) - rateOf(b[c], h);
}

/** q[i] = q[i] turned by x in its own frame. */
export function turnLocally(q: Float64Array, i: number, x: Float64Array): void {
  if (x[0] === 0 && x[1] === 0 && x[2] === 0) return;
  expQuat(a, 0, x, 0);
  multiplyQuat(q, i, q, i, a, 0);
  normalizeQuat(q, i, q, i);
}

/** out[o] = log(now · wanted⁻¹): the turn in world axes that takes one to the other. */
export function worldDifference(
  out: Float64Array,
  o: number,
  now: Float64Array,
  wanted: Float64Array,
  i: number,
): void {
  conjugateQuat(a, 0, wanted, i);
  multiplyQuat(a, 0, now, i, a, 0);
  logQuat(out, o, a, 0);
}

/** q[i] = q[i] turned by x[o…] in world axes. */
export function turnInWorld(q: Float64Array, i: number, x: Float64Array, o: number): void {
  if (x[o] === 0 && x[o + 1] === 0 && x[o + 2] === 0) return;
  expQuat(a, 0, x, o);
  multiplyQuat(q, i, a, 0, q, i);
  normalizeQuat(q, i, q, i);
}
