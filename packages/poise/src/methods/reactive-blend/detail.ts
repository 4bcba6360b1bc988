/** Fewer joints for characters that are far away: some rest in the motion, or all but trunk and legs do. */
import type { Body } from '../../body/body.ts';
import { slerpQuat } from '../../math/quat.ts';
import type { Role } from '../../motion/roles.ts';
import { quatIndex } from '../../motion/skeleton.ts';

/** all: every joint with a role. main: head, shoulder girdle, hands and toes rest. few: only hips, spine and legs move, without
 *  solving for momentum. */
export type JointDetail = 'all' | 'main' | 'few';

const SMALL: readonly Role[] = [
  'neck',
  'head',
  'leftShoulder',
  'rightShoulder',
  'leftHand',
  'rightHand',
  'leftToes',
  'rightToes',
];
const UPPER: readonly Role[] = [
  'spine',
  'chest',
  'upperChest',
  'leftUpperArm',
  'rightUpperArm',
  'leftLowerArm',
  'rightLowerArm',
];
const REST_RATE = 9; // [1/s] at which joints go to rest, so that a change of detail is not seen

/** Joints that follow the motion by themselves. */
export function restingJoints({ roles }: Body, detail: JointDetail): readonly number[] {
  const parts = detail === 'all' ? [] : detail === 'main' ? SMALL : [...SMALL, ...UPPER];
  return parts.map((role) => roles[role]).filter((joint): joint is number => joint !== undefined && joint > 0);
}

/** Share of the way to the motion in a step of h. */
export const restShare = (h: number): number => 1 - Math.exp(-REST_RATE * h);

/** q: joints go from where they were before to where the motion has them. */
export function restJoints(
  q: Float64Array,
  joints: readonly number[],
  before: Float64Array,
  motion: Float64Array,
  share: number,
): void {
  for (const joint of joints) {
    const i = quatIndex(joint);
    slerpQuat(q, i, before, i, motion, i, share);
  }
}
