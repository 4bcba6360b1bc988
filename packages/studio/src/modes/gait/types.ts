/** Settings and results of the mode Walk & run. */
import type { Body, Clip } from 'poise';
import { BRACINGS, type Bracing, LOCOMOTION_DEFAULTS, type StepRecord } from 'poise/react';
import type { ClipId, StudioState } from '../../state/types.ts';
import { PLACES, type Place } from '../shared/places.ts';
import type { BallTrack } from './ball.ts';
import type { Print } from './prints.ts';

export const MOTIONS = ['walk', 'run', 'stage'] as const;
export const SIDES = ['camera', 'behind', 'front', 'left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export interface GaitSettings {
  readonly motion: (typeof MOTIONS)[number]; // stage: the clip that was on stage
  readonly walkSpeed: number; // [m/s]
  readonly runSpeed: number; // [m/s]
  readonly mass: number; // [kg] of a ball
  readonly speed: number; // [m/s] of a ball, as the body sees it
  readonly from: Side; // where balls come from
  readonly at: Place;
  readonly beta: number;
  readonly bracing: Bracing;
  readonly seed: number; // of a volley
}

export const GAIT_SETTINGS: GaitSettings = {
  motion: 'walk',
  walkSpeed: 1.3,
  runSpeed: 3.2,
  mass: 2,
  speed: 8,
  from: 'left',
  at: 'chest',
  beta: LOCOMOTION_DEFAULTS.beta,
  bracing: LOCOMOTION_DEFAULTS.bracing,
  seed: 1,
};

export const gaitSettings = (state: StudioState): GaitSettings =>
  (state.document.modes['gait'] as GaitSettings | undefined) ?? GAIT_SETTINGS;

/** Settings of a link that this mode can live with. */
export function acceptsSettings(settings: unknown): boolean {
  const given = settings as Partial<GaitSettings>;
  const { walkSpeed, runSpeed, mass, speed, beta, seed } = given;
  return (
    MOTIONS.includes(given.motion as GaitSettings['motion']) &&
    SIDES.includes(given.from as Side) &&
    PLACES.includes(given.at as Place) &&
    BRACINGS.includes(given.bracing as Bracing) &&
    [walkSpeed, runSpeed, mass, speed, beta, seed].every((value) => Number.isFinite(value)) &&
    (mass ?? 0) > 0 &&
    (speed ?? 0) > 0 &&
    (beta ?? 0) > 0 &&
    (beta ?? 9) < 1
  );
}

/** Who walks. */
export interface GaitWorld {
  readonly body: Body;
  readonly clip: Clip;
  readonly name: string;
  readonly kind: 'walk' | 'run';
  readonly from: ClipId | undefined; // the clip of the library that it is
  readonly onSpot: boolean; // there it walks on the spot; here it was set moving
}

export type GaitStatus = 'undisturbed' | 'recovering' | 'recovered' | 'stumble' | 'fall';

/** A hit as it happened. */
export interface RunHit {
  readonly time: number; // [s] of the recording
  readonly impulse: number; // [N·s]
  readonly from: string; // in words
}

/** A disturbed step, and when it landed. */
export interface RunStep {
  readonly time: number; // [s]
  readonly record: StepRecord;
}

/** A change of status, with its reason where there is one. */
export interface RunTurn {
  readonly time: number; // [s]
  readonly status: GaitStatus;
  readonly reason: string;
}

/** What happened in one recording. Lists are replaced, never changed; balls in the air grow. */
export interface Run {
  readonly id: ClipId;
  readonly frameTime: number; // [s]
  readonly hits: readonly RunHit[];
  readonly steps: readonly RunStep[];
  readonly turns: readonly RunTurn[];
  readonly balls: readonly BallTrack[];
  readonly prints: readonly Print[];
}

export interface GaitResult {
  readonly status: 'preparing' | 'ready' | 'failed';
  readonly error: string | undefined; // in words; the one before goes on
  readonly world: GaitWorld | undefined;
  readonly runs: Readonly<Record<ClipId, Run>>;
  readonly shown: ClipId | undefined; // the recording on stage
  readonly stage: { readonly id: ClipId; readonly name: string } | undefined; // clip that could be chosen
}

export const NO_RESULT: GaitResult = {
  status: 'preparing',
  error: undefined,
  world: undefined,
  runs: {},
  shown: undefined,
  stage: undefined,
};

export const gaitResult = (state: StudioState): GaitResult =>
  (state.results['gait'] as GaitResult | undefined) ?? NO_RESULT;

export const runOnStage = (state: StudioState): Run | undefined =>
  state.document.clip === undefined ? undefined : gaitResult(state).runs[state.document.clip];

/** The status in force at a moment [s]. */
export const turnAt = (run: Run | undefined, time: number): RunTurn | undefined =>
  run?.turns.findLast((turn) => turn.time <= time + 1e-6);

export const hitAt = (run: Run | undefined, time: number): RunHit | undefined =>
  run?.hits.findLast((hit) => hit.time <= time + 1e-6);
