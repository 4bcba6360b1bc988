/** Which joints of a body the engine moves, and what part of a person each is. */
import type { Body } from '../body/body.ts';
import { subtreeMassOf } from '../dynamics/workspace.ts';
import { UsageError } from '../errors.ts';
import { type Role, SIDES } from '../motion/roles.ts';
import { jointCount } from '../motion/skeleton.ts';
import type { BodyPart, MovingJoints } from './types.ts';

const PART_OF_ROLE: Readonly<Partial<Record<Role, BodyPart>>> = {
  spine: 'waist',
  chest: 'waist',
  upperChest: 'waist',
  neck: 'neck',
  head: 'neck',
  leftShoulder: 'shoulder',
  rightShoulder: 'shoulder',
  leftUpperArm: 'shoulder',
  rightUpperArm: 'shoulder',
  leftLowerArm: 'elbow',
  rightLowerArm: 'elbow',
  leftHand: 'wrist',
  rightHand: 'wrist',
  leftUpperLeg: 'hip',
  rightUpperLeg: 'hip',
  leftLowerLeg: 'knee',
  rightLowerLeg: 'knee',
  leftFoot: 'ankle',
  rightFoot: 'ankle',
  leftToes: 'ankle',
  rightToes: 'ankle',
};

/** Whether each joint moves in the simulation; the root always does. */
export function chooseMoving(body: Body, joints: MovingJoints, planar: boolean, toesBend: boolean): boolean[] {
  const { skeleton, roles } = body;
  const n = jointCount(skeleton);
  const moves = new Array<boolean>(n).fill(false);
  if (joints === 'massive') {
    const below = subtreeMassOf(body);
    for (let joint = 0; joint < n; joint++) moves[joint] = below[joint] > 0;
  } else if (joints === 'main') {
    for (const joint of mainJoints(body, planar)) moves[joint] = true;
  } else {
    for (const joint of joints) {
      if (!Number.isInteger(joint) || joint < 0 || joint >= n) {
        throw new UsageError(`a moving joint must be in 0…${n - 1}, found ${joint}`);
      }
      moves[joint] = true;
    }
  }
  moves[0] = true;
  for (const side of SIDES) {
    const toes = roles[`${side}Toes`];
    // stiff soles carry the person on their edges
    if (toes !== undefined && toes !== roles[`${side}Foot`]) {
      moves[toes] = toesBend && !planar && moves[roles[`${side}Foot`] ?? toes];
    }
  }
  return moves;
}

/** One joint for trunk and neck each, arms and legs; in the plane without neck and hands. */
export function mainJoints({ roles }: Body, planar: boolean): number[] {
  const trunk = roles.spine ?? roles.chest ?? roles.upperChest;
  const neck = roles.neck ?? roles.head;
  const limbs = SIDES.flatMap((side) => [
    roles[`${side}UpperLeg`],
    roles[`${side}LowerLeg`],
    roles[`${side}Foot`],
    roles[`${side}UpperArm`],
    roles[`${side}LowerArm`],
    planar ? undefined : roles[`${side}Hand`],
  ]);
  return [trunk, planar ? undefined : neck, ...limbs].filter((joint): joint is number => joint !== undefined);
}

/** The part of a person that a joint belongs to: by its role, or by the nearest joint above it that has one. */
export function partOf({ skeleton, roles }: Body, joint: number): BodyPart {
  const roleOf = new Map<number, Role>();
  for (const [role, at] of Object.entries(roles)) if (at !== undefined && !roleOf.has(at)) roleOf.set(at, role as Role);
  for (let at = joint; at > 0; at = skeleton.parents[at]) {
    const role = roleOf.get(at);
    const part = role && PART_OF_ROLE[role];
    if (part) return part;
  }
  return 'waist';
}
