/** Settings and results of the mode Push. */
import type { Body, Clip } from 'poise';
import type { Answer, BalancerStatus, PolarPad, Strategy } from 'poise/react';
import { STRATEGIES } from 'poise/react';
import type { ClipId, StudioState } from '../../state/types.ts';
import { PLACES, type Place } from '../shared/places.ts';
import type { Ground, GroundKind } from './ground.ts';
import { areReplayRows, type ReplayRow } from './replay.ts';

export interface PushSettings {
  readonly allowed: readonly Strategy[];
  readonly ground: GroundKind;
  readonly ahead: number; // [m] of ground before the toes: ledge and plate
  readonly behind: number; // [m] behind the heels: plate
  readonly aside: number; // [m] beside each foot: plate
  readonly at: Place; // where pushes from pad and keyboard act
  readonly strength: number; // [N·s] of a push by keyboard
  readonly direction: number; // [°] that it goes to, 0 forward, to the left +
  readonly replay: readonly ReplayRow[]; // pushes that came with a link: given again, each in its frame
}

export const PUSH_SETTINGS: PushSettings = {
  allowed: STRATEGIES,
  ground: 'floor',
  ahead: 0.15,
  behind: 0.6,
  aside: 0.6,
  at: 'chest',
  strength: 30,
  direction: 0,
  replay: [],
};

export const pushSettings = (state: StudioState): PushSettings =>
  (state.document.modes['push'] as PushSettings | undefined) ?? PUSH_SETTINGS;

/** Settings of a link that this mode can live with. */
export function acceptsSettings(settings: unknown): boolean {
  const given = settings as Partial<PushSettings>;
  const numbers = [given.ahead, given.behind, given.aside, given.strength, given.direction];
  return (
    Array.isArray(given.allowed) &&
    given.allowed.every((name) => STRATEGIES.includes(name)) &&
    ['floor', 'beam', 'ledge', 'plate'].includes(given.ground ?? '') &&
    areReplayRows(given.replay) &&
    PLACES.includes(given.at as Place) &&
    numbers.every((value) => Number.isFinite(value))
  );
}

/** Who is pushed, and what they know. */
export interface PushWorld {
  readonly body: Body;
  readonly idle: Clip;
  readonly idleName: string;
  readonly note: string | undefined; // why it is not the clip that was on stage
  readonly library: { readonly name: string; readonly body: string; readonly count: number; readonly file: boolean };
  readonly pad: PolarPad;
}

/** A step, a recovery or a fall, as the lane shows it. `time` [s] of the recording. */
export type RunMark =
  | { readonly kind: 'step'; readonly time: number; readonly foot: 'left' | 'right' }
  | { readonly kind: 'recovered'; readonly time: number }
  | { readonly kind: 'fall'; readonly time: number; readonly reason: string };

/** A push and what was answered. */
export interface RunAnswer {
  readonly time: number; // [s] of the recording
  readonly impulse: number; // [N·s] of the push itself, sideways and forward
  readonly answer: Answer;
}

/** What happened in one recording. Lists are replaced, never changed. */
export interface Run {
  readonly id: ClipId;
  readonly frameTime: number; // [s]
  readonly replay: readonly ReplayRow[]; // what was given, so that a link can give it again
  readonly clip: ClipId | undefined; // the clip that was to stand; undefined: the idle that comes with Poise
  readonly answers: readonly RunAnswer[];
  readonly marks: readonly RunMark[];
  readonly frames: FrameLog;
}

/** What is kept of every frame, for looking back. */
export interface FrameLog {
  readonly count: () => number;
  readonly statusAt: (frame: number) => BalancerStatus;
  /** m(Q) [N·s] in the heading frame of the answer before. */
  readonly carriedAt: (frame: number) => readonly [x: number, z: number];
}

export interface PushResult {
  readonly status: 'preparing' | 'ready' | 'failed';
  readonly error: string | undefined; // in words; the one before goes on
  readonly world: PushWorld | undefined;
  readonly ground: Ground | undefined;
  readonly runs: Readonly<Record<ClipId, Run>>;
  readonly dot: number | undefined; // place in the pad's list of the dot looked at
}

export const NO_RESULT: PushResult = {
  status: 'preparing',
  error: undefined,
  world: undefined,
  ground: undefined,
  runs: {},
  dot: undefined,
};

export const pushResult = (state: StudioState): PushResult =>
  (state.results['push'] as PushResult | undefined) ?? NO_RESULT;

/** The recording on stage, where this mode has made it. */
export const runOnStage = (state: StudioState): Run | undefined =>
  state.document.clip === undefined ? undefined : pushResult(state).runs[state.document.clip];

/** The answer in force at a moment [s] of a recording: the last one given by then. */
export const answerAt = (run: Run | undefined, time: number): RunAnswer | undefined =>
  run?.answers.findLast((answer) => answer.time <= time + 1e-6);
