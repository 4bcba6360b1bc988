/** Whether a clip ends with somebody who stands: a walk that ends in mid-stride is not held there. */
import type { Body } from '../body/body.ts';
import { hipSpeed } from '../gait/situation.ts';
import { STANDING_SPEED } from '../gait/standing.ts';
import { type Clip, durationOf } from '../motion/clip.ts';

const END = 0.1; // [s] before the end; captures often repeat their last frame, so a while counts

export const endsStanding = (body: Body, clip: Clip): boolean =>
  hipSpeed(body, clip, durationOf(clip) - END) < STANDING_SPEED;
