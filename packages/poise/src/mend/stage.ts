/** What a stage of mending takes and gives: a clip in, a clip and what was done to it out. */
import type { AnalyseOptions } from '../balance/analyse.ts';
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';

/** In the order in which they run. */
export const MEND_STAGES = [
  'gaps',
  'swaps',
  'outliers',
  'bones',
  'jitter',
  'floor',
  'feet',
  'flight',
  'balance',
  'hands',
] as const;
export type MendStageId = (typeof MEND_STAGES)[number];

/** A stretch of frames, both ends included, and why it is told. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly why: string; // ends a sentence: 'a seat carries part of the weight'
}

export interface StageOutcome {
  readonly clip: Clip; // the clip itself where nothing had to change
  readonly did: readonly string[]; // sentences: what was wrong and what was done
  readonly left: readonly string[]; // sentences: what was seen and left as it is
}

/** What stages after the first share. */
export interface StageInput {
  readonly body: Body;
  readonly clip: Clip;
  readonly held: readonly Stretch[]; // left alone: something besides the feet carries or pulls
  readonly loop: boolean;
  readonly analyse?: Partial<AnalyseOptions>; // contacts corrected by hand, known forces
  /** Called with the share of the stage that is done, 0 … 1; throw from it to cancel. */
  readonly onProgress?: (done: number) => void;
}

export const untouched = (clip: Clip, ...left: readonly string[]): StageOutcome => ({ clip, did: [], left });
