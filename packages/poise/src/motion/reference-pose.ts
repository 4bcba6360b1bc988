/**
 * The pose a body is measured in: a person standing upright, arms anywhere. A rest pose usually is one (T-pose, A-pose); in
 * some files it is not (all bones along one axis), and then a frame of the clip, or a pose made from the bones, must do.
 */
import { multiplyQuat, quatBetween, quatFromAxisAngle, relativeQuat } from '../math/quat.ts';
import { quatFromMat3 } from '../math/quat-mat3.ts';
import { cross, distance, dot, mix, norm, perpendicular, sub, unit, vectorAt } from '../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../math/types.ts';
import type { Clip } from './clip.ts';
import { jointOf, sideRole } from './role-joints.ts';
import { type RoleMap, SIDES } from './roles.ts';
import { coordinateCount, quatIndex, restPose, type Skeleton } from './skeleton.ts';
import { type WorldFrames, worldFramesOf } from './world-frames.ts';

const UP: Vec3 = [0, 1, 0];

/** Frames of a clip that are looked at when the rest pose is no standing person. */
const FRAMES_TRIED = 200;

/** How well a pose stands: 1 = straight legs under an upright trunk, feet level and pointing forward; ≤ 0 = it does not stand. */
export function standingScore(skeleton: Skeleton, roles: RoleMap, q: ReadonlyVector, offset = 0): number {
  const frames = worldFramesOf(skeleton, q, offset);
  const at = (joint: number): Vec3 => vectorAt(frames.origins, 3 * joint);
  const hips = SIDES.map((side) => at(jointOf(roles, sideRole(side, 'UpperLeg'))));
  const shoulders = SIDES.map((side) => at(jointOf(roles, sideRole(side, 'UpperArm'))));
  const midHip = mix(hips[0], hips[1], 0.5);
  const trunk = sub(mix(shoulders[0], shoulders[1], 0.5), midHip);
  const left = perpendicular(sub(hips[0], hips[1]), UP);
  const legs = SIDES.map((side, k) => {
    const knee = at(jointOf(roles, sideRole(side, 'LowerLeg')));
    const ankle = at(jointOf(roles, sideRole(side, 'Foot')));
    const length = distance(hips[k], knee) + distance(knee, ankle);
    const toes = roles[sideRole(side, 'Toes')];
    const foot = toes === undefined ? undefined : sub(at(toes), ankle);
    const pointing = foot ? dot(unit(foot, cross(left, UP)), cross(left, UP)) : 1;
    return { drop: (hips[k][1] - ankle[1]) / length, pointing, ankle, length };
  });
  const upright = dot(unit(trunk, UP), UP);
  const rightWayRound = dot(sub(shoulders[0], shoulders[1]), left) >= -1e-9 && dot(sub(hips[0], hips[1]), left) >= 0;
  const levelFeet = 1 - (3 * Math.abs(legs[0].ankle[1] - legs[1].ankle[1])) / (legs[0].length + legs[1].length);
  // Collar bones that point up or down (zero poses of some rigs) put the shoulders at the wrong height.
  const collars = SIDES.map((side, k) => {
    const collar = roles[`${side}Shoulder`];
    const bone = collar === undefined ? left : sub(shoulders[k], at(collar));
    return norm(bone) < 1e-3 || collar === undefined ? 1 : (k === 0 ? 1 : -1) * dot(unit(bone, left), left);
  });
  const headRise = at(jointOf(roles, 'head'))[1] - midHip[1];
  const pointing = Math.min(legs[0].pointing, legs[1].pointing, collars[0], collars[1]) + 0.3;
  const worst = Math.min(upright, legs[0].drop, legs[1].drop, levelFeet, pointing);
  return rightWayRound && headRise > 0.2 * legs[0].length ? worst : Math.min(0, worst);
}

/** Below this score a pose is not measured in. Spread or bent legs and toes turned out pass; sitting and lying do not. */
const STANDS = 0.6;

/** The pose to measure a skeleton in: its rest pose where that stands, else one made from the bones. */
export function referencePoseOf(skeleton: Skeleton, roles: RoleMap): Float64Array {
  const rest = restPose(skeleton);
  return standingScore(skeleton, roles, rest) >= STANDS ? rest : straightenedPose(skeleton, roles, rest);
}

/** As referencePoseOf, but a clip whose rest pose does not stand gives its best standing frame, straightened if need be. */
export function referencePoseOfClip(clip: Clip, roles: RoleMap): Float64Array {
  const { skeleton } = clip;
  const rest = restPose(skeleton);
  if (standingScore(skeleton, roles, rest) >= STANDS) return rest;
  const nq = coordinateCount(skeleton);
  const step = Math.max(1, Math.floor(clip.frameCount / FRAMES_TRIED));
  let best = 0;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let frame = 0; frame < clip.frameCount; frame += step) {
    const score = standingScore(skeleton, roles, clip.q, frame * nq);
    if (score > bestScore) {
      best = frame;
      bestScore = score;
    }
  }
  if (clip.frameCount === 0) return straightenedPose(skeleton, roles, rest);
  const pose = clip.q.slice(best * nq, (best + 1) * nq);
  return bestScore >= STANDS ? pose : straightenedPose(skeleton, roles, pose);
}

/** The T-pose of a clip's skeleton: arms to the sides, legs down, front to +Z, feet flat as in the pose the skeleton stands in;
 *  root at the origin. What the arms and legs turn about themselves stays as in that pose. */
export function tPoseOf(clip: Clip, roles: RoleMap): Float64Array {
  const { skeleton } = clip;
  const q = referencePoseOfClip(clip, roles).slice();
  q.fill(0, 0, 3);
  const restStands = standingScore(skeleton, roles, restPose(skeleton)) >= STANDS;
  const hips = SIDES.map((side) => jointOf(roles, sideRole(side, 'UpperLeg')));
  const before = worldFramesOf(skeleton, q);
  const left = perpendicular(sub(vectorAt(before.origins, 3 * hips[0]), vectorAt(before.origins, 3 * hips[1])), UP);
  turnRoot(q, Math.atan2(left[2], left[0]));
  const standing = worldFramesOf(skeleton, q);
  const point = (from: number | undefined, to: number | undefined, direction: Vec3): void => {
    if (from !== undefined && to !== undefined) pointBone(skeleton, q, from, to, direction);
  };
  if (!restStands) {
    // a frame of the clip: nobody stands quite straight
    point(roles.spine ?? roles.chest, roles.neck ?? roles.head, UP);
    point(roles.neck, roles.head, UP);
  }
  for (const side of SIDES) {
    const s = side === 'left' ? 1 : -1;
    const joint = (part: Parameters<typeof sideRole>[1]): number | undefined => roles[sideRole(side, part)];
    point(joint('UpperArm'), joint('LowerArm'), [s, 0, 0]);
    point(joint('LowerArm'), joint('Hand'), [s, 0, 0]);
    point(joint('UpperLeg'), joint('LowerLeg'), [0, -1, 0]);
    point(joint('LowerLeg'), joint('Foot'), [0, -1, 0]);
    const foot = jointOf(roles, sideRole(side, 'Foot'));
    const toes = joint('Toes');
    const ahead =
      toes === undefined ? UP : sub(vectorAt(standing.origins, 3 * toes), vectorAt(standing.origins, 3 * foot));
    const yaw = Math.hypot(ahead[0], ahead[2]) > 1e-6 ? Math.atan2(-ahead[0], ahead[2]) : 0;
    const world = new Float64Array(4);
    quatFromAxisAngle(world, 0, 0, 1, 0, yaw);
    multiplyQuat(world, 0, world, 0, standing.rotations, 4 * foot);
    relativeQuat(q, quatIndex(foot), worldFramesOf(skeleton, q).rotations, 4 * skeleton.parents[foot], world, 0);
  }
  return q;
}

/** Turns the whole pose about Y [rad]. */
function turnRoot(q: Float64Array, angle: number): void {
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, angle);
  multiplyQuat(q, 3, turn, 0, q, 3);
}

/** Turns each bone by the shortest way to where it points in a standing person. Turns about the bones themselves stay as in
 *  the pose it starts from: true in a frame of a clip, unknown in a rest pose that lays all bones along one axis. Soles and
 *  limits made from such a rest pose alone are therefore not to be trusted; masses are. */
function straightenedPose(skeleton: Skeleton, roles: RoleMap, from: Float64Array): Float64Array {
  const q = from.slice();
  const at = (frames: WorldFrames, joint: number): Vec3 => vectorAt(frames.origins, 3 * joint);
  const leftHip = jointOf(roles, 'leftUpperLeg');
  const rightHip = jointOf(roles, 'rightUpperLeg');
  // The pelvis: hip joints left and right, the trunk above them.
  const frames = worldFramesOf(skeleton, q);
  const left = unit(sub(at(frames, leftHip), at(frames, rightHip)), [1, 0, 0]);
  const trunk = sub(at(frames, trunkEnd(skeleton, roles)), mix(at(frames, leftHip), at(frames, rightHip), 0.5));
  const up = perpendicular(trunk, left);
  const forward = cross(left, up);
  const turn = new Float64Array(4);
  quatFromMat3(turn, 0, Float64Array.from([...left, ...up, ...forward]), 0); // rows: world from measured axes
  multiplyQuat(q, 3, turn, 0, q, 3);
  const point = (from: number | undefined, to: number | undefined, direction: Vec3): void => {
    if (from !== undefined && to !== undefined) pointBone(skeleton, q, from, to, direction);
  };
  point(roles.spine ?? roles.chest, roles.neck ?? roles.head, UP);
  point(roles.neck, roles.head, UP);
  for (const side of SIDES) {
    const s = side === 'left' ? 1 : -1;
    const joint = (part: Parameters<typeof sideRole>[1]): number | undefined => roles[sideRole(side, part)];
    point(roles[`${side}Shoulder`], joint('UpperArm'), [s, 0.1, 0]);
    point(joint('UpperArm'), joint('LowerArm'), [s, 0, 0]);
    point(joint('LowerArm'), joint('Hand'), [s, 0, 0]);
    point(joint('UpperLeg'), joint('LowerLeg'), [0, -1, 0]);
    point(joint('LowerLeg'), joint('Foot'), [0, -1, 0]);
    point(joint('Foot'), joint('Toes'), [0, -0.35, 0.94]);
  }
  return q;
}

/** First joint of the trunk that lies away from the hips. */
function trunkEnd(skeleton: Skeleton, roles: RoleMap): number {
  const trunk = [roles.spine, roles.chest, roles.upperChest, roles.neck, roles.head];
  const away = trunk.find(
    (joint) => joint !== undefined && Math.hypot(...vectorAt(skeleton.offsets, 3 * joint)) > 1e-4,
  );
  return away ?? jointOf(roles, 'head');
}

/** Turns joint `from` so that the line to its descendant `to` points in a world direction. */
function pointBone(skeleton: Skeleton, q: Float64Array, from: number, to: number, direction: Vec3): void {
  const frames = worldFramesOf(skeleton, q);
  const bone = sub(vectorAt(frames.origins, 3 * to), vectorAt(frames.origins, 3 * from));
  if (Math.hypot(...bone) < 1e-6) return;
  const world = new Float64Array(4);
  quatBetween(world, 0, Float64Array.from(bone), 0, Float64Array.from(direction), 0);
  multiplyQuat(world, 0, world, 0, frames.rotations, 4 * from);
  if (from === 0) q.set(world, 3);
  else relativeQuat(q, quatIndex(from), frames.rotations, 4 * skeleton.parents[from], world, 0);
}
