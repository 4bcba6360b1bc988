/** Settings and results of the mode Fix. */
import type { Clip, FilterReport, StiffnessPart } from 'poise';
import type { ClipId, StudioState } from '../../state/types.ts';
import type { Judgement } from '../../worker/api.ts';

/** How the original stands by the result. */
export type Compare = 'over' | 'beside' | 'off';

export interface FixSettings {
  readonly margin: number; // [m]
  readonly sole: number; // size of the soles that the ZMP may use
  readonly extension: number; // [s] that windows reach beyond what is out of balance
  readonly zmp: 'inside' | 'track';
  readonly end: 'keep' | 'static';
  readonly stiffness: Readonly<Partial<Record<StiffnessPart, number>>>; // powers of ten; absent: 0
  readonly bar: number | undefined; // [m] that the head stays below
  readonly plant: boolean; // plant the feet before and after
  readonly compare: Compare;
  readonly rejected: readonly string[]; // windows that are left as they were, see windowKey
}

export const FIX_SETTINGS: FixSettings = {
  margin: 0.01,
  sole: 1,
  extension: 1 / 3,
  zmp: 'inside',
  end: 'keep',
  stiffness: {},
  bar: undefined,
  plant: false,
  compare: 'over',
  rejected: [],
};

export const fixSettings = (state: StudioState): FixSettings =>
  (state.document.modes['fix'] as FixSettings | undefined) ?? FIX_SETTINGS;

/** Names a window of a clip by its first frame. */
export const windowKey = (clip: ClipId | undefined, start: number): string => `${clip ?? ''} ${start}`;

/** Is this window of the clip on stage left as it was? */
export const isRejected = (state: StudioState, start: number): boolean =>
  fixSettings(state).rejected.includes(windowKey(state.document.clip, start));

/** What the filter did, without what the studio knows already. */
export type Filtered = Pick<
  FilterReport,
  'status' | 'reason' | 'residual' | 'windows' | 'change' | 'feet' | 'notes' | 'iterations'
>;

/** An answer of the worker. */
export interface Solved {
  readonly clip: Clip; // with rejected windows as they were
  readonly judgement: Judgement; // of that clip
  readonly filtered: Filtered;
  readonly seconds: number; // it took
}

export interface FixResult {
  readonly source: Clip; // the motion on stage that it belongs to
  readonly status: 'solving' | 'done' | 'failed' | 'stopped';
  readonly solved: Solved | undefined; // the last answer; stays while the next is under way
  readonly error?: string;
}

/** What was found out about the motion on stage. */
export function fixResult(state: StudioState): FixResult | undefined {
  const result = state.results['fix'] as FixResult | undefined;
  const onStage = state.library.find(({ id }) => id === state.document.clip)?.clip;
  return result && result.source === onStage ? result : undefined;
}
