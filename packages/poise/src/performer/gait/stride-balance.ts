/** The strides of a cycle on a fine grid of times: what they ask of the floor, and hips that go where the ZMP wants them. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import { solvePose } from '../pose/solve-pose.ts';
import { type Series, seriesAt } from './channel.ts';
import { plannedCop } from './cop-plan.ts';
import { type Cycle, rejoin, requestAt } from './cycle.ts';
import { swingShare } from './leg-path.ts';
import { type Measured, measure } from './measure.ts';
import { combine, seriesThrough } from './series-fit.ts';
import { hullAt, shortfall, wayInside } from './support.ts';
import { solveBoundary } from './tridiagonal.ts';
import { phaseAfter } from './variation.ts';

const RATE = 120; // [Hz] of the grid
/** Samples repeated at both ends, for differences, which are taken over so many: as 60 frames a second show them. */
export const PAD = 2;
const CARRYING = 0.1; // body weights: below this the ZMP is not steered
const TOES = 0.05; // [m] a shorter support is the tips of the toes
const MARGIN = 0.012; // [m] the ZMP should be this far inside

export interface Grid {
  readonly samples: number; // of all strides after which the cycle repeats, even in time
  readonly dt: number; // [s]
}

export function gridOf({ gait, vary }: Cycle): Grid {
  const samples = vary.strides * 2 * Math.round((gait.strideTime * RATE) / 2);
  return { samples, dt: (vary.strides * gait.strideTime) / samples };
}

const phaseOf = ({ vary }: Cycle, { samples }: Grid, i: number): number =>
  phaseAfter(vary, (vary.strides * i) / samples);

/** Values at even times as a series of the phase. */
function seriesOfPhase({ vary }: Cycle, { samples }: Grid, values: Float64Array, perStride: number): Series {
  const harmonics = perStride * vary.strides;
  if (vary.ahead.terms.length === 0) return seriesThrough(values, harmonics);
  const even = values.map((_, i) => {
    const phase = i / samples;
    let time = phase;
    for (let pass = 0; pass < 6; pass++) time = phase - seriesAt(vary.ahead, time) / vary.strides;
    return onRing(values, time * samples);
  });
  return seriesThrough(even, harmonics);
}

/** Between samples that repeat: a cubic through four of them. */
function onRing(values: Float64Array, at: number): number {
  const i = Math.floor(at);
  const u = at - i;
  const [a, b, c, d] = [-1, 0, 1, 2].map((k) => values[(((i + k) % values.length) + values.length) % values.length]);
  return b + 0.5 * u * (c - a + u * (2 * a - 5 * b + 4 * c - d + u * (3 * (b - c) + d - a)));
}

/** Height of the CoM over the hips, or over the ground [m], as measured; over the loop. */
export function comAbove(cycle: Cycle, grid: Grid, { trace }: Measured, over: 'hips' | 'ground'): Series {
  const heights = Float64Array.from({ length: grid.samples }, (_, i) => {
    const hips = over === 'hips' ? seriesAt(cycle.hips[1], phaseOf(cycle, grid, i) / cycle.vary.strides) : 0;
    return trace.com[3 * (i + PAD) + 1] - hips;
  });
  return seriesOfPhase(cycle, grid, heights, cycle.gait.harmonics);
}

/** The finished body over the strides, with a few samples before and after. */
export function measureStrides(cycle: Cycle, grid: Grid): { readonly measured: Measured; readonly shortage: number } {
  const { samples, dt } = grid;
  const nq = coordinateCount(cycle.actor.skeleton);
  const q = new Float64Array((samples + 2 * PAD) * nq);
  let shortage = 0;
  for (let i = 0; i < samples + 2 * PAD; i++) {
    const outcome = solvePose(q, i * nq, cycle.actor, requestAt(cycle, phaseOf(cycle, grid, i - PAD)));
    shortage = Math.max(shortage, outcome.shortage);
  }
  return { measured: measure(cycle.actor, q, dt, PAD), shortage };
}

const hullOf = (cycle: Cycle, { trace }: Measured, i: number, phase: number): Float64Array =>
  hullAt(cycle.actor, trace, i + PAD, [
    swingShare(cycle.gait, phase) === undefined,
    swingShare(cycle.gait, phase + 0.5) === undefined,
  ]);

/** Share of samples with the ZMP more than 1 cm out of the support. */
export function outsideShare(cycle: Cycle, grid: Grid, measured: Measured): number {
  const { samples } = grid;
  let out = 0;
  for (let i = 0; i < samples; i++) {
    const o = 3 * (i + PAD);
    const hull = hullOf(cycle, measured, i, phaseOf(cycle, grid, i));
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

/** How the hips may move in one round. */
export interface HipMove {
  readonly gain: number; // of what would be right
  readonly farthest: number; // [m]
  readonly harmonics: number; // per stride
}

/** Moves the hips so that the ZMP comes to lie where planned: the CoM must shift by the bounded solution of
 *  Δc̈ − λ Δc = −λ Δp with λ = f_y/(m h); in flight the shift takes away what horizontal acceleration there is.
 *  `gain` of it is done, by `farthest` [m] at most. Returns the largest shift that would be right [m]. */
export function moveHips(cycle: Cycle, grid: Grid, measured: Measured, { gain, farthest, harmonics }: HipMove): number {
  const { samples, dt } = grid;
  const { motion, reaction } = measured;
  const lambda = new Float64Array(samples);
  const right = [new Float64Array(samples), new Float64Array(samples)];
  for (let i = 0; i < samples; i++) {
    const o = 3 * (i + PAD);
    const phase = phaseOf(cycle, grid, i);
    const load = reaction.force[o + 1] / (cycle.actor.body.totalMass * GRAVITY);
    const planned = plannedCop(cycle.gait, cycle.vary, phase, cycle.ahead);
    if (!planned || load < CARRYING) {
      right[0][i] = -motion.acceleration[o];
      right[1][i] = -motion.acceleration[o + 2];
      continue;
    }
    lambda[i] = (load * GRAVITY) / motion.com[o + 1];
    const hull = hullOf(cycle, measured, i, phase);
    // A foot on the tips of its toes carries with all of them; one that lands on its heel carries there.
    const [rear, front] = rangeOf(hull);
    const inside = front - rear > TOES || planned[1] > front ? wayInside(hull, planned[0], planned[1], MARGIN) : [0, 0];
    right[0][i] = -lambda[i] * (planned[0] + inside[0] - reaction.zmp[o]);
    right[1][i] = -lambda[i] * (planned[1] + inside[1] - reaction.zmp[o + 2]);
  }
  const moves = right.map((side) => solveBoundary(lambda, side, dt, 'loop'));
  const most = moves.reduce((least, move) => move.reduce((size, value) => Math.max(size, Math.abs(value)), least), 0);
  const share = Math.min(gain, farthest / most);
  cycle.hips[0] = combine(cycle.hips[0], seriesOfPhase(cycle, grid, moves[0], harmonics), share);
  cycle.hips[2] = combine(cycle.hips[2], seriesOfPhase(cycle, grid, moves[1], harmonics), share);
  rejoin(cycle);
  return most;
}
