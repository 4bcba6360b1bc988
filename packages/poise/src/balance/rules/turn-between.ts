/** Angles between rotations of one track. */
import type { ReadonlyVector } from '../../math/types.ts';

/** Angle [rad] between the quaternions at a and b, exact for small ones too. */
export function turnBetween(q: ReadonlyVector, a: number, b: number): number {
  let near = 0;
  let far = 0;
  for (let k = 0; k < 4; k++) {
    near += (q[a + k] - q[b + k]) ** 2;
    far += (q[a + k] + q[b + k]) ** 2;
  }
  return 4 * Math.atan2(Math.sqrt(Math.min(near, far)), Math.sqrt(Math.max(near, far)));
}

/** Angle [rad] of the quaternion at `middle` off the one half-way between those at a and b. */
export function halfWay(q: ReadonlyVector, a: number, b: number, middle: number): number {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += q[a + k] * q[b + k];
  const sign = dot < 0 ? -1 : 1;
  let [size, along] = [0, 0];
  for (let k = 0; k < 4; k++) {
    const mean = q[a + k] + sign * q[b + k];
    size += mean * mean;
    along += mean * q[middle + k];
  }
  let off = 0; // what of the quaternion is not along the mean: the sine of half the angle
  for (let k = 0; k < 4; k++) off += (q[middle + k] - (along / size) * (q[a + k] + sign * q[b + k])) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(off)));
}
