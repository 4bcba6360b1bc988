/** How tall the person is, from bone lengths alone, so that the pose does not matter. */
import type { SkeletonCut } from './raw-cut.ts';
import type { RoleMap } from './roles.ts';

/** Thigh and shank of an adult as a share of stature (hip at 0.530, ankle at 0.039 of it: Drillis and Contini 1966). */
const LEG_SHARE = 0.491;
/** The sole below the ankle, and the part of the head above its joint when the file has no point there. */
const ANKLE_SHARE = 0.039;
const HEAD_SHARE = 0.12;

/** Stature in file units; `roles` in joint numbers of the cut. `headTop`: distance from the head joint to the farthest point
 *  on it, 0 when there is none.
 *
 *  Rigs leave out parts of the spine more often than parts of the legs, so the larger of two estimates counts: legs alone by
 *  adult proportions, and legs, trunk, neck and head laid end to end.
 */
export function statureOf(cut: SkeletonCut, roles: RoleMap, headTop: number): number {
  const legs =
    (lengthBetween(cut, roles.leftUpperLeg!, roles.leftFoot!) +
      lengthBetween(cut, roles.rightUpperLeg!, roles.rightFoot!)) /
    2;
  const column = legs + lengthBetween(cut, roles.hips!, roles.head!) + headTop;
  const unseen = ANKLE_SHARE + (headTop > 0 ? 0 : HEAD_SHARE);
  return Math.max(legs / LEG_SHARE, column / (1 - unseen));
}

/** Length of the bones from a joint down to one below it. */
function lengthBetween(cut: SkeletonCut, upper: number, lower: number): number {
  let length = 0;
  for (let joint = lower; joint >= 0 && joint !== upper; joint = cut.parents[joint]) length += boneLength(cut, joint);
  return length;
}

export const boneLength = ({ offsets }: SkeletonCut, joint: number): number =>
  Math.hypot(offsets[3 * joint], offsets[3 * joint + 1], offsets[3 * joint + 2]);
