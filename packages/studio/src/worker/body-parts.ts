/** The body in the parts that people speak of. */
import type { Body, Role } from 'poise';

export interface BodyPart {
  readonly name: string;
  readonly joints: readonly number[]; // joints whose segments belong to it
}

const limb = (side: 'left' | 'right', parts: readonly string[]): Role[] =>
  parts.map((part) => `${side}${part}` as Role);
const ARM = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'];
const LEG = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'];

const PARTS: readonly (readonly [name: string, roles: readonly Role[]])[] = [
  ['Head', ['head', 'neck']],
  ['Trunk', ['hips', 'spine', 'chest', 'upperChest']],
  ['Left arm', limb('left', ARM)],
  ['Right arm', limb('right', ARM)],
  ['Left leg', limb('left', LEG)],
  ['Right leg', limb('right', LEG)],
];

/** Every joint belongs to the part of its nearest ancestor (or itself) that has a role; joints above the hips' to the trunk. */
export function partsOfBody(body: Body): readonly BodyPart[] {
  const { parents } = body.skeleton;
  const own = new Map<number, number>();
  PARTS.forEach(([, roles], part) => {
    for (const role of roles) {
      const joint = body.roles[role];
      if (joint !== undefined) own.set(joint, part);
    }
  });
  const partOf: number[] = [];
  for (let joint = 0; joint < parents.length; joint++) {
    partOf.push(own.get(joint) ?? partOf[parents[joint] ?? -1] ?? 1);
  }
  return PARTS.map(([name], part) => ({ name, joints: partOf.flatMap((p, joint) => (p === part ? [joint] : [])) }));
}
