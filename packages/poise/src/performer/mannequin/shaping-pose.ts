/**
 * The pose in which a figure is given its skin: standing, arms half-way between hanging and level, legs a little apart. From
 * there all joints bend about equally far to both sides, so that the skin creases least.
 */

import { findLandmarks } from '../../body/landmarks.ts';
import { multiplyQuat, quatBetween, relativeQuat } from '../../math/quat.ts';
import { add, norm, scale, sub, vectorAt } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';
import { jointOf } from '../../motion/role-joints.ts';
import { type RoleMap, SIDES } from '../../motion/roles.ts';
import { quatIndex, type Skeleton } from '../../motion/skeleton.ts';
import { worldFramesOf } from '../../motion/world-frames.ts';

const ARM_DROP = (52 * Math.PI) / 180;
const LEG_SPREAD = (7 * Math.PI) / 180;

/** Coordinates of the shaping pose, from a pose in which the person stands upright. */
export function shapingPose(skeleton: Skeleton, roles: RoleMap, reference: ReadonlyVector): Float64Array {
  const q = Float64Array.from(reference as ArrayLike<number>);
  const { left } = findLandmarks(skeleton, roles, reference);
  for (const side of SIDES) {
    const outward = scale(left, side === 'left' ? 1 : -1);
    const slanted = (out: number, down: number): Vec3 => add(scale(outward, out), [0, -down, 0]);
    const arm = slanted(Math.cos(ARM_DROP), Math.sin(ARM_DROP));
    const [upperArm, lowerArm] = [jointOf(roles, `${side}UpperArm`), jointOf(roles, `${side}LowerArm`)];
    pointBone(skeleton, q, upperArm, lowerArm, arm);
    const hand = roles[`${side}Hand`];
    if (hand !== undefined) pointBone(skeleton, q, lowerArm, hand, arm);
    const leg = slanted(Math.sin(LEG_SPREAD), Math.cos(LEG_SPREAD));
    pointBone(skeleton, q, jointOf(roles, `${side}UpperLeg`), jointOf(roles, `${side}Foot`), leg);
  }
  return q;
}

/** Turns joint `from` the shortest way so that the line to its descendant `to` points in a world direction. */
function pointBone(skeleton: Skeleton, q: Float64Array, from: number, to: number, direction: Vec3): void {
  const { origins, rotations } = worldFramesOf(skeleton, q);
  const bone = sub(vectorAt(origins, 3 * to), vectorAt(origins, 3 * from));
  if (norm(bone) < 1e-6) return;
  const world = new Float64Array(4);
  quatBetween(world, 0, Float64Array.from(bone), 0, Float64Array.from(direction), 0);
  multiplyQuat(world, 0, world, 0, rotations, 4 * from);
  relativeQuat(q, quatIndex(from), rotations, 4 * skeleton.parents[from], world, 0);
}
