/** How fast a response is played: at its own pace, then faster on the way back to neutral. */

import type { Shape } from '../save-shape.ts';
import type { TimeWarp } from './adapt.ts';
import type { Channels } from './channels.ts';
import type { Entry } from './entries.ts';
import type { Response } from './response.ts';
import type { Candidate } from './selection.ts';

export interface Pace {
  readonly first: number; // [frames] where it is entered; may lie between frames
  readonly rate: number; // frames per second
  readonly tail: number; // [s] after which it gets faster; Infinity: never
  readonly faster: number; // rate in the end over `rate`
}

export const PACE_SHAPE: Shape = {
  fields: { first: 'number', rate: 'positive', tail: 'moment', faster: 'positive' },
};

/** The pace of an entry from where it was chosen on. */
export function paceOf(
  entry: Entry,
  { frame: first, epsilon }: Pick<Candidate, 'frame' | 'epsilon'>,
  channels: Channels,
  warp: TimeWarp,
): Pace {
  const own = entry.timeScale / channels.frameTime;
  const faster = 1 + epsilon / 2;
  if (warp === 'whole') return { first, rate: own * faster, tail: Infinity, faster: 1 };
  return { first, rate: own, tail: Math.max(0, (tailOf(entry.response, channels) - first) / own), faster };
}

const RAMP = 0.4; // [s] over which it gets faster

/** Place in the response [frames], t seconds after it was entered. */
export function placeAt({ first, rate, tail, faster }: Pace, t: number): number {
  if (t <= tail) return first + rate * t;
  const past = t - tail;
  const gain = faster - 1;
  const extra = past < RAMP ? (gain * past * past) / (2 * RAMP) : gain * (past - RAMP / 2);
  return first + rate * (tail + past + extra);
}

const SMALL = 0.25; // of the momentum: what is left then is a slow return

const tails = new WeakMap<Response, number>();

/** The frame from which on a response only comes back to neutral: both feet stand, little momentum is left. */
function tailOf(response: Response, { planted, frames }: Channels): number {
  let tail = tails.get(response);
  if (tail === undefined) {
    const large = SMALL * Math.abs(response.recoverable[0]);
    tail = frames - 1;
    while (tail > 0 && planted[0][tail] && planted[1][tail] && Math.abs(response.recoverable[tail]) < large) tail--;
    tails.set(response, tail);
  }
  return tail;
}
