/**
 * 3×3 matrix kernels on (array, offset), row-major, and symmetric matrices packed as six numbers xx yy zz xy xz yz (the
 * order of `Body.inertiaInSegment`). Every entry is read once, into a constant: engines do not keep what they read from an
 * array in a register, and each reading costs a check. Output first; `out` may be the same place as a vector input, not as a matrix input.
 */
import type { ReadonlyVector } from './types.ts';

/** out = M v */
export function apply3(out: Float64Array, o: number, m: ReadonlyVector, i: number, v: ReadonlyVector, j: number): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  out[o] = m[i] * x + m[i + 1] * y + m[i + 2] * z;
  out[o + 1] = m[i + 3] * x + m[i + 4] * y + m[i + 5] * z;
  out[o + 2] = m[i + 6] * x + m[i + 7] * y + m[i + 8] * z;
}

/** out = Mᵀ v */
export function applyTransposed3(
  out: Float64Array,
  o: number,
  m: ReadonlyVector,
  i: number,
  v: ReadonlyVector,
  j: number,
): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  out[o] = m[i] * x + m[i + 3] * y + m[i + 6] * z;
  out[o + 1] = m[i + 1] * x + m[i + 4] * y + m[i + 7] * z;
  out[o + 2] = m[i + 2] * x + m[i + 5] * y + m[i + 8] * z;
}

/** out = t + M v: a point given in a segment's frame, in the frame of t and M. */
export function transformPoint3(
  out: Float64Array,
  o: number,
  t: ReadonlyVector,
  k: number,
  m: ReadonlyVector,
  i: number,
  v: ReadonlyVector,
  j: number,
): void {
  const x = v[j];
  const y = v[j + 1];
  const z = v[j + 2];
  out[o] = t[k] + m[i] * x + m[i + 1] * y + m[i + 2] * z;
  out[o + 1] = t[k + 1] + m[i + 3] * x + m[i + 4] * y + m[i + 5] * z;
  out[o + 2] = t[k + 2] + m[i + 6] * x + m[i + 7] * y + m[i + 8] * z;
}

/** out = R S Rᵀ v for a packed symmetric S: an inertia tensor given in segment axes, applied to a world vector. */
export function applyTurnedSymmetric3(
  out: Float64Array,
  o: number,
  r: ReadonlyVector,
  i: number,
  s: ReadonlyVector,
  k: number,
  v: ReadonlyVector,
  j: number,
): void {
  const r0 = r[i];
  const r1 = r[i + 1];
  const r2 = r[i + 2];
  const r3 = r[i + 3];
  const r4 = r[i + 4];
  const r5 = r[i + 5];
  const r6 = r[i + 6];
  const r7 = r[i + 7];
  const r8 = r[i + 8];
  const xy = s[k + 3];
  const xz = s[k + 4];
  const yz = s[k + 5];
  const vx = v[j];
  const vy = v[j + 1];
  const vz = v[j + 2];
  // v in segment axes
  const x = r0 * vx + r3 * vy + r6 * vz;
  const y = r1 * vx + r4 * vy + r7 * vz;
  const z = r2 * vx + r5 * vy + r8 * vz;
  const sx = s[k] * x + xy * y + xz * z;
  const sy = xy * x + s[k + 1] * y + yz * z;
  const sz = xz * x + yz * y + s[k + 2] * z;
  // back to world axes
  out[o] = r0 * sx + r1 * sy + r2 * sz;
  out[o + 1] = r3 * sx + r4 * sy + r5 * sz;
  out[o + 2] = r6 * sx + r7 * sy + r8 * sz;
}

/** out = R S Rᵀ, both symmetric and packed: an inertia tensor turned from segment to world axes. */
export function turnSymmetric3(
  out: Float64Array,
  o: number,
  r: ReadonlyVector,
  i: number,
  s: ReadonlyVector,
  k: number,
): void {
  const xx = s[k];
  const yy = s[k + 1];
  const zz = s[k + 2];
  const xy = s[k + 3];
  const xz = s[k + 4];
  const yz = s[k + 5];
  const r0 = r[i];
  const r1 = r[i + 1];
  const r2 = r[i + 2];
  const r3 = r[i + 3];
  const r4 = r[i + 4];
  const r5 = r[i + 5];
  const r6 = r[i + 6];
  const r7 = r[i + 7];
  const r8 = r[i + 8];
  // T = R S, row by row, then the six distinct entries of T Rᵀ
  const t0 = r0 * xx + r1 * xy + r2 * xz;
  const t1 = r0 * xy + r1 * yy + r2 * yz;
  const t2 = r0 * xz + r1 * yz + r2 * zz;
  const t3 = r3 * xx + r4 * xy + r5 * xz;
  const t4 = r3 * xy + r4 * yy + r5 * yz;
  const t5 = r3 * xz + r4 * yz + r5 * zz;
  const turnedXx = t0 * r0 + t1 * r1 + t2 * r2;
  const turnedYy = t3 * r3 + t4 * r4 + t5 * r5;
  out[o] = turnedXx;
  out[o + 1] = turnedYy;
  out[o + 3] = t0 * r3 + t1 * r4 + t2 * r5;
  out[o + 4] = t0 * r6 + t1 * r7 + t2 * r8;
  out[o + 5] = t3 * r6 + t4 * r7 + t5 * r8;
  // the trace is kept by a rotation
  out[o + 2] = xx + yy + zz - turnedXx - turnedYy;
}
