/** Feet of a body that are not where the source's are. */
import type { ReactionBody } from '../reaction-body.ts';
import type { MoveScratch } from '../standing/move-source.ts';
import type { SwingOffset } from './swing-offset.ts';

/** [m] along an axis, of a foot against the source's. */
export function displacement({ feet, reference }: ReactionBody, foot: 0 | 1, axis: number): number {
  const { stands, place, ball } = feet[foot];
  return stands ? place[axis] : ball[axis] - reference.feet[foot].ball[axis];
}

/** [m] of the ground where a foot lands that is displaced by `target` [m], against that where the source's own does, at (x, z) [m]. */
export function landingHeight({ reference }: ReactionBody, x: number, z: number, target: Float64Array): number {
  const { ground } = reference;
  if (!ground || (target[0] === 0 && target[2] === 0)) return 0;
  const own = ground(x, z).height;
  return ground(x + target[0], z + target[2]).height - own;
}

/** Moves the source by (x, z) [m] under feet that stay where they are. Call between ticks. */
export function shiftFeet(
  { feet, reference, plan }: ReactionBody,
  x: number,
  z: number,
  swings: readonly [SwingOffset, SwingOffset],
  { before, pivot, rotation }: MoveScratch,
): void {
  for (let foot = 0; foot < 2; foot++) {
    reference.writeEndPose(pivot, rotation, foot);
    before.set(pivot, 3 * foot);
  }
  const { yaw, x: ownX, z: ownZ } = reference.placement;
  reference.place(yaw, ownX + x, ownZ + z);
  for (let foot = 0; foot < 2; foot++) {
    reference.writeEndPose(pivot, rotation, foot);
    for (let c = 0; c < 3; c++) {
      const moved = pivot[c] - before[3 * foot + c];
      feet[foot].place[c] -= moved;
      plan.feet[foot].offset[c] -= moved;
      swings[foot].place[c] -= moved;
    }
  }
}
