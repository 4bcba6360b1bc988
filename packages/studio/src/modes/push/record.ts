/** From what the responder says to what a recording keeps. */
import type { Push } from 'poise';
import type { Answer, BalancerEvent } from 'poise/react';
import { FRAME_TIME } from './character.ts';
import type { RunAnswer, RunMark } from './types.ts';

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
      // the first frame that shows it
      const given = answer && { time: time + FRAME_TIME, impulse: Math.hypot(x, z), answer };
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
    case 'down':
    case 'up':
      return kept;
  }
}
