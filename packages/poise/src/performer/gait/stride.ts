/** One stride of a cyclic gait: settled on a fine grid of phases, then sampled at any rate. */
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Performance } from '../motion.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { type Cycle, requestAt } from './cycle.ts';
import { chestInertia, steadySpin } from './flight-spin.ts';
import type { Gait } from './gait.ts';
import { fitLegs } from './leg-fit.ts';
import type { Measured } from './measure.ts';
import { comAbove, gridOf, measureStrides, moveHips, outsideShare, PAD } from './stride-balance.ts';
import { phaseAfter } from './variation.ts';

export interface SettledStride {
  readonly outside: number; // share of phases with the ZMP more than 1 cm out of the support
  readonly shortage: number; // [m] by which a leg was too short
}

const FAR = 0.002; // [m] hips that still move as far need legs that follow
const EASY = 3; // first rounds, in which the hips move by half

/** How the rounds go. */
interface Rounds {
  readonly count: number; // at most
  readonly enough: number; // [m] the hips move no farther: settled
  readonly firstFits: number; // Gauss–Newton steps of the legs before the first …
  readonly fits: (round: number, moved: number) => number; // … and in each
  readonly gain: number; // how far the hips go for the CoM's sake
  readonly farthest: number; // [m] they move in one round
}
/** Planted legs hold some mass back: the hips move farther than the CoM shall. */
const WALKING: Rounds = {
  count: 14,
  enough: 2e-4,
  firstFits: 4,
  fits: () => 1,
  gain: 1.1,
  farthest: Number.POSITIVE_INFINITY,
};
/** Legs in the air follow the hips' path with its curvature: with smaller moves, and legs that rest in between, it settles. */
const RUNNING: Rounds = {
  count: 30,
  enough: 6e-5,
  firstFits: 6,
  fits: (round, moved) => (round < EASY ? 1 : (round < 10 || moved > FAR) && round % 2 === 0 ? 2 : 0),
  gain: 0.6,
  farthest: 0.01,
};
/** Finds heights, heels and the hips' way of a cycle: legs and balance in turn, each changing the other's terms a little less. */
export function settleStride(cycle: Cycle): SettledStride {
  const rounds = hasFlight(cycle.gait) ? RUNNING : WALKING;
  const grid = gridOf(cycle);
  let { measured, shortage } = measureStrides(cycle, grid);
  cycle.comHeight = { ...cycle.gait.comRise, mean: comAbove(cycle, grid, measured, 'ground').mean };
  // Legs that reach come first: without them no balance can be measured.
  fitLegs(cycle, comAbove(cycle, grid, measured, 'hips'), rounds.firstFits);
  const probe = (): Measured => measureStrides(cycle, grid).measured;
  const inertia = hasFlight(cycle.gait) ? chestInertia(cycle, probe, PAD, grid.samples) : undefined;
  let settled = false;
  for (let round = 0; ; round++) {
    ({ measured, shortage } = measureStrides(cycle, grid));
    if (round === rounds.count || settled) return { outside: outsideShare(cycle, grid, measured), shortage };
    if (inertia) steadySpin(cycle, measured, inertia, PAD, grid.samples);
    const gain = round < EASY ? 0.5 : rounds.gain;
    const moved = moveHips(cycle, grid, measured, { gain, farthest: rounds.farthest, harmonics: cycle.gait.harmonics });
    fitLegs(cycle, comAbove(cycle, grid, measured, 'hips'), rounds.fits(round, moved));
    settled = round >= EASY && moved < rounds.enough;
  }
}

const hasFlight = ({ carries: [from, to] }: Gait): boolean => to - from < 0.5;

/** The cycle as frames: `frames` of them for `strides` strides. */
export function sampleStrides(cycle: Cycle, strides: number, frames: number, frameTime: number): Performance {
  const nq = coordinateCount(cycle.actor.skeleton);
  const q = new Float64Array(frames * nq);
  for (let i = 0; i < frames; i++) {
    solvePose(q, i * nq, cycle.actor, requestAt(cycle, phaseAfter(cycle.vary, (strides * i) / frames)));
  }
  return { q, frameTime, travel: [0, strides * cycle.gait.stride] };
}
