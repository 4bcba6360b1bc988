/** What a leg can do with a swinging foot: how far from the clip's way it gets in the time that is left. */

const QUICKEST = 100; // [m/s²] that a leg moves a foot with; a brisk walk needs half of it
const QUINTIC = 5.77; // peak acceleration of a smooth way of 1 m in 1 s
const EVEN = 0.75; // of that is what gaits need, whose feet are on their way when they leave the ground
const START = 0.5; // the same for a whole swing, of its length

/** How far [m] aside of its way a foot gets in `time` [s]. `ahead`: how far from where it would come to rest by itself the clip
 *  takes it in the same time [m]. */
export const reachBeside = (ahead: number, time: number): number =>
  Math.max(0, (QUICKEST * time * time) / QUINTIC - EVEN * ahead);

/** The same, `left` (0 … 1) of a swing of `stride` [m] being still to come. */
export const swingRange = (stride: number, left: number, time: number): number =>
  Math.max(0, (QUICKEST * time * time) / QUINTIC - START * Math.abs(stride) * left * left);

/** How far [m] a foot has to be sent to land (ahead, aside) of the clip's place after `time` [s]. swing: 4, how far off the clip's way
 *  it is already along the axes of the step that it lands in, and how fast that changes; by itself it would come to rest. */
export function farToGo(swing: Float64Array, ahead: number, aside: number, time: number): number {
  const x = ahead - swing[0] - (swing[2] * time) / 2;
  const y = aside - swing[1] - (swing[3] * time) / 2;
  return Math.sqrt(x * x + y * y);
}

/** A foot on the clip's way. */
export const ON_ITS_WAY = new Float64Array(4);
