/**
 * A foot that stands rolls over three places: heel, ball (toes flat), tip of the toes. Given how far it is pitched, this is
 * how its toes bend, and where the ankle must be so that nothing slides (docs/performer.md). Angles in radians, toes up +.
 */

import { type FootShape, rollOnHeel, rollOnToes } from '../../gait/foot-roll.ts';
import { tanh } from '../../math/power.ts';

/** Where ankle and toes are, for a print at the origin whose foot points along +z when flat. */
export interface Roll {
  readonly y: number; // [m] ankle
  readonly z: number; // [m] ankle, 0 when flat
  readonly toeBend: number; // [rad] toes up relative to the foot
}

const DEGREE = Math.PI / 180;
const SOFTNESS = 4 * DEGREE; // over which the toes stop bending
const DEAD_ZONE = 2.5 * DEGREE;
const LIFTED_TOES = 12 * DEGREE; // at heel strike
const PIVOT = 1.12; // of the heel's distance: between the middle of the round heel and its rear edge, which then sinks < 3 mm

/** Smallest of a and limit with a rounded corner; 0 at a = 0. */
function softLeast(a: number, limit: number): number {
  const soft = (x: number): number => -SOFTNESS * Math.log(Math.exp(-x / SOFTNESS) + Math.exp(-limit / SOFTNESS));
  return soft(a) - soft(0);
}

/** How far the toes are up at a pitch of the standing foot; `toeLimit`: they bend no farther. */
function toeBendAt(pitch: number, toeLimit: number): number {
  if (pitch >= 0) return (LIFTED_TOES * pitch) / (pitch + 8 * DEGREE);
  return softLeast(-pitch, toeLimit);
}

/** The standing foot at a pitch. */
export function rollFoot(foot: FootShape, pitch: number, toeLimit: number): Roll {
  const toeBend = toeBendAt(pitch, toeLimit);
  // Toes are flat, or on their tips once they bend no farther.
  const [y, z] = pitch >= 0 ? rollOnHeel(foot, PIVOT * foot.heel, pitch) : rollOnToes(foot, pitch, pitch + toeBend);
  return { y, z, toeBend };
}

/** Pitch with a smooth dead zone: the foot is truly flat in mid-stance, and has no angular speed where the pivot changes. */
export const flattened = (pitch: number): number => pitch - DEAD_ZONE * tanh(pitch / DEAD_ZONE);
