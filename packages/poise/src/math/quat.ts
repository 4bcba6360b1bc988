/**
 * Quaternion kernels on (array, offset), order x y z w. Output first; `out` may be the same place as an input.
 * `exp` and `log` are the maps between rotations and rotation vectors (axis · angle, radians).
 */
import type { ReadonlyVector } from './types.ts';

/** Below this angle [rad] series replace the quotients sin(x)/x; the error of the series is under 1e-16. */
const SMALL_ANGLE = 1e-4;

export function setIdentityQuat(out: Float64Array, o: number): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  out[o + 3] = 1;
}

export function copyQuat(out: Float64Array, o: number, a: ReadonlyVector, i: number): void {
  out[o] = a[i];
  out[o + 1] = a[i + 1];
  out[o + 2] = a[i + 2];
  out[o + 3] = a[i + 3];
}

/** out = a ⊗ b: first b, then a. */
export function multiplyQuat(
  out: Float64Array,
  o: number,
  a: ReadonlyVector,
  i: number,
  b: ReadonlyVector,
  j: number,
): void {
  const ax = a[i];
  const ay = a[i + 1];
  const az = a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** out = a⁻¹ for a unit quaternion. */
export function conjugateQuat(out: Float64Array, o: number, a: ReadonlyVector, i: number): void {
  out[o] = -a[i];
  out[o + 1] = -a[i + 1];
  out[o + 2] = -a[i + 2];
  out[o + 3] = a[i + 3];
}

/** out = a⁻¹ ⊗ b: the rotation b as seen from a. */
export function relativeQuat(
  out: Float64Array,
  o: number,
  a: ReadonlyVector,
  i: number,
  b: ReadonlyVector,
  j: number,
): void {
  const ax = -a[i];
  const ay = -a[i + 1];
  const az = -a[i + 2];
  const aw = a[i + 3];
  const bx = b[j];
  const by = b[j + 1];
  const bz = b[j + 2];
  const bw = b[j + 3];
  out[o] = aw * bx + ax * bw + ay * bz - az * by;
  out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
  out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
  out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
}

/** Scales to unit length; a zero quaternion becomes the identity. */
export function normalizeQuat(out: Float64Array, o: number, a: ReadonlyVector, i: number): void {
  const length = Math.sqrt(a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2] + a[i + 3] * a[i + 3]);
  if (length === 0) {
    setIdentityQuat(out, o);
    return;
  }
  const s = 1 / length;
  out[o] = a[i] * s;
  out[o + 1] = a[i + 1] * s;
  out[o + 2] = a[i + 2] * s;
  out[o + 3] = a[i + 3] * s;
}

/** out = v turned by the unit quaternion q. */
export function rotate3(
  out: Float64Array,
  o: number,
  q: ReadonlyVector,
  i: number,
  v: ReadonlyVector,
  j: number,
): void {
  const x = q[i];
  const y = q[i + 1];
  const z = q[i + 2];
  const w = q[i + 3];
  const vx = v[j];
  const vy = v[j + 1];
  const vz = v[j + 2];
  // t = 2 q⃗ × v;  v' = v + w t + q⃗ × t
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o] = vx + w * tx + y * tz - z * ty;
  out[o + 1] = vy + w * ty + z * tx - x * tz;
  out[o + 2] = vz + w * tz + x * ty - y * tx;
}

/** out = v turned back by the unit quaternion q. */
export function rotateBack3(
  out: Float64Array,
  o: number,
  q: ReadonlyVector,
  i: number,
  v: ReadonlyVector,
  j: number,
): void {
  const x = -q[i];
  const y = -q[i + 1];
  const z = -q[i + 2];
  const w = q[i + 3];
  const vx = v[j];
  const vy = v[j + 1];
  const vz = v[j + 2];
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  out[o] = vx + w * tx + y * tz - z * ty;
  out[o + 1] = vy + w * ty + z * tx - x * tz;
  out[o + 2] = vz + w * tz + x * ty - y * tx;
}

/** Rotation vector → quaternion. */
export function expQuat(out: Float64Array, o: number, v: ReadonlyVector, i: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  const angle = Math.sqrt(x * x + y * y + z * z);
  const s = angle < SMALL_ANGLE ? 0.5 - (angle * angle) / 48 : Math.sin(angle / 2) / angle;
  out[o] = s * x;
  out[o + 1] = s * y;
  out[o + 2] = s * z;
  out[o + 3] = Math.cos(angle / 2);
}

/** Quaternion → rotation vector of the shorter way round, |v| ≤ π. */
export function logQuat(out: Float64Array, o: number, q: ReadonlyVector, i: number): void {
  const sign = q[i + 3] < 0 ? -1 : 1;
  const x = sign * q[i];
  const y = sign * q[i + 1];
  const z = sign * q[i + 2];
  const sinHalf = Math.sqrt(x * x + y * y + z * z);
  const halfAngle = Math.atan2(sinHalf, sign * q[i + 3]);
  const s = sinHalf < SMALL_ANGLE ? 2 + (sinHalf * sinHalf) / 3 : (2 * halfAngle) / sinHalf;
  out[o] = s * x;
  out[o + 1] = s * y;
  out[o + 2] = s * z;
}

/** Turn about a unit axis by an angle [rad]. */
export function quatFromAxisAngle(out: Float64Array, o: number, x: number, y: number, z: number, angle: number): void {
  const s = Math.sin(angle / 2);
  out[o] = s * x;
  out[o + 1] = s * y;
  out[o + 2] = s * z;
  out[o + 3] = Math.cos(angle / 2);
}

/** Shortest turn that takes direction a to direction b (both need not be unit). */
export function quatBetween(
  out: Float64Array,
  o: number,
  a: ReadonlyVector,
  i: number,
  b: ReadonlyVector,
  j: number,
): void {
  const cx = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const cy = a[i + 2] * b[j] - a[i] * b[j + 2];
  const cz = a[i] * b[j + 1] - a[i + 1] * b[j];
  const d = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
  const size = Math.sqrt(
    (a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2]) *
      (b[j] * b[j] + b[j + 1] * b[j + 1] + b[j + 2] * b[j + 2]),
  );
  if (size === 0) {
    setIdentityQuat(out, o);
    return;
  }
  if (d < -0.999999999 * size) {
    // Opposite directions: any axis at right angles to a will do; take the one built from a's smallest component.
    const ax = Math.abs(a[i]);
    const ay = Math.abs(a[i + 1]);
    const az = Math.abs(a[i + 2]);
    let x = 0;
    let y = -a[i + 2];
    let z = a[i + 1];
    if (ay <= ax && ay <= az) {
      x = a[i + 2];
      y = 0;
      z = -a[i];
    } else if (az <= ax && az <= ay) {
      x = -a[i + 1];
      y = a[i];
      z = 0;
    }
    const s = 1 / Math.hypot(x, y, z);
    out[o] = s * x;
    out[o + 1] = s * y;
    out[o + 2] = s * z;
    out[o + 3] = 0;
    return;
  }
  const w = size + d;
  const s = 1 / Math.sqrt(cx * cx + cy * cy + cz * cz + w * w);
  out[o] = s * cx;
  out[o + 1] = s * cy;
  out[o + 2] = s * cz;
  out[o + 3] = s * w;
}

/** Spherical interpolation along the shorter way, t ∈ [0, 1]. */
export function slerpQuat(
  out: Float64Array,
  o: number,
  a: ReadonlyVector,
  i: number,
  b: ReadonlyVector,
  j: number,
  t: number,
): void {
  let cosine = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2] + a[i + 3] * b[j + 3];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let wa = 1 - t;
  let wb = t * sign;
  if (cosine < 1 - 1e-10) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    wa = Math.sin((1 - t) * angle) / sine;
    wb = (sign * Math.sin(t * angle)) / sine;
  }
  out[o] = wa * a[i] + wb * b[j];
  out[o + 1] = wa * a[i + 1] + wb * b[j + 1];
  out[o + 2] = wa * a[i + 2] + wb * b[j + 2];
  out[o + 3] = wa * a[i + 3] + wb * b[j + 3];
  normalizeQuat(out, o, out, o);
}
