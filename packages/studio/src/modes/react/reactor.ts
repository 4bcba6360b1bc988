/** The reacting character, animated or simulated, as the controller runs it: frame by frame, into a recording. */
import type { Push } from 'poise';
import type { News, ReactSettings } from './types.ts';

export interface Reactor {
  readonly start: Float64Array; // nq: the first frame
  /** Writes the next frame, which is the recording's frame `number`. */
  readonly step: (q: Float64Array, number: number) => 'more' | 'wait' | 'over';
  /** From the next frame on. */
  readonly push: (push: Push) => void;
  /** Settings that may change while it runs. */
  readonly obey: (settings: ReactSettings) => void;
  /** Back to a frame; what was pushed after it is forgotten. Absent: it cannot go back. */
  readonly goBack?: (frame: number) => Promise<void>;
  readonly close: () => void;
}

export type Tell = (news: News) => void;

/** Settings that a reactor is made with: a change of one starts another. */
export const startsAnew = ({ engine, follows, mode, gains, stepping }: ReactSettings): string =>
  engine === 'animated' ? engine : [engine, follows, mode, gains, stepping].join(' ');
