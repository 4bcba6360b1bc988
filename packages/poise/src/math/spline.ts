/**
 * Uniform cubic B-splines of several numbers at once. Sites lie at the knots, one every `spacing`; N sites have N + 2
 * coefficient rows, and at site k only three of them count (row k belongs to site k − 1):
 *
 *   value = (c[k] + 4 c[k+1] + c[k+2]) / 6,  rate = (c[k+2] − c[k]) / 2h,  second = (c[k] − 2 c[k+1] + c[k+2]) / h²
 */
import { power } from './power.ts';
import type { ReadonlyVector } from './types.ts';

export interface UniformSpline {
  readonly start: number; // of the first site
  readonly spacing: number; // h, between sites
  readonly siteCount: number; // N ≥ 1
  readonly width: number; // numbers per site
  readonly coefficients: Float64Array; // (N + 2) × width
}

/** What happens at the ends of an interpolating spline. natural: second derivative 0. still: first derivative 0.
 *  free: the outer two intervals share one cubic (not-a-knot), so that cubics are reproduced exactly. */
export type SplineEnds = 'natural' | 'still' | 'free';

/** Weights of the four coefficients that count in one interval, for u ∈ [0, 1] in it. derivative 0, 1 or 2, per interval. */
export function splineWeights(out: Float64Array, o: number, u: number, derivative: 0 | 1 | 2): void {
  const s = 1 - u;
  if (derivative === 0) {
    out[o] = (s * s * s) / 6;
    out[o + 1] = (4 - 6 * u * u + 3 * u * u * u) / 6;
    out[o + 2] = (4 - 6 * s * s + 3 * s * s * s) / 6;
    out[o + 3] = (u * u * u) / 6;
  } else if (derivative === 1) {
    out[o] = -s * s * 0.5;
    out[o + 1] = u * (1.5 * u - 2);
    out[o + 2] = s * (2 - 1.5 * s);
    out[o + 3] = u * u * 0.5;
  } else {
    out[o] = s;
    out[o + 1] = 3 * u - 2;
    out[o + 2] = 3 * s - 2;
    out[o + 3] = u;
  }
}

/** Interval that holds time t, which is held inside the sites. */
export function splineInterval(spline: Pick<UniformSpline, 'start' | 'spacing' | 'siteCount'>, t: number): number {
  return Math.max(0, Math.min(spline.siteCount - 2, Math.floor((t - spline.start) / spline.spacing)));
}

const weights = new Float64Array(4);

/** out = the spline's numbers at t, or their first or second derivative. Outside the sites t is held at the nearer end. */
export function evaluateSpline(
  out: Float64Array,
  o: number,
  spline: UniformSpline,
  t: number,
  derivative: 0 | 1 | 2,
): void {
  const { width, coefficients, spacing } = spline;
  const interval = splineInterval(spline, t);
  const u = Math.max(0, Math.min(1, (t - spline.start) / spacing - interval));
  // One site alone has three coefficients: interval 0 at u = 0 needs no fourth.
  const rows = spline.siteCount === 1 ? 3 : 4;
  splineWeights(weights, 0, spline.siteCount === 1 ? 0 : u, derivative);
  const scale = power(spacing, -derivative);
  for (let c = 0; c < width; c++) {
    let sum = 0;
    for (let row = 0; row < rows; row++) sum += weights[row] * coefficients[(interval + row) * width + c];
    out[o + c] = scale * sum;
  }
}

/** The spline through values (N × width, one row per site). */
export function interpolateSpline(
  values: ReadonlyVector,
  width: number,
  start: number,
  spacing: number,
  ends: SplineEnds,
): UniformSpline {
  const siteCount = values.length / width;
  const bend = secondDifferences(values, width, siteCount, ends);
  const coefficients = new Float64Array((siteCount + 2) * width);
  const last = siteCount * width;
  // c = y − δ²/6 at the sites; one row beyond each end from the second difference there.
  for (let i = 0; i < last; i++) coefficients[width + i] = values[i] - bend[i] / 6;
  for (let c = 0; c < width; c++) {
    const inner = siteCount > 1 ? coefficients[2 * width + c] : coefficients[width + c];
    coefficients[c] = 2 * coefficients[width + c] - inner + bend[c];
    const before = siteCount > 1 ? coefficients[last - width + c] : coefficients[width + c];
    coefficients[last + width + c] = 2 * coefficients[last + c] - before + bend[last - width + c];
  }
  return { start, spacing, siteCount, width, coefficients };
}

/** h² times the second derivatives at the sites: δ²ₖ₋₁ + 4 δ²ₖ + δ²ₖ₊₁ = 6 (yₖ₋₁ − 2 yₖ + yₖ₊₁), and a condition per end. */
function secondDifferences(y: ReadonlyVector, width: number, n: number, ends: SplineEnds): Float64Array {
  const d = new Float64Array(n * width);
  if (n < 2) return d;
  const bendAt = (k: number, c: number): number =>
    y[(k - 1) * width + c] - 2 * y[k * width + c] + y[(k + 1) * width + c];
  if (ends === 'free' && n < 4) {
    // Too few sites for two cubics: one parabola or line.
    for (let k = 0; k < n && n === 3; k++) for (let c = 0; c < width; c++) d[k * width + c] = bendAt(1, c);
    return d;
  }
  const first = ends === 'still' ? 0 : 1;
  const firstKnown = ends === 'free' ? 2 : first;
  const lastKnown = n - 1 - firstKnown;
  for (let c = 0; c < width; c++) {
    for (let k = Math.max(1, firstKnown); k <= Math.min(n - 2, lastKnown); k++) d[k * width + c] = 6 * bendAt(k, c);
    if (ends === 'free') {
      // Third derivative continuous at sites 1 and n − 2: δ²₁ is the plain second difference there.
      for (const k of [1, n - 2]) d[k * width + c] = bendAt(k, c);
      if (lastKnown >= firstKnown) {
        d[firstKnown * width + c] -= d[width + c];
        d[lastKnown * width + c] -= d[(n - 2) * width + c];
      }
    } else if (ends === 'still') {
      d[c] = 6 * (y[width + c] - y[c]);
      d[(n - 1) * width + c] = -6 * (y[(n - 1) * width + c] - y[(n - 2) * width + c]);
    }
  }
  solveTridiagonal(d, width, firstKnown, lastKnown, ends === 'still');
  if (ends === 'free') {
    for (let c = 0; c < width; c++) {
      d[c] = 2 * d[width + c] - d[2 * width + c];
      d[(n - 1) * width + c] = 2 * d[(n - 2) * width + c] - d[(n - 3) * width + c];
    }
  }
  return d;
}

/** Rows first…last of (1 4 1), in place; with `halfEnds` the first and last diagonal entries are 2. */
function solveTridiagonal(x: Float64Array, width: number, first: number, last: number, halfEnds: boolean): void {
  if (last < first) return;
  const ratio = new Float64Array(last + 1);
  for (let k = first; k <= last; k++) {
    const diagonal = halfEnds && (k === first || k === last) ? 2 : 4;
    const pivot = diagonal - (k > first ? ratio[k - 1] : 0);
    ratio[k] = 1 / pivot;
    for (let c = 0; c < width; c++) {
      const before = k > first ? x[(k - 1) * width + c] : 0;
      x[k * width + c] = (x[k * width + c] - before) / pivot;
    }
  }
  for (let k = last - 1; k >= first; k--) {
    for (let c = 0; c < width; c++) x[k * width + c] -= ratio[k] * x[(k + 1) * width + c];
  }
}
