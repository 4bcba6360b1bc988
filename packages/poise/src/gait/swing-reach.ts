/** How far [m] a foot comes in `time` [s] on its course (swing-course.ts): half-way there its speed is 15/8 d/T − 7/16 v, d the way and v [m/s] its
 *  speed now, and no more than the `fastest`. */
export const swingReach = (fastest: number, speed: number, time: number): number =>
  ((16 * fastest + 7 * speed) * time) / 30;

/** [s] that a foot needs to come to rest, braked at `braking` [m/s²] in the mean. */
export const stopTime = (braking: number, rate: Float64Array): number => Math.hypot(rate[0], rate[1]) / braking;
