/** Settings and results of the mode React. */
import type { Body, Clip, Push } from 'poise';
import {
  type Answer,
  BRACINGS,
  type Bracing,
  LOCOMOTION_DEFAULTS,
  type PolarPad,
  STRATEGIES,
  type StepRecord,
  type Strategy,
} from 'poise/react';
import type { ClipId, StudioState } from '../../state/types.ts';
import { PLACES, type Place } from '../shared/places.ts';
import type { BallTrack } from './ball.ts';
import type { Ground, GroundKind } from './ground.ts';
import type { Print } from './prints.ts';
import { areReplayRows, type ReplayRow } from './replay.ts';

export const FRAME_TIME = 1 / 60; // [s] of every recording

export const ENGINES = ['animated', 'simulated'] as const;
export type Engine = (typeof ENGINES)[number];
export const SIDES = ['camera', 'behind', 'front', 'left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export interface ReactSettings {
  readonly engine: Engine; // who moves the body: the methods for animations, or muscles in a physics engine
  readonly at: Place; // where pushes and balls act that are not aimed on the stage
  readonly strength: number; // [N·s] of a push by numbers
  readonly direction: number; // [°] that it goes to, 0 forward, to the left +
  readonly mass: number; // [kg] of a ball
  readonly speed: number; // [m/s] of a ball, as the body sees it
  readonly from: Side; // where balls come from
  readonly seed: number; // of a volley
  readonly allowed: readonly Strategy[]; // of somebody who stands
  readonly ground: GroundKind;
  readonly ahead: number; // [m] of ground before the toes: ledge and plate
  readonly behind: number; // [m] behind the heels: plate
  readonly aside: number; // [m] beside each foot: plate
  readonly beta: number; // of somebody who walks or runs
  readonly bracing: Bracing;
  readonly follows: 'clip' | 'pose'; // simulated: the motion, or its first pose for ever
  readonly mode: 'qp' | 'paper'; // of the controller
  readonly gains: 'recommended' | 'tight';
  readonly stepping: boolean; // takes steps when it cannot hold; only with mode 'qp'
  readonly replay: readonly ReplayRow[]; // pushes that came with a link: given again, each in its frame
}

export const REACT_SETTINGS: ReactSettings = {
  engine: 'animated',
  at: 'chest',
  strength: 30,
  direction: 0,
  mass: 2,
  speed: 8,
  from: 'left',
  seed: 1,
  allowed: STRATEGIES,
  ground: 'floor',
  ahead: 0.15,
  behind: 0.6,
  aside: 0.6,
  beta: LOCOMOTION_DEFAULTS.beta,
  bracing: LOCOMOTION_DEFAULTS.bracing,
  follows: 'clip',
  mode: 'qp',
  gains: 'recommended',
  stepping: true,
  replay: [],
};

export const reactSettings = (state: StudioState): ReactSettings =>
  (state.document.modes['react'] as ReactSettings | undefined) ?? REACT_SETTINGS;

/** Settings of a link that this mode can live with. */
export function acceptsSettings(settings: unknown): boolean {
  const given = settings as Partial<ReactSettings>;
  const { strength, direction, ahead, behind, aside, mass = 0, speed = 0, seed, beta = 0 } = given;
  return (
    [strength, direction, ahead, behind, aside, mass, speed, seed, beta].every((value) => Number.isFinite(value)) &&
    mass > 0 &&
    speed > 0 &&
    beta > 0 &&
    beta < 1 &&
    Array.isArray(given.allowed) &&
    given.allowed.every((name) => STRATEGIES.includes(name)) &&
    areReplayRows(given.replay) &&
    typeof given.stepping === 'boolean' &&
    CHOICES.every(([key, among]) => (among as readonly unknown[]).includes(given[key]))
  );
}

const CHOICES: readonly (readonly [key: keyof ReactSettings, among: readonly string[]])[] = [
  ['engine', ENGINES],
  ['at', PLACES],
  ['from', SIDES],
  ['ground', ['floor', 'beam', 'ledge', 'plate']],
  ['bracing', BRACINGS],
  ['follows', ['clip', 'pose']],
  ['mode', ['qp', 'paper']],
  ['gains', ['recommended', 'tight']],
];

/** What the clip shows. 'moves': neither stands nor walks nor runs, but is on its feet. */
export type Motion = 'stands' | 'walks' | 'runs' | 'moves';

/** Who reacts, and what they know. */
export interface ReactWorld {
  readonly body: Body;
  readonly clip: Clip;
  readonly name: string;
  readonly from: ClipId | undefined; // the clip of the library that it is; undefined: the idle that comes with Poise
  readonly motion: Motion;
  readonly notes: readonly string[]; // what was done to the clip, or is in its way
  /** Of somebody who stands. */
  readonly library:
    | { readonly name: string; readonly body: string; readonly count: number; readonly file: boolean }
    | undefined;
  readonly pad: PolarPad | undefined; // of somebody who stands and is animated
}

/**
 * ready: goes on with the clip. recovering, stepping: keeps its balance, by a step or without. stumbling: more than the plan could take
 * at once. one-foot, air: simulated. fallen: it goes down or lies. rising: it gets up. fault: the engine gave up.
 */
export const STATUSES = [
  'ready',
  'recovering',
  'stepping',
  'stumbling',
  'one-foot',
  'air',
  'fallen',
  'rising',
  'fault',
] as const;
export type Status = (typeof STATUSES)[number];

/** A change of status. `time` [s] of the recording. */
export interface RunTurn {
  readonly time: number;
  readonly status: Status;
  readonly reason: string; // '' where there is none to tell
}

/** A push or a ball as it happened. */
export interface RunHit {
  readonly time: number; // [s] of the first frame that shows it
  readonly impulse: number; // [N·s]
  readonly from: string; // in words: 'from behind'
  readonly answer: Answer | undefined; // of somebody who stands
}

export interface RunStep {
  readonly time: number; // [s] when it landed
  readonly foot: 'left' | 'right';
  readonly record: StepRecord | undefined; // how it differs from the clip's
}

/** What happened in one recording. Lists are replaced, never changed; balls in the air grow. */
export interface Run {
  readonly id: ClipId;
  readonly frameTime: number; // [s]
  readonly engine: Engine;
  readonly clip: ClipId | undefined; // whose motion it is; undefined: the idle that comes with Poise
  readonly replay: readonly ReplayRow[]; // what was given, so that a link can give it again
  readonly hits: readonly RunHit[];
  readonly turns: readonly RunTurn[];
  readonly steps: readonly RunStep[];
  readonly balls: readonly BallTrack[];
  readonly prints: readonly Print[];
  readonly over: boolean; // it has ended: fallen, a fault, or the clip is over
  /** m(Q) [N·s] at a frame, in the heading frame of the answer before; of somebody who stands. */
  readonly carriedAt: ((frame: number) => readonly [x: number, z: number]) | undefined;
}

/** What whoever reacts tells of a frame. */
export interface News {
  readonly hits?: readonly { readonly hit: RunHit; readonly push: Push; readonly time: number }[]; // time [s] when it was given
  readonly turn?: RunTurn;
  readonly steps?: readonly RunStep[];
  readonly prints?: readonly Print[];
}

export interface ReactResult {
  readonly status: 'preparing' | 'ready' | 'unfit' | 'failed';
  readonly error: string | undefined; // in words: why the clip on stage cannot react, or what went wrong
  readonly world: ReactWorld | undefined;
  readonly ground: Ground | undefined;
  readonly runs: Readonly<Record<ClipId, Run>>;
  readonly shown: ClipId | undefined; // the recording on stage
  readonly dot: number | undefined; // place in the pad's list of the dot looked at
}

export const NO_RESULT: ReactResult = {
  status: 'preparing',
  error: undefined,
  world: undefined,
  ground: undefined,
  runs: {},
  shown: undefined,
  dot: undefined,
};

export const reactResult = (state: StudioState): ReactResult =>
  (state.results['react'] as ReactResult | undefined) ?? NO_RESULT;

/** The recording on stage, where this mode has made it. */
export const runOnStage = (state: StudioState): Run | undefined =>
  state.document.clip === undefined ? undefined : reactResult(state).runs[state.document.clip];

/** The status in force at a moment [s]. */
export const turnAt = (run: Run | undefined, time: number): RunTurn | undefined =>
  run?.turns.findLast((turn) => turn.time <= time + 1e-6);

/** The last push or ball by then. */
export const hitAt = (run: Run | undefined, time: number): RunHit | undefined =>
  run?.hits.findLast((hit) => hit.time <= time + 1e-6);

/** A recording that goes on from a moment [s]: what came after it is forgotten. */
export function cutRun(run: Run, time: number): Run {
  const before = <T extends { readonly time: number }>(list: readonly T[]): readonly T[] =>
    list.filter((one) => one.time <= time + 1e-6);
  const frame = Math.round(time / run.frameTime);
  return {
    ...run,
    over: false,
    turns: before(run.turns),
    hits: before(run.hits),
    steps: before(run.steps),
    replay: run.replay.filter(([at = 0]) => at < frame),
    balls: run.balls.filter(({ start }) => start < frame),
    prints: run.prints.filter((print) => print.frame <= frame),
  };
}
