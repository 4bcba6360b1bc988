/**
 * Centre-of-mass reference trajectory, CMRT [Rabbani14] §4: how far the centre of mass is asked to stay away from the centre of
 * the support, over time. A C² cubic spline through four free points; it starts and ends at zero with slope zero, and is zero
 * outside. Horizontal, in the heading frame of the support: forward, and in 3D also to the left, with shared knots.
 */

import { UsageError } from '../../errors.ts';
import { tanh } from '../../math/power.ts';

/** Free points of a curve. [Rabbani14] §4: "we typically use 4 control points". */
export const CMRT_POINTS = 4;

/** The numbers that describe a CMRT. Plain data, as it is stored in files. */
export interface Cmrt {
  readonly duration: number; // [s] L, of the whole clip
  readonly knots: readonly number[]; // 4 [s] ascending, inside 0 … L
  readonly forward: readonly number[]; // 4 [m] offsets at the knots
  readonly left?: readonly number[]; // 4 [m] absent in planar scenes
}

/** Something that says where the centre of mass is asked to be. Writes left, forward [m], and their rates [m/s]. */
export interface OffsetCurve {
  readonly duration: number; // [s] zero from here on
  sample(out: Float64Array, t: number): void;
}

/** Offsets are asked to stay within this [m]: softly, so that the curve stays C². */
export const CMRT_LIMIT = 0.2;
/** Share of the limit up to which nothing is changed. */
const UNTOUCHED = 0.75;

/** y, bent so that it never goes beyond ±limit; C² and untouched up to 75 % of it. */
export function softClamp(y: number, limit: number): number {
  const [size, knee] = [Math.abs(y), UNTOUCHED * limit];
  if (size <= knee) return y;
  return Math.sign(y) * (knee + (limit - knee) * tanh((size - knee) / (limit - knee)));
}

/** Derivative of softClamp by y. */
export function softClampSlope(y: number, limit: number): number {
  const [size, knee] = [Math.abs(y), UNTOUCHED * limit];
  return size <= knee ? 1 : 1 - tanh((size - knee) / (limit - knee)) ** 2;
}

/** The CMRT that asks for nothing, with equal gaps between knots: where a search starts ([Rabbani14] §4.1). */
export function flatCmrt(duration: number, planar = true): Cmrt {
  const knots = Array.from({ length: CMRT_POINTS }, (_, i) => ((i + 1) * duration) / (CMRT_POINTS + 1));
  const zeros = knots.map(() => 0);
  return { duration, knots, forward: zeros, ...(planar ? {} : { left: zeros }) };
}

/** Throws UsageError naming what is wrong with a CMRT. */
export function checkCmrt(cmrt: Cmrt): void {
  const { duration, knots, forward, left } = cmrt;
  if (!(duration > 0 && Number.isFinite(duration)))
    throw new UsageError(`a CMRT needs a duration in seconds, found ${duration}`);
  for (const [name, values] of Object.entries({ knots, forward, ...(left && { left }) })) {
    if (values.length !== CMRT_POINTS || !values.every(Number.isFinite)) {
      throw new UsageError(`a CMRT needs ${CMRT_POINTS} numbers in "${name}", found [${values.join(', ')}]`);
    }
  }
  const times = [0, ...knots, duration];
  if (times.some((time, i) => i > 0 && !(time > times[i - 1]!))) {
    throw new UsageError(`the knots of a CMRT ascend between 0 and ${duration}, found [${knots.join(', ')}]`);
  }
}

/** Slopes at all knots of the C² spline through (times, values), zero at both ends: a tridiagonal system. */
function slopesOf(times: readonly number[], values: readonly number[]): Float64Array {
  const last = times.length - 1;
  const gap = (i: number): number => times[i + 1]! - times[i]!;
  const rise = (i: number): number => (values[i + 1]! - values[i]!) / gap(i);
  const slopes = new Float64Array(last + 1);
  const ratio = new Float64Array(last + 1);
  // h_i m_{i−1} + 2 (h_{i−1} + h_i) m_i + h_{i−1} m_{i+1} = 3 (h_i d_{i−1} + h_{i−1} d_i), with m_0 = m_last = 0
  for (let i = 1; i < last; i++) {
    const pivot = 2 * (gap(i - 1) + gap(i)) - gap(i) * ratio[i - 1];
    ratio[i] = gap(i - 1) / pivot;
    slopes[i] = (3 * (gap(i) * rise(i - 1) + gap(i - 1) * rise(i)) - gap(i) * slopes[i - 1]) / pivot;
  }
  slopes[last] = 0;
  for (let i = last - 1; i > 0; i--) slopes[i] -= ratio[i] * slopes[i + 1];
  slopes[0] = 0;
  return slopes;
}

interface Strand {
  readonly values: Float64Array; // 6 [m]
  readonly slopes: Float64Array; // 6 [m/s]
}

/** The curve of a CMRT, ready to be sampled; sampling does not allocate.
 *
 * ```ts
 * const curve = cmrtCurve({ duration: 3, knots: [0.6, 1.0, 1.3, 2.2], forward: [-0.02, -0.1, -0.04, 0.01] });
 * curve.sample(out, 0.9); // out: left, forward [m], leftRate, forwardRate [m/s]
 * ```
 */
export function cmrtCurve(cmrt: Cmrt): OffsetCurve {
  checkCmrt(cmrt);
  const { duration } = cmrt;
  const times = Float64Array.from([0, ...cmrt.knots, duration]);
  const strandOf = (points: readonly number[]): Strand => {
    const values = [0, ...points, 0];
    return { values: Float64Array.from(values), slopes: slopesOf([...times], values) };
  };
  const forward = strandOf(cmrt.forward);
  const left = cmrt.left && strandOf(cmrt.left);
  return {
    duration,
    sample(out, t) {
      out.fill(0, 0, 4);
      if (!(t > 0 && t < duration)) return;
      let i = 0;
      while (t >= times[i + 1]) i++;
      if (left) hermite(out, 0, times, left, i, t);
      hermite(out, 1, times, forward, i, t);
    },
  };
}

/** Value and rate of one strand in interval i, softly limited: out[o] and out[o + 2]. */
function hermite(out: Float64Array, o: number, times: Float64Array, strand: Strand, i: number, t: number): void {
  const { values, slopes } = strand;
  const h = times[i + 1] - times[i];
  const u = (t - times[i]) / h;
  const [y0, y1, m0, m1] = [values[i], values[i + 1], h * slopes[i], h * slopes[i + 1]];
  // y0 + m0 u + (3 Δ − 2 m0 − m1) u² + (m0 + m1 − 2 Δ) u³
  const [square, cube] = [3 * (y1 - y0) - 2 * m0 - m1, m0 + m1 - 2 * (y1 - y0)];
  const y = y0 + u * (m0 + u * (square + u * cube));
  const rate = (m0 + u * (2 * square + 3 * u * cube)) / h;
  out[o] = softClamp(y, CMRT_LIMIT);
  out[o + 2] = rate * softClampSlope(y, CMRT_LIMIT);
}
