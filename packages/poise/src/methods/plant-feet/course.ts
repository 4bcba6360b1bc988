/**
 * From what the stands ask for to a smooth course over the whole clip: minimises Σ w (x − target)² + λ Σ (second
 * difference)² per channel. Between stands nothing is asked but to come back to zero in time, so swing arcs keep their shape, and the
 * course bends as little as a cubic spline (C2).
 */

import { ease } from '../../math/ease.ts';
import { power } from '../../math/power.ts';
import { bandIndex, createBanded, factorBanded, solveBanded } from '../../optim/banded.ts';

const SMOOTH = 5; // [Hz] what a stand asks for above this is noise as far as the swing is concerned
const RETURN = 1.5; // [Hz] how fast the course comes back to zero away from stands
const ENTRY = 0.06; // [s] from the end of a stand to where its target is met to the full

/** What one stretch of frames asks for. */
export interface Wanted {
  readonly start: number; // first frame
  readonly values: Float64Array; // frames × channels
}

/** frames × channels. */
export function smoothCourse(
  wanted: readonly Wanted[],
  frames: number,
  channels: number,
  frameTime: number,
  smooth = SMOOTH,
): Float64Array {
  const course = new Float64Array(frames * channels);
  if (wanted.length === 0) return course;
  const weight = new Float64Array(frames).fill(power(Math.min(1, RETURN / smooth), 4));
  for (const { start, values } of wanted) {
    weight.fill(1, start, start + values.length / channels);
    course.set(values, start * channels);
  }
  solveSmooth(course, weight, channels, power(2 * Math.PI * smooth * frameTime, -4));
  return course;
}

/** course holds the targets and becomes the solution of (diag(w) + λ DᵀD) x = w target, D the second difference. */
function solveSmooth(course: Float64Array, weight: Float64Array, channels: number, lambda: number): void {
  const frames = weight.length;
  const matrix = createBanded(frames, 2);
  const { entries } = matrix;
  const stencil = [1, -2, 1];
  for (let i = 0; i < frames; i++) {
    entries[bandIndex(2, i, i)] += weight[i];
    for (let c = 0; c < channels; c++) course[i * channels + c] *= weight[i];
    if (i + 2 >= frames) continue;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++) entries[bandIndex(2, i + a, i + b)] += lambda * stencil[a] * stencil[b];
    }
  }
  // positive definite: every weight is above zero
  if (factorBanded(matrix) < 0) solveBanded(matrix, course, channels);
}

/** Puts the targets themselves into a course, faded in from the ends of each stand. */
export function meetTargets(
  course: Float64Array,
  wanted: readonly Wanted[],
  frames: number,
  channels: number,
  frameTime: number,
): void {
  for (const { start, values } of wanted) {
    const count = values.length / channels;
    for (let k = 0; k < count; k++) {
      const share = insideShare(k, count, start, frames, frameTime);
      for (let c = 0; c < channels; c++) {
        const i = (start + k) * channels + c;
        course[i] += share * (values[k * channels + c] - course[i]);
      }
    }
  }
}

/** How far inside a stand its k-th frame is: 0 at the ends … 1; at an end of the clip there is nothing to fade from. */
function insideShare(k: number, count: number, start: number, frames: number, frameTime: number): number {
  const ramp = Math.max(1, Math.min(Math.round(ENTRY / frameTime), count / 3));
  const fromStart = start === 0 ? 1 : ease((k + 1) / ramp);
  const fromEnd = start + count === frames ? 1 : ease((count - k) / ramp);
  return Math.min(fromStart, fromEnd);
}

/** The same per frame for all stands of a foot; 0 between them. */
export function insideShares(
  stands: readonly { readonly start: number; readonly end: number }[],
  frames: number,
  frameTime: number,
): Float64Array {
  const shares = new Float64Array(frames);
  for (const { start, end } of stands) {
    const count = end - start + 1;
    for (let k = 0; k < count; k++) shares[start + k] = insideShare(k, count, start, frames, frameTime);
  }
  return shares;
}
