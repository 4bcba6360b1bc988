/** Where the floor is: as low as the soles come, except for a few frames. */
import { UsageError } from '../errors.ts';
import type { ImportNote } from './clip.ts';

/** Share of the frames that may lie lower: noise, a foot through the floor. */
const LOW_SHARE = 0.05;
/** A floor this close to the file's own zero is the file's own zero [m]; the rest is for the balance report to judge. */
export const OWN_FLOOR = 0.12;
/** So it is where the soles come this close to it [m] for this share of the frames: a stretch that is sunk does not move the floor. */
const NEAR_ZERO = 0.06;
const NEAR_SHARE = 0.25;

/** The sole lies this far below a point of the foot, as a share of stature: ankle (Drillis and Contini 1966), ball, tip. */
export const SOLE_BELOW = { ankle: 0.039, ball: 0.015, tip: 0.01 } as const;

export interface InferredGround {
  readonly groundHeight: number; // [m]
  readonly notes: readonly ImportNote[];
}

/** `soleHeights`: lowest point of both soles per frame [m], after unit and axis; empty without a person. */
export function inferGround(soleHeights: readonly number[], option: number | undefined): InferredGround {
  if (option !== undefined) {
    if (!Number.isFinite(option)) throw new UsageError(`groundHeight must be a height in metres, found ${option}`);
    const text = `the ground is at ${option.toFixed(3)} m of the file, as asked`;
    return { groundHeight: option, notes: [{ topic: 'ground', text, confidence: 'stated' }] };
  }
  if (soleHeights.length === 0) {
    const text = "the ground is taken at the file's own zero, since there are no feet to stand on it";
    return { groundHeight: 0, notes: [{ topic: 'ground', text, confidence: 'guess' }] };
  }
  const sorted = Float64Array.from(soleHeights).sort();
  const low = sorted[Math.floor(LOW_SHARE * (sorted.length - 1))];
  const near = soleHeights.filter((height) => Math.abs(height) <= NEAR_ZERO).length;
  if (Math.abs(low) <= OWN_FLOOR || near >= NEAR_SHARE * soleHeights.length) {
    const text = `the ground is the file's own zero; the soles come down to about ${low.toFixed(3)} m`;
    return { groundHeight: 0, notes: [{ topic: 'ground', text, confidence: 'sure' }] };
  }
  const text = `the soles come down to ${low.toFixed(3)} m only, so the ground is put there`;
  return {
    groundHeight: low,
    notes: [{ topic: 'ground', text: low < 0 ? text.replace(' only', '') : text, confidence: 'likely' }],
  };
}
