/** Arithmetic on Vec3 tuples, for work that is done once. Loops over frames use the kernels of math/vec3. */
import { rotate3, rotateBack3 } from './quat.ts';
import type { ReadonlyVector, Vec3 } from './types.ts';

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [s * a[0], s * a[1], s * a[2]];
export const along = (a: Vec3, direction: Vec3, s: number): Vec3 => add(a, scale(direction, s));
export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => along(a, sub(b, a), t);
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vec3, b: Vec3): number => norm(sub(a, b));
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** a at unit length; `fallback` where a is shorter than a micrometre. */
export function unit(a: Vec3, fallback: Vec3): Vec3 {
  const length = norm(a);
  return length > 1e-6 ? scale(a, 1 / length) : fallback;
}

/** The part of a at right angles to the unit vector n, at unit length; any such direction where a is parallel to n. */
export function perpendicular(a: Vec3, n: Vec3): Vec3 {
  const flat = along(a, n, -dot(a, n));
  if (norm(flat) > 1e-6 * (1 + norm(a))) return unit(flat, flat);
  const helper: Vec3 = Math.abs(n[0]) < 0.6 ? [1, 0, 0] : [0, 0, 1];
  const other = cross(n, helper);
  return unit(other, other);
}

export const vectorAt = (a: ReadonlyVector, i: number): Vec3 => [a[i], a[i + 1], a[i + 2]];

/** v turned by the quaternion at q[i]. */
export function turned(q: ReadonlyVector, i: number, v: Vec3): Vec3 {
  const out = Float64Array.from(v);
  rotate3(out, 0, q, i, out, 0);
  return vectorAt(out, 0);
}

/** v turned back by the quaternion at q[i]. */
export function turnedBack(q: ReadonlyVector, i: number, v: Vec3): Vec3 {
  const out = Float64Array.from(v);
  rotateBack3(out, 0, q, i, out, 0);
  return vectorAt(out, 0);
}
