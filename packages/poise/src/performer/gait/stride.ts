/** One stride of a cyclic gait: settled on a fine grid of phases, then sampled at any rate. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { Performance } from '../motion.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { type Series, seriesAt } from './channel.ts';
import { plannedCop } from './cop-plan.ts';
import { type Cycle, rejoin, requestAt } from './cycle.ts';
import { chestInertia, steadySpin } from './flight-spin.ts';
import type { Gait } from './gait.ts';
import { fitLegs } from './leg-fit.ts';
import { swingShare } from './leg-path.ts';
import { type Measured, measure } from './measure.ts';
import { combine, seriesThrough } from './series-fit.ts';
import { hullAt, shortfall, wayInside } from './support.ts';
import { solveBoundary } from './tridiagonal.ts';

export interface SettledStride {
  readonly outside: number; // share of phases with the ZMP more than 1 cm out of the support
  readonly shortage: number; // [m] by which a leg was too short
}

const RATE = 120; // [Hz] of the grid
const PAD = 2; // samples repeated at both ends, for differences, which are taken over so many: as 60 frames a second show them
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
const CARRYING = 0.1; // body weights: below this the ZMP is not steered
const TOES = 0.05; // [m] a shorter support is the tips of the toes
const MARGIN = 0.012; // [m] the ZMP should be this far inside

interface Grid {
  readonly samples: number;
  readonly dt: number; // [s]
}

/** Finds heights, heels and the hips' way of a cycle: legs and balance in turn, each changing the other's terms a little less. */
export function settleStride(cycle: Cycle): SettledStride {
  const { strideTime } = cycle.gait;
  const rounds = hasFlight(cycle.gait) ? RUNNING : WALKING;
  const samples = 2 * Math.round((strideTime * RATE) / 2);
  const grid = { samples, dt: strideTime / samples };
  let { measured, shortage } = measureStride(cycle, grid);
  cycle.comHeight = { ...cycle.gait.comRise, mean: comAboveHips(cycle, grid, measured, 'ground').mean };
  // Legs that reach come first: without them no balance can be measured.
  fitLegs(cycle, comAboveHips(cycle, grid, measured, 'hips'), rounds.firstFits);
  const probe = (): Measured => measureStride(cycle, grid).measured;
  const inertia = hasFlight(cycle.gait) ? chestInertia(cycle, probe, PAD, samples) : undefined;
  let settled = false;
  for (let round = 0; ; round++) {
    ({ measured, shortage } = measureStride(cycle, grid));
    if (round === rounds.count || settled) return { outside: outsideShare(cycle, grid, measured), shortage };
    if (inertia) steadySpin(cycle, measured, inertia, PAD, samples);
    const gain = round < EASY ? 0.5 : rounds.gain;
    const moved = moveHips(cycle, grid, measured, gain, rounds.farthest);
    fitLegs(cycle, comAboveHips(cycle, grid, measured, 'hips'), rounds.fits(round, moved));
    settled = round >= EASY && moved < rounds.enough;
  }
}

const hasFlight = ({ carries: [from, to] }: Gait): boolean => to - from < 0.5;

/** Height of the CoM over the hips, or over the ground [m], as measured. */
function comAboveHips(cycle: Cycle, { samples }: Grid, { trace }: Measured, over: 'hips' | 'ground'): Series {
  const heights = Float64Array.from({ length: samples }, (_, i) => {
    const hips = over === 'hips' ? seriesAt(cycle.hips[1], i / samples) : 0;
    return trace.com[3 * (i + PAD) + 1] - hips;
  });
  return seriesThrough(heights, cycle.gait.harmonics);
}

/** The finished body over the stride, with a few samples before and after. */
function measureStride(
  cycle: Cycle,
  { samples, dt }: Grid,
): { readonly measured: Measured; readonly shortage: number } {
  const nq = coordinateCount(cycle.actor.skeleton);
  const q = new Float64Array((samples + 2 * PAD) * nq);
  let shortage = 0;
  for (let i = 0; i < samples + 2 * PAD; i++) {
    const outcome = solvePose(q, i * nq, cycle.actor, requestAt(cycle, (i - PAD) / samples));
    shortage = Math.max(shortage, outcome.shortage);
  }
  return { measured: measure(cycle.actor, q, dt, PAD), shortage };
}

const hullOf = (cycle: Cycle, { trace }: Measured, i: number, phase: number): Float64Array =>
  hullAt(cycle.actor, trace, i + PAD, [
    swingShare(cycle.gait, phase) === undefined,
    swingShare(cycle.gait, phase + 0.5) === undefined,
  ]);

function outsideShare(cycle: Cycle, { samples }: Grid, measured: Measured): number {
  let out = 0;
  for (let i = 0; i < samples; i++) {
    const o = 3 * (i + PAD);
    const hull = hullOf(cycle, measured, i, i / samples);
    if (shortfall(hull, measured.reaction.zmp[o], measured.reaction.zmp[o + 2], -0.01)[0] > 0) out++;
  }
  return out / samples;
}

/** Where a hull begins and ends in the direction of travel [m]. */
function rangeOf(hull: Float64Array): readonly [rear: number, front: number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < hull.length; i += 2) {
    least = Math.min(least, hull[i]);
    most = Math.max(most, hull[i]);
  }
  return [least, most];
}

/** Moves the hips so that the ZMP comes to lie where planned: the CoM must shift by the bounded solution of
 *  Δc̈ − λ Δc = −λ Δp with λ = f_y/(m h); in flight the shift takes away what horizontal acceleration there is.
 *  `gain` of it is done, by `farthest` [m] at most. Returns the largest shift that would be right [m]. */
function moveHips(cycle: Cycle, { samples, dt }: Grid, measured: Measured, gain: number, farthest: number): number {
  const { motion, reaction } = measured;
  const lambda = new Float64Array(samples);
  const right = [new Float64Array(samples), new Float64Array(samples)];
  for (let i = 0; i < samples; i++) {
    const o = 3 * (i + PAD);
    const phase = i / samples;
    const load = reaction.force[o + 1] / (cycle.actor.body.totalMass * GRAVITY);
    const planned = plannedCop(cycle.gait, phase, cycle.ahead);
    if (!planned || load < CARRYING) {
      right[0][i] = -motion.acceleration[o];
      right[1][i] = -motion.acceleration[o + 2];
      continue;
    }
    lambda[i] = (load * GRAVITY) / motion.com[o + 1];
    const hull = hullOf(cycle, measured, i, phase);
    // Who stands on the tips of the toes carries with all of them; who lands on the heel, there.
    const [rear, front] = rangeOf(hull);
    const inside = front - rear > TOES || planned[1] > front ? wayInside(hull, planned[0], planned[1], MARGIN) : [0, 0];
    right[0][i] = -lambda[i] * (planned[0] + inside[0] - reaction.zmp[o]);
    right[1][i] = -lambda[i] * (planned[1] + inside[1] - reaction.zmp[o + 2]);
  }
  const moves = right.map((side) => solveBoundary(lambda, side, dt, 'loop'));
  const most = moves.reduce((least, move) => move.reduce((size, value) => Math.max(size, Math.abs(value)), least), 0);
  const share = Math.min(gain, farthest / most);
  cycle.hips[0] = combine(cycle.hips[0], seriesThrough(moves[0], cycle.gait.harmonics), share);
  cycle.hips[2] = combine(cycle.hips[2], seriesThrough(moves[1], cycle.gait.harmonics), share);
  rejoin(cycle);
  return most;
}

/** The cycle as frames: `frames` of them for `strides` strides. */
export function sampleStrides(cycle: Cycle, strides: number, frames: number, frameTime: number): Performance {
  const nq = coordinateCount(cycle.actor.skeleton);
  const q = new Float64Array(frames * nq);
  for (let i = 0; i < frames; i++) solvePose(q, i * nq, cycle.actor, requestAt(cycle, (strides * i) / frames));
  return { q, frameTime, travel: [0, strides * cycle.gait.stride] };
}
