/** How far [m] a foot comes in `time` [s] on its course (swing-course.ts): half-way there its speed is 15/8 d/T − 7/16 v, d the way and v [m/s] its
 *  speed now, and no more than the `fastest`. */
export const swingReach = (fastest: number, speed: number, time: number): number =>
  ((16 * fastest + 7 * speed) * time) / 30;

/** [s] that a foot needs to come to rest, braked at `braking` [m/s²] in the mean. */
export const stopTime = (braking: number, rate: Float64Array): number => Math.hypot(rate[0], rate[1]) / braking;

const DIAGONAL = Math.SQRT1_2;

/** Share of a foot's greatest speed along one axis, where it moves at `along` and `across` [m/s]: a foot that goes aslant is no faster than one that
 *  goes straight. 1: it has not left yet, and may go either way. */
export function shareOfSpeed(along: number, across: number): number {
  const speed = Math.hypot(along, across);
  return speed > 0 ? Math.max(DIAGONAL, Math.abs(along) / speed) : 1;
}
