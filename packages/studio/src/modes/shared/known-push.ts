/** A push as the analysis and the event lane know it. */
import { type Body, type ForceTrack, type Push, pushTrack, type Vec3 } from 'poise';

const DURATION = 0.1; // [s] of a push that does not say

/** `start` [s] from the first frame of the recording. */
export function knownPush(push: Push, start: number, body: Body, name = 'push'): ForceTrack {
  const { segment, impulse, duration = DURATION } = push;
  const at = body.comInSegment;
  const middle: Vec3 = [at[3 * segment]!, at[3 * segment + 1]!, at[3 * segment + 2]!];
  return pushTrack({ name, segment, impulse, start, duration, pointInSegment: push.pointInSegment ?? middle });
}
