/**
 * What a hit adds to the motion underneath. If that motion keeps its balance as a pendulum with its ZMP at p₀, one that is pushed
 * and has its ZMP at p₀ + p moves beside it by x with ẍ = w²(x − p): the same pendulum, whatever the motion is. So only the
 * difference is planned: x and its speed, the feet's offsets, and p within what the feet carry.
 */
import { captureAfter, capturePoint, writePendulum } from '../../gait/pendulum.ts';
import type { SupportHull } from '../../gait/streaming-contacts.ts';
import { signedDistance } from '../../math/polygon.ts';

/** Pairs are (x, z) in world axes. */
export interface Beside {
  readonly x: Float64Array; // 2 [m] of the CoM
  readonly v: Float64Array; // 2 [m/s]
  readonly p: Float64Array; // 2 [m] of the ZMP, in the last step
  air: number; // [s] since a foot has stood
  readonly lean: Float64Array; // 2 [m] a/w² of a steady pull with acceleration a: how far the body leans against it
}

const RETURN = 0.8; // ξ goes back with w · this
const FLIGHT = 0.45; // [s] no leap of a gait is longer
const FLOAT = 4; // [1/s]
const INSET = 0.01; // [m] the ZMP stays inside the edge

const nearest = new Float64Array(2);
const reference = new Float64Array(2);
const moved = new Float64Array(2);

/** Where the motion underneath has its ZMP, about: its CoM, or the nearest place that its feet carry; on one foot nearer to the
 *  middle of its sole (`middle`, x z). */
export function writeZmp(
  out: Float64Array,
  com: Float64Array,
  own: SupportHull,
  middle: Float64Array | undefined,
): void {
  out[0] = com[0];
  out[1] = com[2];
  if (own.count === 0) return;
  signedDistance(nearest, own.hull, 0, own.count, com[0], com[2]);
  for (let c = 0; c < 2; c++) out[c] = middle ? 0.5 * (nearest[c] + middle[c]) : nearest[c];
}

/** The offset of the capture point, ξ = x + v/w, and with a steady pull + a/w²: then too ξ̇ = w(ξ − p). */
export function writeCapture(out: Float64Array, { x, v, lean }: Beside, w: number): void {
  for (let c = 0; c < 2; c++) out[c] = capturePoint(x[c], v[c], w) + lean[c];
}

/** How far inside the feet the capture point is [m]; negative: they cannot stop it. */
export function captureMargin(beside: Beside, w: number, zmp: Float64Array, feet: SupportHull): number {
  if (feet.count === 0) return 0;
  writeCapture(reference, beside, w);
  return signedDistance(nearest, feet.hull, 0, feet.count, zmp[0] + reference[0], zmp[1] + reference[1]);
}

/** Goes on by h: the ZMP brings the capture point to `goal`, as far as the feet allow. `bias`: moves the ZMP [m], before a step. */
export function stepBeside(
  beside: Beside,
  h: number,
  w: number,
  goal: Float64Array,
  zmp: Float64Array,
  feet: SupportHull,
  bias: Float64Array,
): void {
  const { x, v } = beside;
  beside.air = feet.count === 0 ? beside.air + h : 0;
  if (feet.count === 0) {
    // whoever never stands (on skates, in water, with feet that slide) is brought back all the same
    const floats = beside.air > FLIGHT;
    for (let c = 0; c < 2; c++) {
      x[c] += h * v[c];
      v[c] += h * w * w * beside.lean[c];
      if (floats) v[c] -= h * (FLOAT * FLOAT * (x[c] - goal[c]) + 2 * FLOAT * v[c]);
    }
    return;
  }
  writeCapture(reference, beside, w);
  for (let c = 0; c < 2; c++) reference[c] = zmp[c] + goal[c] + (1 + RETURN) * (reference[c] - goal[c]) + bias[c];
  const inside = signedDistance(nearest, feet.hull, 0, feet.count, reference[0], reference[1]);
  for (let c = 0; c < 2; c++) {
    const p = (inside > 0 ? reference[c] : nearest[c] + insetTowards(zmp[c] + goal[c] - nearest[c])) - zmp[c];
    beside.p[c] = p;
    // the pull acts as a ZMP that is farther back
    writePendulum(moved, x[c], v[c], p - beside.lean[c], w, h);
    x[c] = moved[0];
    v[c] = moved[1];
  }
}

const insetTowards = (way: number): number => Math.max(-INSET, Math.min(INSET, way));

/** Where the capture point will be after t, with the ZMP kept at the feet's middle: out (2), offsets. */
export function writeCaptureAhead(out: Float64Array, beside: Beside, w: number, t: number, p: Float64Array): void {
  writeCapture(out, beside, w);
  for (let c = 0; c < 2; c++) out[c] = captureAfter(out[c], p[c], w, t);
}
