/** Chance that depends on nothing but the seed and what has happened: the same pushes with the same seed, the same answers. */
import { createRng } from '../../math/random.ts';
import { TURN_ROLES } from './channel-layout.ts';

/** A number from 0 up to 1 for a seed and two counts. */
export const chanceOf = (seed: number, a: number, b: number): number =>
  createRng(Math.imul(seed, 0x9e3779b1) ^ Math.imul(a + 1, 0x85ebca6b) ^ Math.imul(b + 1, 0xc2b2ae35)).next();

const LEAST = 0.75; // of the turns of an arm …
const MOST = 1.2; // … when a response comes again

/** How far the arms go, of what the response has, left and right: as it is the first time, otherwise when it comes again soon. */
export function armGains(seed: number, count: number, again: boolean): readonly [left: number, right: number] {
  if (!again) return [1, 1];
  const gain = (side: number): number => LEAST + (MOST - LEAST) * chanceOf(seed, count, side);
  return [gain(0), gain(1)];
}

/** Which turns of a row are of the left and of the right arm. */
export const ARM_TURNS: readonly [left: readonly number[], right: readonly number[]] = [
  armTurns('left'),
  armTurns('right'),
];

function armTurns(side: 'left' | 'right'): number[] {
  return TURN_ROLES.flatMap((role, k) => (role.startsWith(side) && /Shoulder|Arm|Hand/.test(role) ? [3 * k] : []));
}
