/** How far [m] a foot comes in `time` [s] on its course (swing-course.ts): half-way there its speed is 15/8 d/T − 7/16 v, d the way and v [m/s] its
 *  speed now, and no more than the `fastest`. */
export const swingReach = (fastest: number, speed: number, time: number): number =>
  ((16 * fastest + 7 * speed) * time) / 30;
