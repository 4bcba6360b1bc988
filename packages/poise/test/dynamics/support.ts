/** Differences on the manifold of poses and comparisons that cannot pass by being empty. */
import { expect } from 'vitest';
import type { Body } from '../../src/body/body.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from '../../src/dynamics/kinematics.ts';
import type { Workspace } from '../../src/dynamics/workspace.ts';
import { integrate } from '../../src/motion/coordinates.ts';
import { freedomCount } from '../../src/motion/skeleton.ts';
import type { RandomState } from '../support/random-body.ts';

/** All three levels for one state. */
export function moveTo(body: Body, ws: Workspace, state: RandomState): void {
  forwardKinematics(body, ws, state.q);
  forwardVelocity(body, ws, state.v);
  forwardAcceleration(body, ws, state.a);
}

export const largest = (values: ArrayLike<number>): number => {
  let size = 0;
  for (let i = 0; i < values.length; i++) size = Math.max(size, Math.abs(values[i]));
  return size;
};

/** Largest difference, relative to the largest expected entry. */
export function relativeError(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(found.length).toBe(expected.length);
  let worst = 0;
  for (let i = 0; i < expected.length; i++) worst = Math.max(worst, Math.abs(found[i] - expected[i]));
  return worst / largest(expected);
}

/** Equal up to a relative error, and not because both are nothing. */
export function expectClose(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(largest(expected)).toBeGreaterThan(1e-3);
  expect(relativeError(found, expected)).toBeLessThan(tolerance);
}

/** matrix (rows × columns, row-major) · x */
export function times(matrix: Float64Array, x: Float64Array): Float64Array {
  const rows = matrix.length / x.length;
  const out = new Float64Array(rows);
  for (let r = 0; r < rows; r++) for (let c = 0; c < x.length; c++) out[r] += matrix[r * x.length + c] * x[c];
  return out;
}

/** Central difference of value(q) along every tangent direction: rows × nv, row-major. */
export function poseDifference(
  body: Body,
  q: Float64Array,
  rows: number,
  value: (q: Float64Array) => Float64Array,
  step = 1e-6,
): Float64Array {
  const nv = freedomCount(body.skeleton);
  const out = new Float64Array(rows * nv);
  const direction = new Float64Array(nv);
  const moved = new Float64Array(q.length);
  for (let c = 0; c < nv; c++) {
    direction.fill(0);
    direction[c] = 1;
    integrate(moved, body.skeleton, q, direction, step);
    const ahead = value(moved).slice();
    integrate(moved, body.skeleton, q, direction, -step);
    const behind = value(moved);
    for (let r = 0; r < rows; r++) out[r * nv + c] = (ahead[r] - behind[r]) / (2 * step);
  }
  return out;
}

/** Central difference of value(x) with respect to every component of a plain vector: rows × length, row-major. */
export function vectorDifference(
  x: Float64Array,
  rows: number,
  value: (x: Float64Array) => Float64Array,
  step = 1e-4,
): Float64Array {
  const out = new Float64Array(rows * x.length);
  const moved = x.slice();
  for (let c = 0; c < x.length; c++) {
    moved[c] = x[c] + step;
    const ahead = value(moved).slice();
    moved[c] = x[c] - step;
    const behind = value(moved);
    moved[c] = x[c];
    for (let r = 0; r < rows; r++) out[r * x.length + c] = (ahead[r] - behind[r]) / (2 * step);
  }
  return out;
}

/** A derivative against a difference quotient: close, not nothing, and not a difference quotient itself. */
export function expectDerivative(found: Float64Array, quotient: Float64Array, tolerance: number): void {
  expectClose(found, quotient, tolerance);
  expect(found).not.toEqual(quotient);
}
