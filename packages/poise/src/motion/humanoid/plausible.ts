/**
 * Does the map describe a person? Lengths are judged in any pose, directions in the pose that looks most like standing.
 */
import { REQUIRED_ROLES, type RoleMap } from '../roles.ts';
import { direction, dot, type RigTree, span } from './rig-tree.ts';

/** Left and right legs differ by less than this factor. */
const LEG_LIKENESS = 1.5;

/** Why these roles cannot be a person's, or undefined. */
export function implausible(tree: RigTree, roles: RoleMap): string | undefined {
  const missing = REQUIRED_ROLES.filter((role) => roles[role] === undefined);
  if (missing.length > 0) return `no joint was found for ${missing.join(', ')}`;
  const pose = tree.poses[0];
  const left = limbLength(pose, [roles.leftUpperLeg!, roles.leftLowerLeg!, roles.leftFoot!]);
  const right = limbLength(pose, [roles.rightUpperLeg!, roles.rightLowerLeg!, roles.rightFoot!]);
  if (!(left > 0) || !(right > 0)) return 'the legs have no length';
  if (Math.max(left, right) > LEG_LIKENESS * Math.min(left, right)) {
    return `one leg is ${(Math.max(left, right) / Math.min(left, right)).toFixed(1)} times as long as the other`;
  }
  return onAllFours(tree, roles, (left + right) / 2);
}

const limbLength = (pose: ArrayLike<number>, joints: readonly number[]): number =>
  joints.slice(1).reduce((sum, joint, i) => sum + span(pose, joints[i], joint), 0);

/** An animal: in every pose the trunk lies across the legs and the "hands" reach as far down as the feet. */
function onAllFours(tree: RigTree, roles: RoleMap, legLength: number): string | undefined {
  const chest = tree.parents[roles.leftShoulder ?? roles.leftUpperArm!];
  const always = tree.poses.every((pose) => {
    const trunk = direction(pose, roles.hips!, chest >= 0 && chest !== roles.hips ? chest : roles.head!);
    const legs = [0, 1, 2].map(
      (k) =>
        (direction(pose, roles.leftUpperLeg!, roles.leftFoot!)[k] +
          direction(pose, roles.rightUpperLeg!, roles.rightFoot!)[k]) /
        2,
    );
    const size = Math.hypot(...legs);
    const depth = (joint: number) => [0, 1, 2].reduce((sum, k) => sum + (pose[3 * joint + k] * legs[k]) / size, 0);
    const feet = (depth(roles.leftFoot!) + depth(roles.rightFoot!)) / 2;
    const hands = (depth(roles.leftHand ?? roles.leftLowerArm!) + depth(roles.rightHand ?? roles.rightLowerArm!)) / 2;
    // Legs that point different ways belong to a rest pose without meaning, as some BVH files have.
    return size > 0.5 && dot(trunk, legs) / size > -0.5 && Math.abs(hands - feet) < 0.3 * legLength;
  });
  if (!always) return undefined;
  return 'four legs of equal length leave the trunk, and there are no arms';
}

/** The joints called left lie on the right when the person faces where the toes point: a mirrored file, or swapped names. */
export function sidesLookSwapped(tree: RigTree, roles: RoleMap): boolean {
  if (roles.leftToes === undefined || roles.rightToes === undefined) return false;
  const votes = tree.poses.map((pose) => {
    const up = direction(pose, roles.hips!, roles.head!);
    const toes = [
      direction(pose, roles.leftFoot!, roles.leftToes!),
      direction(pose, roles.rightFoot!, roles.rightToes!),
    ];
    const forward = [0, 1, 2].map((k) => toes[0][k] + toes[1][k]);
    const left = direction(pose, roles.rightUpperLeg!, roles.leftUpperLeg!);
    const across = [
      up[1] * forward[2] - up[2] * forward[1],
      up[2] * forward[0] - up[0] * forward[2],
      up[0] * forward[1] - up[1] * forward[0],
    ];
    return Math.sign(dot(across, left));
  });
  return votes.reduce((sum, vote) => sum + vote, 0) < -0.5 * votes.length;
}
