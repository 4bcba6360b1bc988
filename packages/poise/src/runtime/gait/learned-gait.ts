/** A gait that the layer knows: one round of it, and the walker that answers hits on it. */
import type { Body } from '../../body/body.ts';
import { Locomotion } from '../../methods/reactive-locomotion/locomotion.ts';
import { unroll } from '../../methods/unroll.ts';
import type { Clip } from '../../motion/clip.ts';
import { createPhases, findPhase, type Phase, type Phases } from './phase.ts';

export interface LearnedGait {
  readonly phases: Phases;
  readonly period: number; // [s]
  readonly recorded: boolean; // by the layer itself: belongs to what it saves
  /** Made when it is needed first, for that takes a few frames' time. undefined: it is no gait that can be walked on. */
  walker(): Walker | undefined;
}

export interface Walker {
  readonly locomotion: Locomotion;
  readonly fresh: unknown; // its state at the start
}

export const ALIKE = 0.2 ** 2; // [rad²] legs of the same gait at the same moment

export function createLearnedGait(body: Body, cycle: Clip, recorded: boolean): LearnedGait {
  let made: { readonly walker: Walker | undefined } | undefined;
  return {
    phases: createPhases(body, cycle),
    period: (cycle.frameCount - 1) * cycle.frameTime,
    recorded,
    walker() {
      made ??= { walker: createWalker(body, cycle) };
      return made.walker;
    },
  };
}

/** Three rounds have enough whole steps. */
function createWalker(body: Body, cycle: Clip): Walker | undefined {
  const locomotion = new Locomotion(body, unroll(body, cycle, Infinity).clip);
  return locomotion.noGait === '' ? { locomotion, fresh: locomotion.save() } : undefined;
}

/** The gait of a pose and its velocity, and its moment in it; undefined: none that is known. */
export function gaitOf(
  phase: Phase,
  gaits: readonly LearnedGait[],
  q: Float64Array,
  v: Float64Array,
): LearnedGait | undefined {
  let found: LearnedGait | undefined;
  let [time, least] = [0, ALIKE];
  for (const gait of gaits) {
    findPhase(phase, gait.phases, q, v);
    if (phase.cost >= least) continue;
    [found, time, least] = [gait, phase.time, phase.cost];
  }
  phase.time = time;
  phase.cost = least;
  return found;
}
