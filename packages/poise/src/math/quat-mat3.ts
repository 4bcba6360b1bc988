/** Between quaternions (x y z w) and row-major rotation matrices, on (array, offset). Output first. */
import { normalizeQuat } from './quat.ts';
import type { ReadonlyVector } from './types.ts';

/** Row-major 3×3 rotation matrix of a unit quaternion. */
export function mat3FromQuat(out: Float64Array, o: number, q: ReadonlyVector, i: number): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const xx = 2 * x * x;
  const yy = 2 * y * y;
  const zz = 2 * z * z;
  const xy = 2 * x * y;
  const xz = 2 * x * z;
  const yz = 2 * y * z;
  const wx = 2 * w * x;
  const wy = 2 * w * y;
  const wz = 2 * w * z;
  out[o] = 1 - yy - zz;
  out[o + 1] = xy - wz;
  out[o + 2] = xz + wy;
  out[o + 3] = xy + wz;
  out[o + 4] = 1 - xx - zz;
  out[o + 5] = yz - wx;
  out[o + 6] = xz - wy;
  out[o + 7] = yz + wx;
  out[o + 8] = 1 - xx - yy;
}

/** Unit quaternion of a row-major rotation matrix, w ≥ 0. Takes the largest component first, so it never divides by ~0. */
export function quatFromMat3(out: Float64Array, o: number, m: ReadonlyVector, i: number): void {
  const m00 = m[i];
  const m11 = m[i + 4];
  const m22 = m[i + 8];
  const trace = m00 + m11 + m22;
  if (trace >= m00 && trace >= m11 && trace >= m22) {
    out[o] = m[i + 7] - m[i + 5];
    out[o + 1] = m[i + 2] - m[i + 6];
    out[o + 2] = m[i + 3] - m[i + 1];
    out[o + 3] = 1 + trace;
  } else if (m00 >= m11 && m00 >= m22) {
    out[o] = 1 + m00 - m11 - m22;
    out[o + 1] = m[i + 1] + m[i + 3];
    out[o + 2] = m[i + 2] + m[i + 6];
    out[o + 3] = m[i + 7] - m[i + 5];
  } else if (m11 >= m22) {
    out[o] = m[i + 1] + m[i + 3];
    out[o + 1] = 1 - m00 + m11 - m22;
    out[o + 2] = m[i + 5] + m[i + 7];
    out[o + 3] = m[i + 2] - m[i + 6];
  } else {
    out[o] = m[i + 2] + m[i + 6];
    out[o + 1] = m[i + 5] + m[i + 7];
    out[o + 2] = 1 - m00 - m11 + m22;
    out[o + 3] = m[i + 3] - m[i + 1];
  }
  normalizeQuat(out, o, out, o);
  if (out[o + 3] < 0) {
    out[o] = -out[o];
    out[o + 1] = -out[o + 1];
    out[o + 2] = -out[o + 2];
    out[o + 3] = -out[o + 3];
  }
}
