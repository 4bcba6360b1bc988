/**
 * A foot that stands on its ball all the time, as the rear one of a boxer does, looks flat: it is still. Its sole would be measured
 * through heel and toes, with a heel that is too low. Where the other foot confirms the reference pose, that knows better.
 */
import type { Body } from '../body/body.ts';
import type { SolePlane } from '../body/options.ts';
import type { Vec3 } from '../math/types.ts';
import { SIDES, type Side } from '../motion/roles.ts';

const AGREES = 0.02; // [rad] between the foot bone as measured and in the reference pose, where that is to be believed
const STEEPER = 0.14; // [rad] of a bone whose heel is up. No foot of 73 captured clips that stands flat is so far off while the other agrees

/** The side whose measured sole belongs to a foot with its heel up, if there is one. `guess`: soles of the reference pose. */
export function raisedHeel(guess: Body, measured: Readonly<Partial<Record<Side, SolePlane>>>): Side | undefined {
  const rest = SIDES.map((_, index) => slopeOfBone(guess, index, restNormal(guess, index)));
  const seen = SIDES.map((side, index) => {
    const plane = measured[side];
    return plane ? slopeOfBone(guess, index, plane.up) : Number.NaN;
  });
  if (!(Math.abs(rest[0]! - rest[1]!) < AGREES)) return undefined;
  return SIDES.find((_, index) => {
    const other = 1 - index;
    return Math.abs(seen[other]! - rest[other]!) < AGREES && seen[index]! - rest[index]! > STEEPER;
  });
}

/** How steeply the bone from the ankle to the toe joint leads down to a sole [rad]; NaN where there is no such bone. */
function slopeOfBone({ skeleton, soles }: Body, index: number, up: Vec3): number {
  const { foot, toes } = soles[index]!;
  if (toes === foot || skeleton.parents[toes] !== foot) return Number.NaN;
  const [x, y, z] = skeleton.offsets.subarray(3 * toes, 3 * toes + 3);
  const length = Math.hypot(x, y, z);
  return Math.asin(Math.max(-1, Math.min(1, -(up[0] * x + up[1] * y + up[2] * z) / length)));
}

/** Normal of a sole in the frame of its foot, towards the ankle, from three points that lie in it. */
function restNormal({ soles }: Body, index: number): Vec3 {
  const { foot, segments, points } = soles[index]!;
  const own = [...segments.keys()].filter((k) => segments[k] === foot);
  const at = (k: number): Vec3 => [points[3 * k], points[3 * k + 1], points[3 * k + 2]];
  const [a, b, c] = [at(own[0]!), at(own[2]!), at(own[3]!)];
  const [u, v] = [b, c].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]] as const);
  const normal: Vec3 = [u![1] * v![2] - u![2] * v![1], u![2] * v![0] - u![0] * v![2], u![0] * v![1] - u![1] * v![0]];
  // the ankle, where the frame has its origin, is above
  const above = -(normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2]);
  const size = Math.sign(above) * Math.hypot(...normal);
  return [normal[0] / size, normal[1] / size, normal[2] / size];
}
