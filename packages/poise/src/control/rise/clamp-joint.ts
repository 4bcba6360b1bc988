/** A joint back inside its range. */
import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import type { Body } from '../../body/body.ts';
import { expQuat, multiplyQuat } from '../../math/quat.ts';
import { quatIndex } from '../../motion/skeleton.ts';

/** `scratch`: 7 numbers. Joints without a range stay as they are. */
export function clampJoint(q: Float64Array, { limits }: Body, joint: number, scratch: Float64Array): void {
  const { lower, upper, neutral, axes } = limits;
  if (lower[3 * joint] === -Infinity) return;
  const o = quatIndex(joint);
  anatomicalAngles(scratch, 4, limits, joint, q, o, scratch);
  let isInside = true;
  scratch.fill(0, 0, 4);
  for (let k = 0; k < 3; k++) {
    const angle = Math.max(lower[3 * joint + k], Math.min(upper[3 * joint + k], scratch[4 + k]));
    isInside &&= angle === scratch[4 + k];
    for (let c = 0; c < 3; c++) scratch[c] += angle * axes[9 * joint + 3 * k + c];
  }
  if (isInside) return;
  expQuat(scratch, 0, scratch, 0);
  multiplyQuat(q, o, neutral, 4 * joint, scratch, 0);
}
