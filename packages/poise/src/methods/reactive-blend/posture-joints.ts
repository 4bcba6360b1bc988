/** Joints whose posture a reaction lends: trunk, head and arms. The legs follow the steps. */
import type { Body } from '../../body/body.ts';
import type { Role } from '../../motion/roles.ts';

const PARTS: readonly Role[] = [
  'spine',
  'chest',
  'upperChest',
  'neck',
  'head',
  'leftShoulder',
  'leftUpperArm',
  'leftLowerArm',
  'rightShoulder',
  'rightUpperArm',
  'rightLowerArm',
];

export const postureJoints = ({ roles }: Body): readonly number[] =>
  PARTS.map((role) => roles[role]).filter((joint): joint is number => joint !== undefined);
