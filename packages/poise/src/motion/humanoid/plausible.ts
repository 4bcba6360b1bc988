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

/** An animal: in the rest pose the trunk lies across the legs and the "hands" reach as far down as the feet, and the frames
 *  do not stand up. Some BVH files have a rest pose without meaning; then the frames decide alone. */
function onAllFours(tree: RigTree, roles: RoleMap, legLength: number): string | undefined {
  const [rest, ...frames] = tree.poses.map((pose) => stance(pose, roles, legLength));
  const share = (wanted: Stance) => frames.filter((seen) => seen === wanted).length / Math.max(1, frames.length);
  const animal = rest === 'on fours' ? share('upright') < 0.5 : rest === 'unclear' && share('on fours') > 0.8;
  return animal ? 'four legs of equal length leave the trunk, and there are no arms' : undefined;
}

type Stance = 'on fours' | 'upright' | 'unclear';

/** What legs, trunk and hands look like in a pose. */
function stance(pose: ArrayLike<number>, roles: RoleMap, legLength: number): Stance {
  const hips = [roles.leftUpperLeg!, roles.rightUpperLeg!];
  const shoulders = [roles.leftUpperArm!, roles.rightUpperArm!];
  const feet = [roles.leftFoot!, roles.rightFoot!];
  const hands = [roles.leftHand ?? roles.leftLowerArm!, roles.rightHand ?? roles.rightLowerArm!];
  const trunk = unit(minus(middle(pose, shoulders), middle(pose, hips)));
  const legs = [0, 1].map((side) => direction(pose, hips[side], feet[side]));
  if (dot(legs[0], legs[1]) < 0.5) return 'unclear';
  const leg = unit([0, 1, 2].map((k) => legs[0][k] + legs[1][k]));
  const alongTrunk = dot(leg, trunk);
  if (alongTrunk < -0.7) return 'upright';
  const down = unit(leg.map((x, k) => x - alongTrunk * trunk[k]));
  const reach = dot(minus(middle(pose, hands), middle(pose, feet)), down);
  return Math.abs(alongTrunk) < 0.5 && Math.abs(reach) < 0.4 * legLength ? 'on fours' : 'unclear';
}

const middle = (pose: ArrayLike<number>, [a, b]: readonly number[]): number[] =>
  [0, 1, 2].map((k) => (pose[3 * a + k] + pose[3 * b + k]) / 2);

const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((x, k) => x - b[k]);

const unit = (a: readonly number[]): number[] => {
  const size = Math.hypot(...a) || 1;
  return a.map((x) => x / size);
};

/** The joints called left lie on the right when the person faces where the toes point: a mirrored file, or swapped names. */
export function sidesLookSwapped(tree: RigTree, roles: RoleMap): boolean {
  const { leftToes, rightToes } = roles;
  if (leftToes === undefined || rightToes === undefined) return false;
  let votes = 0;
  for (const pose of tree.poses) {
    const up = direction(pose, roles.hips!, roles.head!);
    const toes = [direction(pose, roles.leftFoot!, leftToes), direction(pose, roles.rightFoot!, rightToes)];
    const toe = [0, 1, 2].map((k) => (toes[0][k] + toes[1][k]) / 2);
    const rise = dot(toe, up);
    const forward = toe.map((x, k) => x - rise * up[k]);
    // Toes that point up, down or apart say nothing about where the person faces.
    if (Math.hypot(...forward) < 0.6) continue;
    const across = [
      up[1] * forward[2] - up[2] * forward[1],
      up[2] * forward[0] - up[0] * forward[2],
      up[0] * forward[1] - up[1] * forward[0],
    ];
    votes += Math.sign(dot(across, direction(pose, roles.rightUpperLeg!, roles.leftUpperLeg!)));
  }
  return votes < -0.5 * tree.poses.length;
}
