/** How far a foot in the air has to give way to the one that stands, so that it passes beside it and not through it. */

import type { NominalSteps } from '../../gait/steps/step-plan-types.ts';
import { SWING_DEFAULTS } from '../../gait/swing-course.ts';
import type { ReactionBody } from '../reaction-body.ts';
import { BOW_FOLLOWS, type SwingOffset } from './swing-offset.ts';

/** The other foot counts as so many times as long as wide: shank and knee lean over it. 1.5: fewer legs that meet, and more falls. */
const LONG = 1.2 * SWING_DEFAULTS.length;
const LANDS = 0.2; // [s] before it lands, a foot goes where it is to land, however near that is
const SEES = 2 * BOW_FOLLOWS; // [s] ahead: a bow comes so late

/** Asks a foot in the air for the bow by which it gives way. It lands in `left` [s], `target` away from where the source's does. What the source does by
 *  itself is allowed. `size`: of the legs against the model's. */
export function askBow(
  { place, rate, asked }: SwingOffset,
  { feet, reference }: ReactionBody,
  foot: 0 | 1,
  target: Float64Array,
  nominal: NominalSteps,
  left: number,
  size: number,
): void {
  asked.fill(0);
  const other = feet[1 - foot];
  if (!other.stands) return;
  const { ball, velocity } = reference.feet[foot];
  const { ball: against, pitchAxis } = reference.feet[1 - foot];
  // the axis points to the left of the foot
  const toSide = foot === 0 ? 1 : -1;
  const sideX = toSide * pitchAxis[0];
  const sideZ = toSide * pitchAxis[2];
  const room = size * SWING_DEFAULTS.clearance;
  const x = ball[0] - against[0] + SEES * velocity[0];
  const z = ball[2] - against[2] + SEES * velocity[2];
  const dx = place[0] - other.place[0] + SEES * rate[0];
  const dz = place[2] - other.place[2] + SEES * rate[2];
  // from the source's own steps: where these lie in the world is not part of a save
  const step = nominal.ahead[0].step;
  const stance = nominal.stance.step;
  const s = Math.sin(reference.placement.yaw);
  const c = Math.cos(reference.placement.yaw);
  const landX = c * (step.x - stance.x) + s * (step.z - stance.z) + target[0] - other.place[0];
  const landZ = c * (step.z - stance.z) - s * (step.x - stance.x) + target[2] - other.place[2];
  const near = Math.max(0, 1 - left / LANDS);
  const allowed = Math.max(lacks(x, z, sideX, sideZ, room), near * lacks(landX, landZ, sideX, sideZ, room));
  const give = Math.max(0, lacks(x + dx, z + dz, sideX, sideZ, room) - allowed);
  asked[0] = give * (1 - near) * sideX;
  asked[1] = give * (1 - near) * sideZ;
}

/** [m] to its own side that a foot lacks which is (x, z) away from the other one: nothing where it is far ahead of that or far behind. */
function lacks(x: number, z: number, sideX: number, sideZ: number, room: number): number {
  const ahead = Math.min(1, Math.abs(sideX * z - sideZ * x) / (LONG * room));
  const square = ahead * ahead;
  const beside = 1 - square * square;
  return beside * beside * Math.max(0, room - (sideX * x + sideZ * z));
}
