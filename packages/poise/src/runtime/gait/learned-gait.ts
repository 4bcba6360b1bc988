/** A gait that the layer knows: one round of it, and the walker that answers hits on it. */
import type { Body } from '../../body/body.ts';
import { unroll } from '../../gait/loop.ts';
import { legLengthOf } from '../../methods/push-response/build-response.ts';
import { Locomotion } from '../../methods/reactive-locomotion/locomotion.ts';
import { onFloor } from '../../methods/reactive-locomotion/on-floor.ts';
import { PLANNER_DEFAULTS, type PlannerOptions } from '../../methods/reactive-locomotion/options.ts';
import type { Clip } from '../../motion/clip.ts';
import { createPhases, findPhase, type Phase, type Phases } from './phase.ts';

export interface LearnedGait {
  readonly phases: Phases;
  readonly period: number; // [s]
  readonly recorded: boolean; // by the layer itself: belongs to what it saves
  /** false: a hit was not recovered from in time. Gaits that no pendulum could walk are left to other methods. */
  isFit: boolean;
  /** Made when it is needed first, for that takes a few frames' time. undefined: it is no gait that can be walked on. */
  walker(): Walker | undefined;
}

export interface Walker {
  readonly locomotion: Locomotion;
  readonly fresh: unknown; // its state at the start
  readonly way: Float64Array; // (frames + 1) × 3 [m] of the hips over a floor that rests
}

export const ALIKE = 0.2 ** 2; // [rad²] legs of the same gait at the same moment

export function createLearnedGait(body: Body, cycle: Clip, recorded: boolean): LearnedGait {
  let made: { readonly walker: Walker | undefined } | undefined;
  const phases = createPhases(body, cycle);
  return {
    phases,
    period: (cycle.frameCount - 1) * cycle.frameTime,
    recorded,
    isFit: true,
    walker() {
      made ??= { walker: createWalker(body, cycle) };
      return made.walker;
    },
  };
}

/** Three rounds have enough whole steps. A clip that walks on the spot is set moving over a floor that rests. */
function createWalker(body: Body, cycle: Clip): Walker | undefined {
  const rounds = unroll(body, cycle, Infinity).clip;
  const moving = isInPlace(cycle) ? onFloor(body, rounds).clip : rounds;
  const locomotion = new Locomotion(body, moving, reachOf(body));
  if (locomotion.noGait !== '') return undefined;
  const frames = cycle.frameCount - 1;
  const nq = locomotion.q.length;
  const way = new Float64Array(3 * cycle.frameCount);
  for (let k = 0; k <= frames; k++) for (let c = 0; c < 3; c++) way[3 * k + c] = moving.q[(frames + k) * nq + c];
  return { locomotion, fresh: locomotion.save(), way };
}

/** Steps that such legs can make: the planner's are those of a grown person. */
function reachOf(body: Body): Partial<PlannerOptions> {
  const { longestStep, shortestStep, widestStep, leastGap, crossing } = PLANNER_DEFAULTS;
  const size = legLengthOf(body) / GROWN;
  const apart = Math.hypot(...hipsApart(body));
  return {
    longestStep: size * longestStep,
    shortestStep: size * shortestStep,
    widestStep: size * (widestStep - USUAL_HIPS) + apart,
    leastGap: size * leastGap,
    crossing: size * crossing,
  };
}

const GROWN = 0.86; // [m] leg of a grown person, hip to ankle
const USUAL_HIPS = 0.17; // [m] between their hip joints

function hipsApart({ skeleton: { offsets }, roles }: Body): readonly number[] {
  const [left, right] = [3 * (roles.leftUpperLeg ?? 0), 3 * (roles.rightUpperLeg ?? 0)];
  return [0, 1, 2].map((c) => offsets[left + c] - offsets[right + c]);
}

function isInPlace({ q, frameCount, frameTime }: Clip): boolean {
  const last = q.length - q.length / frameCount;
  return Math.hypot(q[last] - q[0], q[last + 2] - q[2]) < TRAVELS * (frameCount - 1) * frameTime;
}

const TRAVELS = 0.25; // [m/s]

/** out (x, z) = how far the hips travel between two moments of the round, less than half a round apart. */
export function writeTravel(
  out: Float64Array,
  { phases, period }: LearnedGait,
  way: Float64Array,
  from: number,
  to: number,
): void {
  const { frameTime, frameCount } = phases.clip;
  const last = frameCount - 1;
  const at = (time: number, c: number): number => {
    const place = Math.max(0, Math.min(last - 1e-9, time / frameTime));
    const frame = Math.floor(place);
    return way[3 * frame + c] + (place - frame) * (way[3 * frame + 3 + c] - way[3 * frame + c]);
  };
  const laps = Math.round((to - from) / period); // −1, 0 or 1: over the seam
  for (const c of [0, 2]) out[c >> 1] = at(to, c) - at(from, c) - laps * (way[3 * last + c] - way[c]);
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
