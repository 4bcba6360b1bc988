/** Joints turn no faster, beside the motion, than people move them when they are startled: momentum-ik.md §9. */
import type { Body } from '../../body/body.ts';
import type { Role } from '../../motion/roles.ts';
import { velocityIndex } from '../../motion/skeleton.ts';

/** [rad/s]; legs are led by their feet. */
const FASTEST: Readonly<Partial<Record<Role, number>>> = {
  spine: 5,
  chest: 5,
  upperChest: 5,
  neck: 6,
  head: 6,
  leftShoulder: 3,
  rightShoulder: 3,
  leftUpperArm: 7,
  rightUpperArm: 7,
  leftLowerArm: 8,
  rightLowerArm: 8,
  leftHand: 8,
  rightHand: 8,
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

/** x: velocities, brought within the limits of the motion's `own`. */
export function limitSpeeds(x: Float64Array, own: Float64Array, { columns, fastest }: SpeedLimits): void {
  for (let k = 0; k < columns.length; k++) {
    const o = columns[k];
    const size = Math.hypot(x[o] - own[o], x[o + 1] - own[o + 1], x[o + 2] - own[o + 2]);
    if (size <= fastest[k]) continue;
    const share = fastest[k] / size;
    for (let c = o; c < o + 3; c++) x[c] = own[c] + share * (x[c] - own[c]);
  }
}
