/** A gait that the layer knows: one round of it, and the walker that answers hits on it. */
import type { Body } from '../../body/body.ts';
import { GaitPlanner } from '../../control/gait/gait-planner.ts';
import { sourceOfClip } from '../../control/gait/source-of-clip.ts';
import type { Ground } from '../../control/ground.ts';
import type { ReactionParameters } from '../../control/parameters.ts';
import { unroll } from '../../gait/loop.ts';
import { onFloor } from '../../gait/on-floor.ts';
import { NO_TACTICS } from '../../methods/no-tactics.ts';
import { ReactingCharacter } from '../../methods/reacting-character.ts';
import { TIED } from '../../methods/reactive-blend/blender.ts';
import type { Clip } from '../../motion/clip.ts';
import { resample } from '../../motion/resample.ts';
import { createPhases, findPhase, type Phase, type Phases } from './phase.ts';

export interface LearnedGait {
  readonly phases: Phases;
  readonly period: number; // [s]
  readonly recorded: boolean; // by the layer itself, in coarse poses: belongs to what it saves
  /** false: a hit was not recovered from in time. Gaits that no pendulum could walk are left to other methods. */
  isFit: boolean;
  /** Made when it is needed first, for that takes a few frames' time. undefined: it is no gait that can be walked on. */
  walker(): Walker | undefined;
}

export interface Walker {
  readonly character: ReactingCharacter;
  readonly way: Float64Array; // (frames + 1) × 3 [m] of the hips over a floor that rests
}

export const ALIKE = 0.2 ** 2; // [rad²] legs of the same gait at the same moment

export function createLearnedGait(body: Body, cycle: Clip, recorded: boolean, world: WalkerWorld): LearnedGait {
  let made: { readonly walker: Walker | undefined; readonly isUneven: boolean } | undefined;
  const phases = createPhases(body, cycle);
  return {
    phases,
    period: (cycle.frameCount - 1) * cycle.frameTime,
    recorded,
    isFit: true,
    walker() {
      const isUneven = world.ground() !== undefined;
      if (made?.isUneven !== isUneven) made = { walker: createWalker(body, cycle, world), isUneven };
      return made.walker;
    },
  };
}

/** What walkers are told of the world. */
export interface WalkerWorld {
  readonly hands: 'free' | 'tied';
  readonly parameters: Partial<ReactionParameters>;
  readonly ground: () => Ground | undefined; // undefined: the round's own floor
}

/** Three rounds have enough whole steps. A clip that walks on the spot is set moving over a floor that rests. */
function createWalker(body: Body, cycle: Clip, { hands, parameters, ground }: WalkerWorld): Walker | undefined {
  const unrolled = unroll(body, cycle, Infinity).clip;
  // recorded rounds have few frames: landings are told more exactly on the curve through them
  const finer = cycle.frameTime > FINE ? 2 : 1;
  const rounds = finer > 1 ? resample(unrolled, cycle.frameTime / finer, { method: 'spline' }) : unrolled;
  const moving = isInPlace(cycle) ? onFloor(body, rounds).clip : rounds;
  const { source, restsBecause } = sourceOfClip(body, moving);
  if (restsBecause !== '') return undefined;
  const character = new ReactingCharacter(source, NO_TACTICS, {
    ground: ground(),
    parameters: { ...(hands === 'tied' && TIED), ...parameters },
    gait: (own) => new GaitPlanner(own),
  });
  const frames = cycle.frameCount - 1;
  const nq = character.q.length;
  const way = new Float64Array(3 * cycle.frameCount);
  for (let k = 0; k <= frames; k++)
    for (let c = 0; c < 3; c++) way[3 * k + c] = moving.q[finer * (frames + k) * nq + c];
  return { character, way };
}

function isInPlace({ q, frameCount, frameTime }: Clip): boolean {
  const last = q.length - q.length / frameCount;
  return Math.hypot(q[last] - q[0], q[last + 2] - q[2]) < TRAVELS * (frameCount - 1) * frameTime;
}

const TRAVELS = 0.25; // [m/s]
const FINE = 1 / 45; // [s]

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
