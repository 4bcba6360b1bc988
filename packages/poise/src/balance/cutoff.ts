/** How hard a clip must be smoothed before it may be differentiated twice. */
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { percentile } from './percentile.ts';

const ZMP_NOISE = 0.002; // [m] of ZMP noise that smoothing may leave
const CAPTURE_CUTOFFS: readonly [lowest: number, highest: number] = [6, 10]; // [Hz], by force plates (docs/validation.md)
const CLEAN_CUTOFF = 25; // [Hz] noise this small is the rounding of a file, not a capture

/** Ratio of fifth to fourth differences: 1.9 for white noise, 2 sin(πf/rate) for a wave of frequency f. Below 1 the
 *  roughness of the path is that of slow curves: nothing there is noise. */
const SMOOTH_RATIO = 1;

/** Low-pass [Hz] for a CoM path (frames × 3 [m]): none (Infinity) for motion made by code; for captures as high as their
 *  noise allows, within the range that agrees with force plates. */
export function chooseCutoff(com: ReadonlyVector, frameTime: number): number {
  const fourth = differences(com, [1, -4, 6, -4, 1]);
  const fifth = differences(com, [-1, 5, -10, 10, -5, 1]);
  const rough = percentile(fourth, 0.9);
  if (rough === 0 || percentile(fifth, 0.9) < SMOOTH_RATIO * rough) return Number.POSITIVE_INFINITY;
  // White noise σ has fourth differences of deviation √70 σ; 90 % of a normal distribution lies within 1.645 deviations.
  const noise = rough / 1.645 / Math.sqrt(70);
  // Acceleration noise below f is σ √(2/rate · (2π)⁴ f⁵/5); the ZMP sees it times h/g, h ≈ 1 m.
  const allowed = (ZMP_NOISE * GRAVITY) / noise;
  const highest = ((5 * allowed ** 2) / ((2 * Math.PI) ** 4 * 2 * frameTime)) ** 0.2;
  if (highest > CLEAN_CUTOFF) return highest;
  return Math.min(CAPTURE_CUTOFFS[1], Math.max(CAPTURE_CUTOFFS[0], highest));
}

/** Sizes of the differences of all three components with the given weights. */
function differences(com: ReadonlyVector, weights: readonly number[]): Float64Array {
  const sizes = new Float64Array(Math.max(0, com.length - 3 * (weights.length - 1)));
  for (let i = 0; i < sizes.length; i++) {
    let sum = 0;
    for (let k = 0; k < weights.length; k++) sum += weights[k] * com[i + 3 * k];
    sizes[i] = Math.abs(sum);
  }
  return sizes;
}
