/** Where a camera that follows looks: the root's path, smoothed, so that the picture does not bob with every step. */
import { type Clip, coordinateCount } from 'poise';

const HALF_WINDOW = 0.6; // [s]

/** frames×3 [m]: the root's mean over 1.2 s around each frame. */
export function followPath(clip: Clip): Float64Array {
  const nq = coordinateCount(clip.skeleton);
  const reach = Math.max(1, Math.round(HALF_WINDOW / clip.frameTime));
  const { frameCount, q } = clip;
  const path = new Float64Array(3 * frameCount);
  const sums = new Float64Array(frameCount + 1);
  for (let k = 0; k < 3; k++) {
    for (let f = 0; f < frameCount; f++) sums[f + 1] = sums[f]! + q[nq * f + k]!;
    for (let f = 0; f < frameCount; f++) {
      // Near the ends the window shrinks on both sides, so that the path starts and ends where the person does.
      const half = Math.min(reach, f, frameCount - 1 - f);
      path[3 * f + k] = (sums[f + half + 1]! - sums[f - half]!) / (2 * half + 1);
    }
  }
  return path;
}
