/** From a drag on the body to an impulse. */
import type { Pull } from '../mode.ts';
import { floorVector } from './floor-drag.ts';

const PER_METRE = 70; // [N·s] per metre of arrow
const MOST = 150; // [N·s]

/** World x and z [N·s]. */
export function dragImpulse(pull: Pick<Pull, 'vector' | 'direction'>): readonly [x: number, z: number] {
  const [x, z] = floorVector(pull);
  const size = PER_METRE * Math.hypot(x, z);
  const share = PER_METRE * (size > MOST ? MOST / size : 1);
  return [x * share, z * share];
}

/** '35 N·s · Δv 0.51 m/s' */
export const impulseWords = (impulse: number, mass: number): string =>
  `${impulse.toFixed(impulse < 9.95 ? 1 : 0)} N·s · Δv ${(impulse / mass).toFixed(2)} m/s`;
