/**
 * Points of the body in the reference pose, in world axes: joint centres where the rig has them, proportions of stature
 * where it has not. Bone counts do not matter, only where the joints are.
 */
import { RigError } from '../errors.ts';
import { add, along, cross, distance, dot, mix, perpendicular, sub, turned, unit, vectorAt } from '../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../math/types.ts';
import { jointOf, sideRole } from '../motion/role-joints.ts';
import { REQUIRED_ROLES, type Role, type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import { jointCount, type Skeleton } from '../motion/skeleton.ts';
import { type WorldFrames, worldFramesOf } from '../motion/world-frames.ts';
import { LENGTH_OVER_STATURE } from './tables.ts';

const UP: Vec3 = [0, 1, 0];

export interface LimbEnds {
  readonly joint: number; // carries the mass
  readonly near: Vec3;
  readonly far: Vec3;
}

export interface SideLandmarks {
  readonly upperArm: LimbEnds;
  readonly lowerArm: LimbEnds;
  readonly hand: LimbEnds;
  readonly upperLeg: LimbEnds;
  readonly lowerLeg: LimbEnds;
}

export interface Landmarks {
  readonly frames: WorldFrames;
  readonly height: number; // [m]
  readonly left: Vec3; // unit, horizontal
  readonly forward: Vec3;
  readonly midHip: Vec3;
  readonly midShoulder: Vec3;
  readonly trunkAxis: Vec3; // unit, mid-hip to mid-shoulder
  readonly trunkLength: number; // [m] mid-hip to mid-shoulder
  readonly trunkJoints: readonly number[]; // hips to the last joint below the neck
  readonly headJoints: readonly number[]; // neck (or head) to head
  readonly sides: Readonly<Record<Side, SideLandmarks>>;
}

/** Stature from the legs alone, or from legs and trunk where that gives more: rigs lack bones (CMU's have no thorax), they
 *  never have too many. The head is left out, its top being anywhere from the ear to the hair. */
export function statureOf(roles: RoleMap, frames: WorldFrames): number {
  const at = (role: Role): Vec3 => vectorAt(frames.origins, 3 * jointOf(roles, role));
  let legs = 0;
  for (const side of SIDES) {
    const [hip, knee, ankle] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) => at(sideRole(side, part)));
    legs += (distance(hip, knee) + distance(knee, ankle)) / 2;
  }
  if (!(legs > 1e-3 && Number.isFinite(legs))) throw new RigError('the legs have no length');
  const midHip = mix(at('leftUpperLeg'), at('rightUpperLeg'), 0.5);
  const trunk = distance(midHip, mix(at('leftUpperArm'), at('rightUpperArm'), 0.5));
  return Math.max(legs / LENGTH_OVER_STATURE.leg, (legs + trunk) / LENGTH_OVER_STATURE.legAndTrunk);
}

/** Joints from `from` (inclusive) down the tree to `to` (inclusive); only [to] where `to` does not descend from `from`. */
function pathBetween(skeleton: Skeleton, from: number, to: number): number[] {
  const path = [to];
  for (let joint = to; joint !== from; ) {
    joint = skeleton.parents[joint];
    if (joint < 0) return [to];
    path.unshift(joint);
  }
  return path;
}

/** World positions of everything that hangs from a joint: descendants and end sites. */
export function pointsBelow(skeleton: Skeleton, frames: WorldFrames, joint: number): Vec3[] {
  const below = new Uint8Array(jointCount(skeleton));
  const points: Vec3[] = [];
  below[joint] = 1;
  for (let j = joint + 1; j < below.length; j++) {
    if (!below[skeleton.parents[j]]) continue;
    below[j] = 1;
    points.push(vectorAt(frames.origins, 3 * j));
  }
  for (const site of skeleton.endSites) {
    if (!below[site.joint]) continue;
    points.push(add(vectorAt(frames.origins, 3 * site.joint), turned(frames.rotations, 4 * site.joint, site.offset)));
  }
  return points;
}

/** Wrist and finger tip. A rig without a hand joint carries the hand on the lower arm. */
function armEnds(skeleton: Skeleton, roles: RoleMap, frames: WorldFrames, side: Side, height: number) {
  const at = (joint: number): Vec3 => vectorAt(frames.origins, 3 * joint);
  const upper = jointOf(roles, sideRole(side, 'UpperArm'));
  const lower = jointOf(roles, sideRole(side, 'LowerArm'));
  const handJoint = roles[sideRole(side, 'Hand')];
  const elbow = at(lower);
  const straight = unit(sub(elbow, at(upper)), UP);
  const farthest = (from: Vec3, points: readonly Vec3[]): Vec3 =>
    points.reduce((best, p) => (distance(from, p) > distance(from, best) ? p : best), from);
  const wrist =
    handJoint !== undefined
      ? at(handJoint)
      : along(
          elbow,
          unit(sub(farthest(elbow, pointsBelow(skeleton, frames, lower)), elbow), straight),
          LENGTH_OVER_STATURE.forearm * height,
        );
  const tip = handJoint === undefined ? wrist : farthest(wrist, pointsBelow(skeleton, frames, handJoint));
  const forearm = unit(sub(wrist, elbow), straight);
  const reach = distance(tip, wrist) > 0.02 * height ? unit(sub(tip, wrist), forearm) : forearm;
  return {
    upperArm: { joint: upper, near: at(upper), far: elbow },
    lowerArm: { joint: lower, near: elbow, far: wrist },
    hand: { joint: handJoint ?? lower, near: wrist, far: along(wrist, reach, LENGTH_OVER_STATURE.hand * height) },
  };
}

function sideLandmarks(skeleton: Skeleton, roles: RoleMap, frames: WorldFrames, side: Side, height: number) {
  const [hip, knee, ankle] = (['UpperLeg', 'LowerLeg', 'Foot'] as const).map((part) =>
    jointOf(roles, sideRole(side, part)),
  );
  const at = (joint: number): Vec3 => vectorAt(frames.origins, 3 * joint);
  return {
    ...armEnds(skeleton, roles, frames, side, height),
    upperLeg: { joint: hip, near: at(hip), far: at(knee) },
    lowerLeg: { joint: knee, near: at(knee), far: at(ankle) },
  };
}

export function findLandmarks(skeleton: Skeleton, roles: RoleMap, pose: ReadonlyVector, stature?: number): Landmarks {
  for (const role of REQUIRED_ROLES) jointOf(roles, role);
  const frames = worldFramesOf(skeleton, pose);
  const height = stature ?? statureOf(roles, frames);
  const at = (role: Role): Vec3 => vectorAt(frames.origins, 3 * jointOf(roles, role));
  const midHip = mix(at('leftUpperLeg'), at('rightUpperLeg'), 0.5);
  const midShoulder = mix(at('leftUpperArm'), at('rightUpperArm'), 0.5);
  const across = sub(at('leftUpperLeg'), at('rightUpperLeg'));
  const left = perpendicular(dot(across, across) > 1e-8 ? across : sub(at('leftUpperArm'), at('rightUpperArm')), UP);
  const neck = roles.neck ?? jointOf(roles, 'head');
  const trunkPath = pathBetween(skeleton, jointOf(roles, 'hips'), neck);
  return {
    frames,
    height,
    left,
    forward: cross(left, UP),
    midHip,
    midShoulder,
    trunkAxis: unit(sub(midShoulder, midHip), UP),
    trunkLength: Math.max(distance(midShoulder, midHip), 0.05 * height),
    trunkJoints: trunkPath.length > 1 ? trunkPath.slice(0, -1) : [jointOf(roles, 'hips')],
    headJoints: pathBetween(skeleton, neck, jointOf(roles, 'head')),
    sides: {
      left: sideLandmarks(skeleton, roles, frames, 'left', height),
      right: sideLandmarks(skeleton, roles, frames, 'right', height),
    },
  };
}
