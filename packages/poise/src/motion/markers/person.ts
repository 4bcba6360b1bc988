/**
 * A skeleton with fixed bone lengths for a measured person. Joint names are those of the roles; the rest pose is a T-pose in
 * which every joint's axes are x left, y up, z forward.
 */

import { median } from '../../math/order-statistics.ts';
import { distance, mix, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Role } from '../roles.ts';
import { createSkeleton, type EndSite, type Skeleton } from '../skeleton.ts';
import type { FootTrack } from './feet.ts';
import type { SideLetter } from './landmarks.ts';
import type { LegTrack } from './legs.ts';
import { hipAt, lumbarAt, type PelvisTrack } from './pelvis.ts';
import { centroid, compose, frameFromXY, type RigidPose, toSegment, toWorld, turnIn } from './rigid.ts';
import { fitSpine } from './spine.ts';
import type { MarkerTrial } from './trial.ts';
import type { UpperBody } from './upper-body.ts';
import { at } from './vectors.ts';

export interface MeasuredPerson {
  readonly trial: MarkerTrial;
  readonly pelvis: PelvisTrack;
  readonly hips: readonly RigidPose[]; // the root: between the hip joints, upright in the mean
  readonly legs: Readonly<Record<SideLetter, LegTrack>>;
  readonly feet: Readonly<Record<SideLetter, FootTrack>>;
  readonly upper: UpperBody | undefined;
  readonly stature: number; // [m]
}

export interface PersonBones {
  readonly skeleton: Skeleton;
  readonly joint: Readonly<Partial<Record<Role, number>>>;
  /** Lengths of the bones that end in these joints [m]. */
  readonly length: Readonly<Partial<Record<Role, number>>>;
  readonly chestInThorax: Vec3; // [m] the chest joint in the thorax frame (origin at the base of the neck)
}

/** Over stature: hand to the finger tips (de Leva 1996), crown above the neck's base. */
const HAND_LENGTH = 0.108;
const NECK_TO_CROWN = 0.14;
const NECK_TO_HEAD = 0.045;

export const SIDE_NAME = { l: 'left', r: 'right' } as const;

/** Root poses: the pelvis turned so that its y axis is the world's up in the mean. */
export function hipsOf(pelvis: PelvisTrack): RigidPose[] {
  const up = centroid(pelvis.poses.map((pose) => turnIn(pose, [0, 1, 0])));
  const level = frameFromXY([1, 0, 0], [0, up[1], up[2]], [0, 0, 0]).rotation;
  return pelvis.poses.map((pose, f) => ({
    rotation: compose(pose.rotation, level),
    origin: mix(hipAt(pelvis, 'l', f), hipAt(pelvis, 'r', f), 0.5),
  }));
}

export function bonesOf(person: MeasuredPerson): PersonBones {
  const names: Role[] = [];
  const parents: number[] = [];
  const offsets: Vec3[] = [];
  const endSites: EndSite[] = [];
  const joint: Partial<Record<Role, number>> = {};
  const length: Partial<Record<Role, number>> = {};
  const push = (role: Role, parent: Role | undefined, offset: Vec3): void => {
    joint[role] = names.length;
    names.push(role);
    parents.push(parent === undefined ? -1 : joint[parent]!);
    offsets.push(offset);
    length[role] = Math.hypot(...offset);
  };
  push('hips', undefined, [0, 0, 0]);
  const chestInThorax = person.upper ? pushTrunk(person, person.upper, push, endSites, joint) : ([0, 0, 0] as const);
  for (const side of ['l', 'r'] as const) {
    const leg = person.legs[side];
    const foot = person.feet[side];
    const name = SIDE_NAME[side];
    push(`${name}UpperLeg`, 'hips', centroid(person.hips.map((pose, f) => toSegment(pose, at(leg.hip, f)))));
    push(`${name}LowerLeg`, `${name}UpperLeg`, [0, -medianDistance(leg.hip, leg.knee), 0]);
    push(`${name}Foot`, `${name}LowerLeg`, [0, -medianDistance(leg.knee, leg.ankle), 0]);
    push(`${name}Toes`, `${name}Foot`, foot.ball);
    endSites.push({ joint: joint[`${name}Toes`]!, offset: foot.tip });
  }
  const skeleton = createSkeleton({ names, parents, offsets: offsets.flat(), endSites });
  return { skeleton, joint, length, chestInThorax };
}

type Push = (role: Role, parent: Role | undefined, offset: Vec3) => void;

function pushTrunk(
  person: MeasuredPerson,
  upper: UpperBody,
  push: Push,
  endSites: EndSite[],
  joint: Partial<Record<Role, number>>,
): Vec3 {
  const { hips, stature } = person;
  const lumbar = toSegment(hips[0], lumbarAt(person.pelvis, 0));
  const { spineInHips, chestInThorax, length } = fitSpine(hips, upper.thorax, lumbar);
  push('spine', 'hips', spineInHips);
  push('chest', 'spine', [0, length, 0]);
  push('neck', 'chest', scale(chestInThorax, -1));
  const headUp = upper.head
    ? median(upper.head.map((pose, f) => distance(pose.origin, upper.thorax[f].origin)))
    : NECK_TO_HEAD * stature;
  const crown = upper.crown ?? [0, NECK_TO_CROWN * stature - NECK_TO_HEAD * stature, 0];
  push('head', 'neck', upper.head ? headOffset(upper, headUp) : [0, headUp, 0]);
  endSites.push({ joint: joint.head!, offset: crown });
  for (const side of ['l', 'r'] as const) {
    const arm = upper.arms[side];
    const name = SIDE_NAME[side];
    const outward = side === 'l' ? 1 : -1;
    const inner = upper.clavicles[side];
    push(`${name}Shoulder`, 'chest', sub(inner, chestInThorax));
    const toShoulder = centroid(upper.thorax.map((pose, f) => sub(toSegment(pose, at(arm.shoulder, f)), inner)));
    const reach = median(upper.thorax.map((pose, f) => distance(at(arm.shoulder, f), toWorld(pose, inner))));
    push(`${name}UpperArm`, `${name}Shoulder`, scale(toShoulder, reach / Math.max(1e-6, Math.hypot(...toShoulder))));
    push(`${name}LowerArm`, `${name}UpperArm`, [outward * medianDistance(arm.shoulder, arm.elbow), 0, 0]);
    push(`${name}Hand`, `${name}LowerArm`, [outward * medianDistance(arm.elbow, arm.wrist), 0, 0]);
    endSites.push({ joint: joint[`${name}Hand`]!, offset: [outward * HAND_LENGTH * stature, 0, 0] });
  }
  return chestInThorax;
}

/** Mean place of the skull's joint in the thorax, at its median distance: the neck's rest direction. */
function headOffset(upper: UpperBody, reach: number): Vec3 {
  const mean = centroid(upper.head!.map((pose, f) => toSegment(upper.thorax[f], pose.origin)));
  return scale(mean, reach / Math.max(1e-6, Math.hypot(...mean)));
}

const medianDistance = (a: Float64Array, b: Float64Array): number =>
  median(Array.from({ length: a.length / 3 }, (_, f) => distance(at(a, f), at(b, f))));
