/** What can be asked of mend, and what it says it did. SI units; frames count from 0. */
import type { AnalyseOptions } from '../balance/analyse.ts';
import type { Finding } from '../balance/finding.ts';
import type { Verdict } from '../balance/verdict.ts';
import type { Body } from '../body/body.ts';
import type { MeasureValues } from '../measures/published.ts';
import type { FilterOptions } from '../methods/balance-filter/options.ts';
import type { Clip } from '../motion/clip.ts';
import type { MendChange } from './change.ts';
import type { MendStageId, Stretch } from './stage.ts';

export interface MendOptions {
  /** false: leave the stage out. All run by default, each only where it finds something to do. */
  readonly stages: Readonly<Partial<Record<MendStageId, boolean>>>;
  readonly force: boolean; // work on a clip that is judged fine, too
  readonly handShift: number; // [m] most that hands move by, besides with the whole body
  readonly held: 'leave' | 'mend'; // stretches that something unseen holds
  readonly loop: boolean; // the last frame leads on to the first; it still does afterwards
  readonly fit: (clip: Clip) => Body; // the person of a clip
  readonly filter: Partial<FilterOptions>; // of the balance filter
  readonly analyse: Partial<AnalyseOptions>; // contacts corrected by hand, known forces
  readonly onProgress?: (progress: MendProgress) => void; // throw from it to cancel
}

export interface MendProgress {
  readonly stage: MendStageId | 'check';
  readonly done: number; // share of the whole, 0 … 1
}

/** fine: nothing was wrong, nothing was changed. mended: no error is left. improved: better, but errors are left. left: nothing better
 *  was found, the clip is as it was. */
export type MendStatus = 'fine' | 'mended' | 'improved' | 'left';

export interface MendStageReport {
  readonly stage: MendStageId;
  readonly changed: boolean;
  readonly did: readonly string[];
  readonly left: readonly string[];
  readonly change: MendChange;
}

/** A clip in short, before or after. */
export interface MendJudgement {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly measures: MeasureValues;
}

export interface MendReport {
  readonly status: MendStatus;
  readonly reason: string; // a sentence, and why errors remain
  readonly stages: readonly MendStageReport[]; // those that ran, in order
  readonly undone: readonly MendStageId[]; // stages whose result was judged worse and taken back
  readonly before: MendJudgement;
  readonly after: MendJudgement;
  readonly change: MendChange;
  readonly held: readonly Stretch[]; // left alone
}

export interface MendResult {
  readonly clip: Clip; // the clip itself where nothing was changed
  readonly body: Body; // the person of the result
  readonly report: MendReport;
}
