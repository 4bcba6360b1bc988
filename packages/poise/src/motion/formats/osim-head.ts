/**
 * Which body of an OpenSim model plays which part of a person. These models have no head of their own (it belongs to the
 * torso), so a neck and a head are added to the skeleton where segment tables expect them.
 */
import type { Role, RoleMap } from '../roles.ts';
import { createSkeleton, jointNamed, type Skeleton } from '../skeleton.ts';
import type { OsimModel } from './osim-model.ts';

/** Body names of the gait2354/2392, Rajagopal and Hamner families. */
const ROLE_OF_BODY: ReadonlyMap<string, Role> = new Map(
  Object.entries<Role>({
    pelvis: 'hips',
    torso: 'spine',
    neck: 'neck',
    head: 'head',
    femur_l: 'leftUpperLeg',
    tibia_l: 'leftLowerLeg',
    talus_l: 'leftFoot',
    toes_l: 'leftToes',
    femur_r: 'rightUpperLeg',
    tibia_r: 'rightLowerLeg',
    talus_r: 'rightFoot',
    toes_r: 'rightToes',
    humerus_l: 'leftUpperArm',
    ulna_l: 'leftLowerArm',
    hand_l: 'leftHand',
    humerus_r: 'rightUpperArm',
    ulna_r: 'rightLowerArm',
    hand_r: 'rightHand',
  }),
);

/** Lengths over stature: hip to ankle ([Winter09] fig. 4.1: thigh 0.245, shank 0.246); C7 to crown (de Leva 1996, table 4:
 *  24.3 cm of 174.1 cm); C7 above the shoulder joints and the head's joint above C7, both read off the same figure. */
export const LEG_OVER_STATURE = 0.491;
const NECK_TO_CROWN = 0.14;
const SHOULDER_TO_NECK = 0.025;
const NECK_TO_HEAD = 0.045;

export function osimRoles(skeleton: Skeleton): RoleMap {
  const roles: Partial<Record<Role, number>> = {};
  skeleton.names.forEach((name, joint) => {
    const role = ROLE_OF_BODY.get(name);
    if (role !== undefined) roles[role] = joint;
  });
  return roles;
}

/** The skeleton with neck and head after its own joints; unchanged where it has a head or no torso with arms. */
export function addHead(skeleton: Skeleton, model: OsimModel): Skeleton {
  const torso = jointNamed(skeleton, 'torso');
  const left = jointNamed(skeleton, 'humerus_l');
  const right = jointNamed(skeleton, 'humerus_r');
  if (torso < 0 || left < 0 || right < 0 || jointNamed(skeleton, 'head') >= 0) return skeleton;
  const stature = legLength(skeleton) / LEG_OVER_STATURE;
  const middle = (k: number): number => (skeleton.offsets[3 * left + k] + skeleton.offsets[3 * right + k]) / 2;
  const n = skeleton.names.length;
  const crown = crownAboveNeck(model, middle(1) + SHOULDER_TO_NECK * stature) ?? NECK_TO_CROWN * stature;
  return createSkeleton({
    names: [...skeleton.names, 'neck', 'head'],
    parents: [...skeleton.parents, torso, n],
    offsets: [
      ...skeleton.offsets,
      middle(0),
      middle(1) + SHOULDER_TO_NECK * stature,
      middle(2),
      0,
      NECK_TO_HEAD * stature,
      0,
    ],
    restRotations: [...skeleton.restRotations, 0, 0, 0, 1, 0, 0, 0, 1],
    endSites: [...skeleton.endSites, { joint: n + 1, offset: [0, crown - NECK_TO_HEAD * stature, 0] }],
  });
}

/** Height of the marker on the crown over the neck, where the model has one. */
function crownAboveNeck(model: OsimModel, neckHeight: number): number | undefined {
  const marker = model.markers.find(
    (candidate) => /^top\.?_?head$/i.test(candidate.name) && candidate.body === 'torso',
  );
  return marker ? marker.location[1] - neckHeight : undefined;
}

/** From hip to ankle along the bones, the mean of both legs [m]. */
export function legLength(skeleton: Skeleton): number {
  let sum = 0;
  for (const name of ['tibia_l', 'talus_l', 'tibia_r', 'talus_r']) {
    const joint = jointNamed(skeleton, name);
    if (joint >= 0) sum += Math.hypot(...skeleton.offsets.subarray(3 * joint, 3 * joint + 3));
  }
  return sum / 2;
}
