/** Joints turn no faster, beside the motion, than people move them when they are startled: docs/methods/reactive-blend.md. */
import type { Body } from '../../body/body.ts';
import type { Role } from '../../motion/roles.ts';
import { velocityIndex } from '../../motion/skeleton.ts';

/** [rad/s]; legs are led by their feet. */
const FASTEST: Readonly<Partial<Record<Role, number>>> = {
  spine: 4,
  chest: 4,
  upperChest: 4,
  neck: 5,
  head: 5,
  leftShoulder: 2,
  rightShoulder: 2,
  leftUpperArm: 5,
  rightUpperArm: 5,
  leftLowerArm: 5,
  rightLowerArm: 5,
  leftHand: 5,
  rightHand: 5,
};

export interface SpeedLimits {
  readonly columns: Int32Array; // of v
  readonly fastest: Float64Array; // [rad/s]
}

export function createSpeedLimits({ roles }: Body): SpeedLimits {
  const parts = Object.entries(FASTEST).filter(([role]) => roles[role as Role] !== undefined);
  return {
    columns: Int32Array.from(parts, ([role]) => velocityIndex(roles[role as Role]!)),
    fastest: Float64Array.from(parts, ([, most]) => most),
  };
}

/** x: velocities, brought within the limits beside the motion's `own`, and no farther than a tick may change them from those
 *  `before`. */
export function limitSpeeds(
  x: Float64Array,
  own: Float64Array,
  before: Float64Array,
  h: number,
  { columns, fastest }: SpeedLimits,
): void {
  for (let k = 0; k < columns.length; k++) {
    bring(x, before, columns[k], HARDEST * h);
    bring(x, own, columns[k], fastest[k]);
  }
}

/** Three numbers of x, no farther than `most` from those of `to`. */
function bring(x: Float64Array, to: Float64Array, o: number, most: number): void {
  const size = Math.hypot(x[o] - to[o], x[o + 1] - to[o + 1], x[o + 2] - to[o + 2]);
  if (size <= most) return;
  const share = most / size;
  for (let c = o; c < o + 3; c++) x[c] = to[c] + share * (x[c] - to[c]);
}

const HARDEST = 120; // [rad/s²]
