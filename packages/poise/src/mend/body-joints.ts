/** The joints that mending may turn: those with a role and whatever carries them. Fingers, faces and props are left as they are. */
import type { Body } from '../body/body.ts';
import { ROLES, type Role, SIDES } from '../motion/roles.ts';

/** Parts of a body that are looked at on their own: what is measured of each, from where, and which joints move it. */
export interface BodyPart {
  readonly name: string;
  readonly from: number; // joint that the points are seen from; −1: the world
  readonly points: readonly number[]; // joints
  readonly joints: readonly number[]; // that are turned, root first
}

/** Joints with roles and those between them and the root, parents first. */
export function bodyJoints({ skeleton, roles }: Body): readonly number[] {
  const inside = new Set<number>();
  for (const role of ROLES) {
    for (let joint = roles[role] ?? -1; joint >= 0 && !inside.has(joint); joint = skeleton.parents[joint]) {
      inside.add(joint);
    }
  }
  return [...inside].sort((a, b) => a - b);
}

/** Trunk, arms and legs. */
export function bodyParts(body: Body): readonly BodyPart[] {
  const { roles } = body;
  const found = (...wanted: readonly Role[]): number[] => wanted.flatMap((role) => roles[role] ?? []);
  const limbs = SIDES.flatMap((side) =>
    (['Leg', 'Arm'] as const).map((kind): BodyPart => {
      const end = kind === 'Leg' ? 'Foot' : 'Hand';
      const beyond: readonly Role[] = kind === 'Leg' ? [`${side}Toes`] : [];
      const points = found(`${side}Lower${kind}`, `${side}${end}`);
      const from = roles[`${side}Upper${kind}`] ?? -1;
      return {
        name: `${side} ${kind.toLowerCase()}`,
        from,
        points,
        joints: between(body, from, [...points, ...found(...beyond)]),
      };
    }),
  );
  const limbJoints = new Set(limbs.flatMap(({ joints }) => joints));
  const trunk = bodyJoints(body).filter((joint) => !limbJoints.has(joint));
  return [{ name: 'trunk', from: -1, points: found('hips', 'head'), joints: trunk }, ...limbs];
}

/** `from` and the joints on the way down to the ends. */
function between({ skeleton }: Body, from: number, ends: readonly number[]): readonly number[] {
  const joints = new Set<number>(from < 0 ? [] : [from]);
  for (const end of ends) {
    for (let joint = end; joint >= 0 && joint !== from; joint = skeleton.parents[joint]) joints.add(joint);
  }
  return [...joints].sort((a, b) => a - b);
}
