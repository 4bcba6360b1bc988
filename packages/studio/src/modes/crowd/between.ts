/** A picture of the crowd that lies between two frames, for slow motion. */
import { ABOUT, BALL, type Layout } from './frame.ts';

const LEAP = 0.6; // [m] farther than a ball flies in a frame: another one has taken its place in the list

export interface Between {
  /** Numbers at `share` (0 … 1) of the way from one frame to the next; overwritten by the next call. */
  readonly blend: (before: Float32Array, after: Float32Array, layout: Layout, share: number) => Float32Array;
}

/** Turns of one frame are small: rows of the matrices are mixed as they are. */
export function createBetween(): Between {
  let out = new Float32Array(0);
  return {
    blend(before, after, { about, balls, people, length }, share) {
      if (out.length !== length) out = new Float32Array(length);
      for (let i = 0; i < balls; i++) out[i] = before[i]! + share * (after[i]! - before[i]!);
      // what somebody does is not mixed
      for (let i = about + 3; i < about + ABOUT * people; i += ABOUT) out[i] = after[i]!;
      for (let o = balls; o < length; o += BALL) {
        const way = Math.hypot(after[o]! - before[o]!, after[o + 1]! - before[o + 1]!, after[o + 2]! - before[o + 2]!);
        const same = before[o + 3] === after[o + 3] && way < LEAP;
        for (let c = 0; c < BALL; c++) {
          out[o + c] = same ? before[o + c]! + share * (after[o + c]! - before[o + c]!) : after[o + c]!;
        }
      }
      return out;
    },
  };
}
