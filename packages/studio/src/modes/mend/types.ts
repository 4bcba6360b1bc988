/** Settings and results of the mode Mend. */
import type { Clip, FilterReport, MeasureValues, MendReport } from 'poise';
import type { MendStageId, StiffnessPart } from 'poise/mend';
import type { ClipId, StudioState } from '../../state/types.ts';
import type { Judgement } from '../../worker/api.ts';

/** How the original stands by the result. */
export type Compare = 'over' | 'wipe' | 'beside' | 'off' | 'before'; // wipe: left of a line; before: the original alone

export interface MendSettings {
  readonly margin: number; // [m]
  readonly sole: number; // size of the soles that the ZMP may use
  readonly extension: number; // [s] that windows reach beyond what is out of balance
  readonly zmp: 'inside' | 'track';
  readonly end: 'keep' | 'static';
  readonly stiffness: Readonly<Partial<Record<StiffnessPart, number>>>; // powers of ten; absent: 0
  readonly bar: number | undefined; // [m] that the head stays below
  readonly stages: Readonly<Partial<Record<MendStageId, boolean>>>; // false: left out
  readonly strength: number; // 0 … 1: how far the result goes from the original to the mended motion
  readonly force: boolean; // a clip that is judged fine is worked on, too
  readonly range: readonly [start: number, end: number] | undefined; // [s] outside it nothing is changed
  readonly compare: Compare;
  readonly rejected: readonly string[]; // windows that are left as they were, see windowKey
}

export const MEND_SETTINGS: MendSettings = {
  margin: 0.01,
  sole: 1,
  extension: 1 / 3,
  zmp: 'inside',
  end: 'keep',
  stiffness: {},
  bar: undefined,
  stages: {},
  strength: 1,
  force: false,
  range: undefined,
  compare: 'over',
  rejected: [],
};

export const mendSettings = (state: StudioState): MendSettings =>
  (state.document.modes['mend'] as MendSettings | undefined) ?? MEND_SETTINGS;

/** Names a window of a clip by its first frame. */
export const windowKey = (clip: ClipId | undefined, start: number): string => `${clip ?? ''} ${start}`;

/** Is this window of the clip on stage left as it was? */
export const isRejected = (state: StudioState, start: number): boolean =>
  mendSettings(state).rejected.includes(windowKey(state.document.clip, start));

/** What the filter did, without what the studio knows already. */
export type Filtered = Pick<
  FilterReport,
  'status' | 'reason' | 'residual' | 'windows' | 'change' | 'feet' | 'notes' | 'iterations'
>;

/** What the stages before balance found and did, and the measures of both ends. */
export interface Repaired {
  readonly stages: MendReport['stages'];
  readonly held: MendReport['held'];
  readonly before: MeasureValues;
  readonly after: MeasureValues;
}

/** An answer of the worker. */
export interface Solved {
  readonly clip: Clip; // with rejected windows as they were
  readonly judgement: Judgement; // of that clip
  readonly filtered: Filtered;
  readonly repaired: Repaired;
  readonly seconds: number; // it took
  readonly coarse: boolean; // repaired, but not balanced yet
}

export interface MendResult {
  readonly source: Clip; // the motion on stage that it belongs to
  readonly status: 'solving' | 'done' | 'failed' | 'stopped';
  readonly solved: Solved | undefined; // the last answer; stays while the next is under way
  readonly error?: string;
  readonly left?: string | undefined; // time that it still takes, in words
}

/** What was found out about the motion on stage. */
export function mendResult(state: StudioState): MendResult | undefined {
  const result = state.results['mend'] as MendResult | undefined;
  const onStage = state.library.find(({ id }) => id === state.document.clip)?.clip;
  return result && result.source === onStage ? result : undefined;
}
