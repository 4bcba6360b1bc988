/** From a drag on the body to an impulse. */
import type { Pull } from '../mode.ts';

const PER_METRE = 70; // [N·s] per metre of arrow
const MOST = 150; // [N·s]

type Pulled = Pick<Pull, 'vector' | 'direction'>;

/**
 * World x and z [N·s]. The arrow lies in the plane that faces the camera; pushes go along the floor. To the side on the screen
 * is to the side on the floor; up on the screen is away from the camera, as it looks from above.
 */
export function dragImpulse({ vector, direction }: Pulled): readonly [x: number, z: number] {
  const flat = Math.hypot(direction[0], direction[2]);
  if (flat < 1e-3) return limited(PER_METRE * vector[0], PER_METRE * vector[2]);
  const [fx, fz] = [direction[0] / flat, direction[2] / flat];
  // camera up is forward · sin(pitch) + up · cos(pitch)
  const pitch = Math.atan2(-direction[1], flat);
  const away = (vector[0] * fx + vector[2] * fz) * Math.sin(pitch) + vector[1] * Math.cos(pitch);
  const aside = -vector[0] * fz + vector[2] * fx;
  return limited(PER_METRE * (away * fx - aside * fz), PER_METRE * (away * fz + aside * fx));
}

function limited(x: number, z: number): readonly [x: number, z: number] {
  const size = Math.hypot(x, z);
  const share = size > MOST ? MOST / size : 1;
  return [x * share, z * share];
}

/** '35 N·s · Δv 0.51 m/s' */
export const impulseWords = (impulse: number, mass: number): string =>
  `${impulse.toFixed(impulse < 9.95 ? 1 : 0)} N·s · Δv ${(impulse / mass).toFixed(2)} m/s`;
