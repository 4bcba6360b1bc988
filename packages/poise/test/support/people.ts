/** A made-up person in a T-pose, 1.7 m, facing +Z, whose joints can be called anything: for tests of names and import. */
import type { Vec3 } from '../../src/math/types.ts';
import type { RawMotion } from '../../src/motion/raw-motion.ts';
import type { Role } from '../../src/motion/roles.ts';
import { createSkeleton, type Skeleton } from '../../src/motion/skeleton.ts';

/** Joint of a person before it has a file: where it is [m], which role it hangs from. */
const PERSON: readonly (readonly [role: Role, parent: Role | undefined, at: Vec3])[] = [
  ['hips', undefined, [0, 0.95, 0]],
  ['leftUpperLeg', 'hips', [0.09, 0.9, 0]],
  ['leftLowerLeg', 'leftUpperLeg', [0.09, 0.49, 0.01]],
  ['leftFoot', 'leftLowerLeg', [0.09, 0.07, -0.02]],
  ['leftToes', 'leftFoot', [0.09, 0.02, 0.12]],
  ['rightUpperLeg', 'hips', [-0.09, 0.9, 0]],
  ['rightLowerLeg', 'rightUpperLeg', [-0.09, 0.49, 0.01]],
  ['rightFoot', 'rightLowerLeg', [-0.09, 0.07, -0.02]],
  ['rightToes', 'rightFoot', [-0.09, 0.02, 0.12]],
  ['spine', 'hips', [0, 1.05, 0]],
  ['chest', 'spine', [0, 1.2, 0]],
  ['upperChest', 'chest', [0, 1.32, 0]],
  ['neck', 'upperChest', [0, 1.47, 0]],
  ['head', 'neck', [0, 1.56, 0]],
  ['leftShoulder', 'upperChest', [0.04, 1.42, 0]],
  ['leftUpperArm', 'leftShoulder', [0.18, 1.42, 0]],
  ['leftLowerArm', 'leftUpperArm', [0.46, 1.42, 0]],
  ['leftHand', 'leftLowerArm', [0.71, 1.42, 0]],
  ['rightShoulder', 'upperChest', [-0.04, 1.42, 0]],
  ['rightUpperArm', 'rightShoulder', [-0.18, 1.42, 0]],
  ['rightLowerArm', 'rightUpperArm', [-0.46, 1.42, 0]],
  ['rightHand', 'rightLowerArm', [-0.71, 1.42, 0]],
];

export type PersonNames = Readonly<Partial<Record<Role, string>>>;

/** A joint that is no role: hung below `parent`, or put between `parent` and its joint `before`. Coincides with the parent
 *  unless a place is given. */
export interface ExtraJoint {
  readonly name: string;
  readonly parent: string;
  readonly before?: string;
  readonly at?: Vec3;
}

export interface PlacedJoint {
  readonly name: string;
  readonly parent: number;
  readonly at: Vec3;
}

/** The person's joints under their names; roles without a name are left out and their children hang one joint higher. */
export function placePerson(names: PersonNames, extras: readonly ExtraJoint[] = []): PlacedJoint[] {
  const placed: { name: string; parent: string | undefined; at: Vec3 }[] = [];
  const parentOf = new Map(PERSON.map(([role, parent]) => [role, parent]));
  for (const [role, , at] of PERSON) {
    const name = names[role];
    if (name === undefined) continue;
    let above = parentOf.get(role);
    while (above && names[above] === undefined) above = parentOf.get(above);
    placed.push({ name, parent: above && names[above], at });
  }
  for (const { name, parent, before, at } of extras) {
    const here = placed.findIndex((joint) => joint.name === parent);
    const child = placed.find((joint) => joint.name === before);
    if (child) child.parent = name;
    placed.splice(here + 1, 0, { name, parent, at: at ?? placed[here].at });
  }
  // An extra joint may stand before the parent it was given; list parents first.
  const sorted: typeof placed = [];
  while (sorted.length < placed.length) {
    const next = placed.find(
      (joint) => !sorted.includes(joint) && (!joint.parent || sorted.some((other) => other.name === joint.parent)),
    );
    if (!next) throw new Error('a joint hangs from nothing');
    sorted.push(next);
  }
  return sorted.map(({ name, parent, at }) => ({ name, parent: sorted.findIndex((j) => j.name === parent), at }));
}

export function offsetsOf(joints: readonly PlacedJoint[]): number[] {
  return joints.flatMap(({ parent, at }) => (parent < 0 ? [0, 0, 0] : at.map((x, k) => x - joints[parent].at[k])));
}

export function personSkeleton(names: PersonNames, extras: readonly ExtraJoint[] = []): Skeleton {
  const joints = placePerson(names, extras);
  return createSkeleton({
    names: joints.map((joint) => joint.name),
    parents: joints.map((joint) => joint.parent),
    offsets: offsetsOf(joints),
  });
}

/** MotionBuilder's names, used wherever names do not matter. */
export const PLAIN_NAMES: PersonNames = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
  ...sided('Left', 'left'),
  ...sided('Right', 'right'),
};

function sided(word: string, side: 'left' | 'right'): PersonNames {
  return {
    [`${side}UpperLeg`]: `${word}UpLeg`,
    [`${side}LowerLeg`]: `${word}Leg`,
    [`${side}Foot`]: `${word}Foot`,
    [`${side}Toes`]: `${word}ToeBase`,
    [`${side}Shoulder`]: `${word}Shoulder`,
    [`${side}UpperArm`]: `${word}Arm`,
    [`${side}LowerArm`]: `${word}ForeArm`,
    [`${side}Hand`]: `${word}Hand`,
  };
}

export interface PersonMotion {
  readonly metresPerUnit?: number; // the unit the file is written in
  /** Place of the hips in Y-up metres per frame; rotations follow in the order of the frames. */
  readonly path?: readonly Vec3[];
  /** Turns the file's axes: [x, y, z] of Y-up metres → file axes. */
  readonly axes?: (point: Vec3) => Vec3;
  readonly names?: PersonNames;
}

/** A person carried along a path without moving a joint, in any unit and axes; the rest pose is the T-pose in the same axes. */
export function personMotion({
  metresPerUnit = 1,
  path = [[0, 0.95, 0]],
  axes = (p) => p,
  names = PLAIN_NAMES,
}: PersonMotion): RawMotion {
  const joints = placePerson(names);
  const inFile = (point: readonly number[]): Vec3 => {
    const [x, y, z] = axes(point as unknown as Vec3);
    return [x / metresPerUnit, y / metresPerUnit, z / metresPerUnit];
  };
  const offsets = offsetsOf(joints);
  const still = Float64Array.from({ length: 4 * path.length }, (_, i) => (i % 4 === 3 ? 1 : 0));
  return {
    format: 'made',
    file: 'person',
    animation: '',
    joints: joints.map(({ name, parent, at }, i) => ({
      name,
      parent,
      translation: inFile(parent < 0 ? at : offsets.slice(3 * i, 3 * i + 3)),
      rotation: [0, 0, 0, 1],
      scale: 1,
    })),
    endSites: [],
    frameTime: 1 / 30,
    frameCount: path.length,
    translations: joints.map((_, i) => (i === 0 ? Float64Array.from(path.flatMap(inFile)) : undefined)),
    rotations: joints.map(() => still.slice()),
    scales: joints.map(() => undefined),
    statedMetresPerUnit: undefined,
    statedUp: undefined,
    notes: [],
    document: undefined,
  };
}
