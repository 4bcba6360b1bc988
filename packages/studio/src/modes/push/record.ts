/** From what the responder says to what a recording keeps. */
import { type Answer, type BalancerEvent, type Body, type ForceTrack, type Push, pushTrack, type Vec3 } from 'poise';
import type { RunAnswer, RunMark } from './types.ts';

const DURATION = 0.1; // [s] of a push

interface Kept {
  readonly answers: readonly RunAnswer[];
  readonly marks: readonly RunMark[];
  readonly tracks: readonly Push[]; // pushes among these events
}

/** Takes in one event. `answer`: the responder's last one. */
export function answeredPush(kept: Kept, event: BalancerEvent, answer: Answer | undefined): Kept {
  const { time } = event;
  switch (event.kind) {
    case 'impact': {
      const [x, , z] = event.push.impulse;
      const given = answer && { time, impulse: Math.hypot(x, z), answer };
      const answers = given ? [...kept.answers, given] : kept.answers;
      return { ...kept, answers, tracks: [...kept.tracks, event.push] };
    }
    case 'step':
      return { ...kept, marks: [...kept.marks, { kind: 'step', time, foot: event.foot }] };
    case 'recovered':
      return { ...kept, marks: [...kept.marks, { kind: 'recovered', time }] };
    case 'fall':
      return { ...kept, marks: [...kept.marks, { kind: 'fall', time, reason: event.reason }] };
    case 'strategy':
      return kept;
  }
}

/** A push as the analysis and the event lane know it. `start` [s]. */
export function knownPush(push: Push, start: number, body: Body): ForceTrack {
  const { segment, impulse, duration = DURATION } = push;
  const at = body.comInSegment;
  const middle: Vec3 = [at[3 * segment]!, at[3 * segment + 1]!, at[3 * segment + 2]!];
  return pushTrack({ segment, impulse, start, duration, pointInSegment: push.pointInSegment ?? middle });
}
