/** A drag on the body as a way over the floor. */
import type { Pull } from '../mode.ts';

/**
 * World x and z [m]. The arrow of a drag lies in the plane that faces the camera. To the side on the screen is to the side on
 * the floor; up on the screen is away from the camera, as it looks from above.
 */
export function floorVector({
  vector,
  direction,
}: Pick<Pull, 'vector' | 'direction'>): readonly [x: number, z: number] {
  const flat = Math.hypot(direction[0], direction[2]);
  if (flat < 1e-3) return [vector[0], vector[2]];
  const [fx, fz] = [direction[0] / flat, direction[2] / flat];
  // camera up is forward · sin(pitch) + up · cos(pitch)
  const pitch = Math.atan2(-direction[1], flat);
  const away = (vector[0] * fx + vector[2] * fz) * Math.sin(pitch) + vector[1] * Math.cos(pitch);
  const aside = -vector[0] * fz + vector[2] * fx;
  return [away * fx - aside * fz, away * fz + aside * fx];
}
