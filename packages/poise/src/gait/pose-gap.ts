/** How far two poses are from each other, wherever they are and whichever way they face. */
import type { Body } from '../body/body.ts';
import { difference } from '../motion/coordinates.ts';
import { type Skeleton, velocityIndex } from '../motion/skeleton.ts';

/** Joints of trunk, arms and legs without hands, toes and fingers. */
export const limbsOf = ({ roles }: Body): readonly number[] =>
  Object.entries(roles)
    .filter(([role]) => /Leg|Foot|Arm|spine|chest|neck|head/i.test(role))
    .map(([, joint]) => joint)
    .filter((joint) => joint > 0);

/** Sum over the given joints of their turns squared [rad²] from the pose a[i …] to the pose b[j …]. v: nv, memory. */
export function turnsApart(
  v: Float64Array,
  skeleton: Skeleton,
  joints: readonly number[],
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): number {
  difference(v, skeleton, a, i, b, j, 1);
  let sum = 0;
  for (const joint of joints) {
    for (let k = velocityIndex(joint); k < velocityIndex(joint) + 3; k++) sum += v[k] * v[k];
  }
  return sum;
}
