/** Where in its gait a clip is that has gone on past the lap: as its steps say, and as the pose tells more exactly. */

import { limbsOf, turnsApart } from '../../gait/pose-gap.ts';
import { velocityIndex } from '../../motion/skeleton.ts';
import { type EndlessClip, lapOf, sampleEndless, whereAt } from './endless-clip.ts';

const REACH = 0.08; // [s] that steps are shorter or longer than those of the lap
const TRIES = 12; // to either side

/** The frame (any number) at which the gait's pose is nearest to q, about `frame`. Up to the end of the lap the gait is the clip. */
export function matchedFrame(endless: EndlessClip, q: Float64Array, frame: number, least: number): number {
  const { steps, clip, body } = endless;
  if (frame <= steps[steps.length - 1]!.next) return frame;
  const limbs = limbsOf(body);
  const pose = new Float64Array(q.length);
  const v = new Float64Array(velocityIndex(body.skeleton.names.length));
  let [best, nearest] = [frame, Number.POSITIVE_INFINITY];
  for (let k = -TRIES; k <= TRIES; k++) {
    const tried = frame + (k * REACH) / TRIES / clip.frameTime;
    const { count, share } = whereAt(endless, tried, least);
    sampleEndless(endless, count, share, lapOf(endless, count).move, pose, v);
    const gap = turnsApart(v, body.skeleton, limbs, pose, 0, q, 0);
    if (!(gap < nearest)) continue;
    nearest = gap;
    best = tried;
  }
  return best;
}
