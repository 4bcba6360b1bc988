/**
 * Vector kernels on (array, offset). Output first; `out` may be the same place as an input.
 */
import type { ReadonlyVector } from './types.ts';

export function copy3(out: Float64Array, o: number, a: ReadonlyVector, i: number): void {
  out[o] = a[i];
  out[o + 1] = a[i + 1];
  out[o + 2] = a[i + 2];
}

/** out = a + b */
export function add3(out: Float64Array, o: number, a: ReadonlyVector, i: number, b: ReadonlyVector, j: number): void {
  out[o] = a[i] + b[j];
  out[o + 1] = a[i + 1] + b[j + 1];
  out[o + 2] = a[i + 2] + b[j + 2];
}

/** out += s · a */
export function addScaled3(out: Float64Array, o: number, a: ReadonlyVector, i: number, s: number): void {
  out[o] += s * a[i];
  out[o + 1] += s * a[i + 1];
  out[o + 2] += s * a[i + 2];
}

export function dot3(a: ReadonlyVector, i: number, b: ReadonlyVector, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** out = a × b */
export function cross3(out: Float64Array, o: number, a: ReadonlyVector, i: number, b: ReadonlyVector, j: number): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  out[o] = ay * bz - az * by;
  out[o + 1] = az * bx - ax * bz;
  out[o + 2] = ax * by - ay * bx;
}

export function length3(a: ReadonlyVector, i: number): number {
  return Math.hypot(a[i], a[i + 1], a[i + 2]);
}
