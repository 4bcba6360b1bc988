/**
 * Strides that differ: takes a settled mean stride, gives feet, arms and trunk their own way in every stride, and lets hips and
 * legs follow: low enough for the longest step, the CoM as high as planned, the ZMP where the prints want it.
 */
import type { Series } from './channel.ts';
import { type Cycle, rejoin } from './cycle.ts';
import type { Gait } from './gait.ts';
import { LEG, LEG_SIZE, legAt, standingLeg } from './leg-path.ts';
import { legLength } from './leg-triangle.ts';
import { combine, repeated, seriesThrough } from './series-fit.ts';
import { comAbove, gridOf, measureStrides, moveHips } from './stride-balance.ts';
import type { Variation } from './variation.ts';

const ROUNDS = 12; // at most
/** Differences are slow: few harmonics, which keeps the legs in the air calm while it settles. */
const HIP_MOVE = { gain: 0.7, farthest: 0.01, harmonics: 8 } as const;
const ENOUGH = 2e-4; // [m] the hips move no farther: settled
const STANCES = 24; // phases at which the length of a standing leg is asked for …
const SWINGS = 16; // … and the knee of either half of a swing
const SWING_STRAIGHTER = 1 * (Math.PI / 180); // it may be straighter by
const PER_STRIDE = 40; // samples of the sinking
const AROUND = 0.3; // of a stride: the body sinks for a long step from so long before to so long after it
const SINK_HARMONICS = 4; // per stride

/** The cycle with strides that differ. Its mean stride must be settled. */
export function varyStrides(mean: Cycle, vary: Variation): Cycle {
  const cycle: Cycle = {
    ...mean,
    vary,
    hips: mean.hips.map((series) => repeated(series, vary.strides)) as Cycle['hips'],
    comHeight: repeated(mean.comHeight, vary.strides),
  };
  rejoin(cycle);
  const grid = gridOf(cycle);
  const limits = limitsOf(mean);
  for (let round = 0; round < ROUNDS; round++) {
    const { measured } = measureStrides(cycle, grid);
    const above = comAbove(cycle, grid, measured, 'hips');
    const moved = moveHips(cycle, grid, measured, HIP_MOVE);
    cycle.comHeight = combine(cycle.comHeight, shortageOf(cycle, limits), -1);
    cycle.hips[1] = combine(cycle.comHeight, above, -1);
    rejoin(cycle);
    if (moved < ENOUGH) break;
  }
  return cycle;
}

/** How long a standing leg of the mean stride gets [m], and how straight its swinging knee [rad]; or what is wished for. */
interface Limits {
  readonly longest: number;
  readonly straightest: number;
}

const state = new Float64Array(LEG_SIZE);

function limitsOf(mean: Cycle): Limits {
  const { actor, gait } = mean;
  const { thigh, shank } = actor.legs[0];
  let [longest, straightest] = [legLength(thigh, shank, gait.leastKnee), gait.leastKnee - SWING_STRAIGHTER];
  for (const k of [0, 1] as const) {
    for (const p of stances(gait)) {
      standingLeg(mean, k, 0, p, state);
      longest = Math.max(longest, state[LEG.reach] * (thigh + shank));
    }
    for (const half of ['left', 'lands'] as const) straightest = Math.min(straightest, leastKnee(mean, k, 0, half));
  }
  return { longest, straightest };
}

/** Phases of a stance. */
const stances = ({ contact, liftOff }: Gait): readonly number[] =>
  Array.from({ length: STANCES + 1 }, (_, i) => contact + (i / STANCES) * (liftOff - contact));

/** Least flexion of the knee [rad] in the half of a swing in which the foot has left, or in which it lands. */
function leastKnee(cycle: Cycle, k: 0 | 1, stride: number, half: 'left' | 'lands'): number {
  const { contact, liftOff } = cycle.gait;
  const span = 0.5 * (1 + contact - liftOff);
  const first = half === 'left' ? liftOff : liftOff + span;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < SWINGS; i++) {
    legAt(cycle, k, stride + first + (i / SWINGS) * span - 0.5 * k, state);
    least = Math.min(least, state[LEG.knee]);
  }
  return least;
}

/** How much too high the hips are for the legs [m], as a smooth curve over the loop that is hardly less anywhere. */
function shortageOf(cycle: Cycle, limits: Limits): Series {
  const { strides } = cycle.vary;
  const need = new Float64Array(strides * PER_STRIDE);
  const note = (phase: number, short: number): void => {
    const i = Math.round(phase * PER_STRIDE);
    const o = ((i % need.length) + need.length) % need.length;
    need[o] = Math.max(need[o], short);
  };
  for (const k of [0, 1] as const) {
    for (let stride = 0; stride < strides; stride++) noteLeg(cycle, k, stride, limits, note);
  }
  return seriesThrough(softened(need, Math.round(AROUND * PER_STRIDE)), SINK_HARMONICS * strides);
}

/** Tells where a standing leg is too long, and where a swing gets too straight after the foot has left or before it lands: the
 *  knee of the standing leg next to it must be bent by as much more. */
function noteLeg(
  cycle: Cycle,
  k: 0 | 1,
  stride: number,
  { longest, straightest }: Limits,
  note: (phase: number, short: number) => void,
): void {
  const { actor, gait } = cycle;
  const { thigh, shank } = actor.legs[k];
  for (const p of stances(gait)) {
    standingLeg(cycle, k, stride, p, state);
    note(stride + p - 0.5 * k, (state[LEG.reach] * (thigh + shank) - longest) / Math.cos(state[LEG.swing]));
  }
  for (const half of ['left', 'lands'] as const) {
    const dip = straightest - leastKnee(cycle, k, stride, half);
    if (dip <= 0) continue;
    const [at, p] = half === 'left' ? [stride, gait.liftOff] : [stride + 1, gait.contact];
    standingLeg(cycle, k, at, p, state);
    const [knee, swing] = [state[LEG.knee], state[LEG.swing]];
    note(at + p - 0.5 * k, (legLength(thigh, shank, knee) - legLength(thigh, shank, knee + dip)) / Math.cos(swing));
  }
}

/** The largest value around each sample of a ring, then a bell over the same width: never less, and smooth. */
function softened(values: Float64Array, reach: number): Float64Array {
  const n = values.length;
  const at = (from: Float64Array, i: number): number => from[((i % n) + n) % n];
  const largest = values.map((_, i) => {
    let most = 0;
    for (let d = -reach; d <= reach; d++) most = Math.max(most, at(values, i + d));
    return most;
  });
  return values.map((_, i) => {
    let [sum, weights] = [0, 0];
    for (let d = -reach; d <= reach; d++) {
      const weight = 1 + Math.cos((Math.PI * d) / (reach + 1));
      sum += weight * at(largest, i + d);
      weights += weight;
    }
    return sum / weights;
  });
}
