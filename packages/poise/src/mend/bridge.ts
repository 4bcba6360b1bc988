/** Poses between two good frames: a cubic that leaves and arrives with the speed of the frames beside it. */
import { expQuat, logQuat, multiplyQuat, relativeQuat } from '../math/quat.ts';

/** A speed is believed for this many frames; longer bridges start and end slower. */
const BELIEVED = 8;

/** Fills frames a + 1 … b − 1 of the three numbers at column `at`. Frame −1 or `frames`: there is no good frame on that side. */
export function bridgePlace(q: Float64Array, nq: number, at: number, a: number, b: number, frames: number): void {
  if (a < 0 && b >= frames) return;
  const value = (frame: number, k: number): number => q[frame * nq + at + k];
  for (let frame = Math.max(0, a + 1); frame < Math.min(b, frames); frame++) {
    for (let k = 0; k < 3; k++) {
      if (a < 0) q[frame * nq + at + k] = value(b, k);
      else if (b >= frames) q[frame * nq + at + k] = value(a, k);
      else {
        const damp = Math.min(1, BELIEVED / (b - a));
        const before = a > 0 ? damp * (value(a, k) - value(a - 1, k)) : 0;
        const after = b + 1 < frames ? damp * (value(b + 1, k) - value(b, k)) : 0;
        const chord = value(b, k) - value(a, k);
        q[frame * nq + at + k] = value(a, k) + hermite((frame - a) / (b - a), chord, before * (b - a), after * (b - a));
      }
    }
  }
}

/** The same for a quaternion at column `at`, in the tangent space of frame a. */
export function bridgeTurn(q: Float64Array, nq: number, at: number, a: number, b: number, frames: number): void {
  if (a < 0 && b >= frames) return;
  const [turn, chord, before, after] = [0, 0, 0, 0].map(() => new Float64Array(4));
  const from = (a < 0 ? b : a) * nq + at;
  if (a >= 0 && b < frames) {
    const damp = Math.min(1, BELIEVED / (b - a)) * (b - a);
    turnBetween(chord, q, from, b * nq + at);
    if (a > 0) turnBetween(before, q, from - nq, from);
    if (b + 1 < frames) turnBetween(after, q, b * nq + at, (b + 1) * nq + at);
    for (let k = 0; k < 3; k++) {
      before[k] *= damp;
      after[k] *= damp;
    }
  }
  for (let frame = Math.max(0, a + 1); frame < Math.min(b, frames); frame++) {
    const u = (frame - a) / (b - a);
    const o = frame * nq + at;
    for (let k = 0; k < 3; k++) turn[k] = hermite(u, chord[k], before[k], after[k]);
    expQuat(turn, 0, turn, 0);
    multiplyQuat(q, o, q, from, turn, 0);
  }
}

/** From 0 to `chord` over u = 0 … 1, leaving with `before` and arriving with `after` per unit of u. */
function hermite(u: number, chord: number, before: number, after: number): number {
  const v = 1 - u;
  return u * u * (3 - 2 * u) * chord + u * v * v * before - u * u * v * after;
}

/** Rotation vector of j seen from i, the shorter way. */
export function turnBetween(out: Float64Array, q: Float64Array, i: number, j: number): void {
  relativeQuat(out, 0, q, i, q, j);
  logQuat(out, 0, out, 0);
}
