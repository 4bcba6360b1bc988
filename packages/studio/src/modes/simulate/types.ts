/** Settings and results of the mode Simulate. */
import type { Body, Clip } from 'poise';
import type { ClipId, StudioState } from '../../state/types.ts';
import { PLACES, type Place } from '../shared/places.ts';

export interface SimulateSettings {
  /** The motion on stage if its feet stand still, its first pose for ever, or the motion whatever its feet do. */
  readonly follows: 'clip' | 'pose' | 'anyway';
  readonly mode: 'qp' | 'paper'; // of the controller
  readonly gains: 'recommended' | 'tight';
  readonly stepping: boolean; // takes steps when it cannot hold; only with mode 'qp'
  readonly at: Place; // pushes by numbers
  readonly strength: number; // [N·s]
  readonly direction: number; // [°] that it goes to, 0 forward, to the left +
}

export const SIMULATE_SETTINGS: SimulateSettings = {
  follows: 'clip',
  mode: 'qp',
  gains: 'recommended',
  stepping: true,
  at: 'chest',
  strength: 20,
  direction: 0,
};

export const simulateSettings = (state: StudioState): SimulateSettings =>
  (state.document.modes['simulate'] as SimulateSettings | undefined) ?? SIMULATE_SETTINGS;

/** Settings of a link that this mode can live with. */
export function acceptsSettings(settings: unknown): boolean {
  const given = settings as Partial<SimulateSettings>;
  return (
    ['clip', 'pose', 'anyway'].includes(given.follows ?? '') &&
    typeof given.stepping === 'boolean' &&
    ['qp', 'paper'].includes(given.mode ?? '') &&
    ['recommended', 'tight'].includes(given.gains ?? '') &&
    PLACES.includes(given.at as Place) &&
    [given.strength, given.direction].every((value) => Number.isFinite(value))
  );
}

/** stands: calm. sways: it moves to keep its balance. one-foot: in a step, or as the clip has it. air: no foot touches. fallen: it lies or is
 *  past saving. fault: the engine gave up. */
export const STATUSES = ['stands', 'sways', 'one-foot', 'air', 'fallen', 'fault'] as const;
export type SimStatus = (typeof STATUSES)[number];

/** A change of status. */
export interface SimTurn {
  readonly frame: number; // of the recording
  readonly status: SimStatus;
  readonly words: string; // why, where there is a reason
}

export interface SimPush {
  readonly frame: number;
  readonly impulse: number; // [N·s]
}

/** What happened in one recording. Lists are replaced, never changed. */
export interface Run {
  readonly id: ClipId;
  readonly frameTime: number; // [s]
  readonly turns: readonly SimTurn[];
  readonly pushes: readonly SimPush[];
  readonly over: boolean; // it has ended: fallen, or a fault
}

/** Who is simulated. */
export interface SimWorld {
  readonly body: Body;
  readonly clip: Clip; // that is followed
  readonly name: string;
  readonly from: ClipId | undefined; // the clip of the library that it is
  readonly note: string | undefined; // why it is not the clip on stage
  readonly duration: number; // [s] of what is followed
}

export interface SimulateResult {
  readonly status: 'preparing' | 'ready' | 'failed';
  readonly error: string | undefined; // in words
  readonly world: SimWorld | undefined;
  readonly runs: Readonly<Record<ClipId, Run>>;
}

export const NO_RESULT: SimulateResult = { status: 'preparing', error: undefined, world: undefined, runs: {} };

export const simulateResult = (state: StudioState): SimulateResult =>
  (state.results['simulate'] as SimulateResult | undefined) ?? NO_RESULT;

/** The recording on stage, where this mode has made it. */
export const runOnStage = (state: StudioState): Run | undefined =>
  state.document.clip === undefined ? undefined : simulateResult(state).runs[state.document.clip];

/** What holds at a frame. */
export const turnAt = (run: Run | undefined, frame: number): SimTurn | undefined =>
  run?.turns.findLast((turn) => turn.frame <= frame + 0.5);

/** A recording that goes on from a frame: what came after it is forgotten. */
export const cutRun = (run: Run, frame: number): Run => ({
  ...run,
  over: false,
  turns: run.turns.filter((turn) => turn.frame <= frame),
  pushes: run.pushes.filter((push) => push.frame < frame),
});
