/** Settings and results of the mode Anticipate. */
import type { Body } from 'poise';
import type { Anticipated, Cmrt, Recording, Scenario, StopReason } from 'poise/anticipation';
import type { ClipId, StudioState } from '../../state/types.ts';
import type { Judgement } from '../../worker/api.ts';

/** What the character anticipates with: nothing, the curve that comes with the scenario, or one of the user's own. */
export type CurveChoice = 'none' | 'solved' | 'own';

export interface AnticipateSettings {
  readonly scenario: string; // name of a built-in one
  readonly text: string; // JSON of the scenario as edited; empty: as it comes
  readonly expected: number | undefined; // kg or N·s believed; undefined: as the scenario has it
  readonly actual: number | undefined; // kg or N·s in truth; undefined: as believed
  readonly choice: CurveChoice;
  readonly own: Cmrt | undefined; // learned or drawn by hand
  readonly learned: boolean; // the own one is as the search has left it
  readonly without: boolean; // somebody who anticipates nothing stands beside
  readonly ghost: boolean; // what was expected, as light, where it comes otherwise
  /** Where a search begins: with what the expected impulse suggests, with nothing, or with the curve as it is. */
  readonly start: 'guess' | 'flat' | 'curve';
  readonly seed: number;
  readonly evaluations: number; // at most; 0: as many as the scenario allows
}

/** At the start nobody knows what is coming, and learning begins with nothing: one sees the fall, and then how it is learned. */
export const ANTICIPATE_SETTINGS: AnticipateSettings = {
  scenario: 'catch',
  text: '',
  expected: undefined,
  actual: undefined,
  choice: 'none',
  own: undefined,
  learned: false,
  without: true,
  ghost: true,
  start: 'flat',
  seed: 1,
  evaluations: 0,
};

export const anticipateSettings = (state: StudioState): AnticipateSettings =>
  (state.document.modes['anticipate'] as AnticipateSettings | undefined) ?? ANTICIPATE_SETTINGS;

const isLoad = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && Number.isFinite(value));

const isNumbers = (value: unknown): boolean => Array.isArray(value) && value.every(Number.isFinite);

function isCurve(value: unknown): boolean {
  if (value === undefined) return true;
  const { duration, knots, forward, left } = value as Partial<Cmrt>;
  return Number.isFinite(duration) && [knots, forward, left ?? []].every(isNumbers);
}

/** Settings of a link that this mode can live with. */
export function acceptsSettings(settings: unknown): boolean {
  const given = settings as Partial<AnticipateSettings>;
  return (
    typeof given.scenario === 'string' &&
    typeof given.text === 'string' &&
    [given.expected, given.actual].every(isLoad) &&
    ['none', 'solved', 'own'].includes(given.choice ?? '') &&
    ['guess', 'flat', 'curve'].includes(given.start ?? '') &&
    [given.without, given.ghost, given.learned].every((flag) => typeof flag === 'boolean') &&
    [given.seed, given.evaluations].every((number) => Number.isInteger(number) && (number as number) >= 0) &&
    isCurve(given.own)
  );
}

/** A scenario that comes with the app, as the panel lists it. */
export interface ScenarioInfo {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly family: boolean; // learned for a range of loads
  readonly solved: boolean; // a curve comes with it
}

/** What is meant at the moment. */
export interface Plan {
  readonly base: Scenario; // before its load is changed
  readonly believed: Scenario;
  readonly actual: Scenario;
  readonly anticipated: Anticipated;
  readonly curve: Cmrt | undefined; // the same where it is one curve, which can be drawn on
  readonly exact: boolean; // learned for this very scenario, or the user's own; else it comes from a similar one
}

/** One rollout to look at. */
export interface Shown {
  readonly recording: Recording;
  readonly judgement: Judgement;
  readonly scenario: Scenario; // it was run in
}

/** One curve that was tried. Costs are per sample of the CoP, so that they compare with its error [m]. */
export interface Sample {
  readonly cost: number; // [m]
  readonly fell: boolean;
}

export interface SearchView {
  readonly status: 'running' | 'paused' | 'done';
  readonly evaluations: number;
  readonly maxEvaluations: number;
  readonly samples: readonly Sample[];
  readonly threshold: number; // [m]
  readonly reason: StopReason | undefined;
  readonly seconds: number; // that it took
}

export interface AnticipateResult {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly error: string | undefined; // in words; the one before goes on
  readonly scenarios: readonly ScenarioInfo[];
  readonly body: Body | undefined;
  readonly plan: Plan | undefined;
  readonly complaint: string | undefined; // what is wrong with the scenario as edited
  readonly busy: boolean; // a rollout for the stage is under way
  readonly with: Shown | undefined;
  readonly without: Shown | undefined;
  readonly expected: Shown | undefined; // only where it comes otherwise
  readonly search: SearchView | undefined;
  readonly workers: number;
}

export const NO_RESULT: AnticipateResult = {
  status: 'loading',
  error: undefined,
  scenarios: [],
  body: undefined,
  plan: undefined,
  complaint: undefined,
  busy: false,
  with: undefined,
  without: undefined,
  expected: undefined,
  search: undefined,
  workers: 1,
};

export const anticipateResult = (state: StudioState): AnticipateResult =>
  (state.results['anticipate'] as AnticipateResult | undefined) ?? NO_RESULT;

/** The part of a clip that is before, during and after what is expected [s]. */
export interface Phases {
  readonly task: number; // begins
  readonly settle: number; // begins
  readonly end: number;
}

export const phasesOf = ({ preparation, task, duration }: Scenario): Phases => ({
  task: preparation,
  settle: preparation + task,
  end: duration,
});

/** The rollout in the library. */
export const rolloutId = ({ scenario }: Pick<Shown, 'scenario'>): ClipId => `anticipate:${scenario.name}`;
