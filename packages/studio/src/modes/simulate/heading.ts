/** Which way somebody faces, and pushes seen from there. */
import type { Clip, Vec3 } from 'poise';

/** [rad] about the vertical, 0 along +z: from the right hip to the left one, turned a quarter. */
export function headingIn({ roles }: Pick<Clip, 'roles'>, origins: Float64Array): number {
  const found = roles.status === 'humanoid' ? roles.roles : {};
  const [left, right] = [found.leftUpperLeg, found.rightUpperLeg];
  if (left === undefined || right === undefined) return 0;
  const x = origins[3 * left]! - origins[3 * right]!;
  const z = origins[3 * left + 2]! - origins[3 * right + 2]!;
  return Math.atan2(-z, x);
}

/** [N·s] world axes; `direction` [°] from forward, to the left +. */
export function towards(heading: number, strength: number, direction: number): Vec3 {
  const angle = heading + (direction * Math.PI) / 180;
  return [strength * Math.sin(angle), 0, strength * Math.cos(angle)];
}
