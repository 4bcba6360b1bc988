/**
 * The performer's body in the terms motions are written in. Motions speak of anatomical turns: every segment relative to
 * its parent, zero when the person stands upright with hanging arms, axes x left, y up, z forward (as the statistics of
 * real people do). The skeleton rests in a T-pose; the actor knows what lies between the two.
 */

import type { Body } from '../body/body.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import type { FootShape } from '../gait/foot-roll.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, setIdentityQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { type RoleMap, SIDES, type Side } from '../motion/roles.ts';
import { jointCount, quatIndex, type Skeleton } from '../motion/skeleton.ts';
import { createMannequin, type MannequinOptions } from './mannequin/skeleton.ts';

/** Joints of one leg and its lengths. */
export interface Leg {
  readonly side: Side;
  readonly sign: 1 | -1; // +1 left: the direction of +x
  readonly upper: number;
  readonly lower: number;
  readonly foot: number;
  readonly toes: number; // = foot where the rig has none
  readonly thigh: number; // [m]
  readonly shank: number; // [m]
}

export interface Actor {
  readonly skeleton: Skeleton;
  readonly roles: RoleMap;
  readonly body: Body;
  readonly ws: Workspace; // scratch of whoever moves the actor
  readonly zero: Float64Array; // n×4 world rotation of each joint in the anatomical zero pose
  readonly legs: readonly [left: Leg, right: Leg];
  readonly foot: FootShape;
  readonly hipsInRoot: Float64Array; // 3 [m] midpoint of the hip joints in the root's frame
  readonly hipHeight: number; // [m] of the hip joints over the ground, standing straight
  readonly scale: number; // leg length of the statistics, L = (thigh + shank) / 0.931
}

/** Builds the mannequin and measures it.
 *
 * ```ts
 * const actor = createActor({ height: 1.68, mass: 61 });
 * ```
 */
export function createActor(options: Partial<MannequinOptions> = {}): Actor {
  const { skeleton, roles, body, standing } = createMannequin(options);
  const offset = (j: number, k: number): number => skeleton.offsets[3 * j + k];
  const [left, right] = legsOf(skeleton, roles);
  const hipsInRoot = Float64Array.from([0, 1, 2], (k) => (offset(left.upper, k) + offset(right.upper, k)) / 2);
  const hipHeight = standing[1] + hipsInRoot[1];
  const ankleHeight = hipHeight - left.thigh - left.shank;
  const tip = skeleton.endSites.find((site) => site.joint === left.toes)?.offset[2] ?? 0.06;
  const toeJoint = offset(left.toes, 2);
  const length = (toeJoint + tip) / 0.74;
  return {
    skeleton,
    roles,
    body,
    ws: createWorkspace(body),
    zero: zeroPose(skeleton, roles),
    legs: [left, right],
    foot: {
      length,
      ankleHeight,
      heel: 0.215 * length, // the rear edge is at 0.26; real heels are round
      toeJoint,
      toeHeight: ankleHeight + offset(left.toes, 1),
      toeLength: tip,
    },
    hipsInRoot,
    hipHeight,
    scale: (left.thigh + left.shank) / 0.931,
  };
}

/** Both legs of a skeleton, measured. */
export function legsOf(skeleton: Skeleton, roles: RoleMap): readonly [left: Leg, right: Leg] {
  const length = (joint: number): number => Math.hypot(...skeleton.offsets.subarray(3 * joint, 3 * joint + 3));
  const legOf = (side: Side, sign: 1 | -1): Leg => {
    const joint = (part: 'UpperLeg' | 'LowerLeg' | 'Foot'): number => roles[`${side}${part}`] ?? 0;
    const [upper, lower, foot] = [joint('UpperLeg'), joint('LowerLeg'), joint('Foot')];
    const toes = roles[`${side}Toes`] ?? foot;
    return { side, sign, upper, lower, foot, toes, thigh: length(lower), shank: length(foot) };
  };
  return [legOf('left', 1), legOf('right', -1)];
}

/** World rotations of the joints when the arms of the T-pose hang down; the rest is the T-pose itself. */
function zeroPose(skeleton: Skeleton, roles: RoleMap): Float64Array {
  const zero = new Float64Array(4 * jointCount(skeleton));
  for (let joint = 0; joint < jointCount(skeleton); joint++) setIdentityQuat(zero, 4 * joint);
  for (const side of SIDES) {
    const down = side === 'left' ? -Math.PI / 2 : Math.PI / 2;
    for (const part of ['UpperArm', 'LowerArm', 'Hand'] as const) {
      const joint = roles[`${side}${part}`];
      if (joint !== undefined) quatFromAxisAngle(zero, 4 * joint, 0, 0, 1, down);
    }
  }
  return zero;
}

const scratch = new Float64Array(4);

/** Writes an anatomical turn (child relative to parent, quaternion) as the joint's coordinates: q = Z_p⁻¹ a Z_j. */
export function writeTurn(
  q: Float64Array,
  o: number,
  actor: Actor,
  joint: number,
  turn: ReadonlyVector,
  i: number,
): void {
  const parent = actor.skeleton.parents[joint];
  const at = o + quatIndex(joint);
  if (parent < 0) {
    multiplyQuat(q, at, turn, i, actor.zero, 4 * joint);
    return;
  }
  conjugateQuat(scratch, 0, actor.zero, 4 * parent);
  multiplyQuat(scratch, 0, scratch, 0, turn, i);
  multiplyQuat(q, at, scratch, 0, actor.zero, 4 * joint);
}
