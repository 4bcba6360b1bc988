/**
 * What would have to be done to a foot so that it stands still while it carries: minus the way that the carrying points
 * slip. A foot may roll: its points on the floor do not move then, wherever the ankle goes.
 */
import { conjugateQuat, logQuat, multiplyQuat } from '../../math/quat.ts';
import type { SoleHeights } from './sole-heights.ts';
import type { Run } from './stands.ts';
import type { FootTrace } from './trace-feet.ts';

export const CHANNELS = 4; // x, y, z [m] of the ankle, turn about the vertical [rad]

export interface Slip {
  readonly run: Run;
  readonly shift: Float64Array; // frames of the run × CHANNELS
  readonly slide: number; // [m] the foot slid by in all
  readonly turn: number; // [rad]
}

/** The correction over one run; its mean is zero but for the height. `floor` [m] is that under the foot. */
export function slipOf(foot: FootTrace, heights: SoleHeights, run: Run, floor: number, mostTurn: number): Slip {
  const count = run.end - run.start + 1;
  const shift = new Float64Array(CHANNELS * count);
  const turn = turnOver(foot, heights, run);
  const turned = spanOf(turn);
  if (turned > mostTurn) turn.fill(0); // turns on the spot
  const before = new Float64Array(2);
  const after = new Float64Array(2);
  for (let k = 0; k < count; k++) {
    const frame = run.start + k;
    shift[CHANNELS * k + 1] = floor - heights.low[frame];
    shift[CHANNELS * k + 3] = turn[k];
    if (k === 0) continue;
    // the points that carry now, where they are and where they were
    carried(before, foot, heights, frame, frame - 1, turn[k - 1]);
    carried(after, foot, heights, frame, frame, turn[k]);
    for (const [c, j] of [
      [0, 0],
      [2, 1],
    ]) {
      shift[CHANNELS * k + c] = shift[CHANNELS * (k - 1) + c] - (after[j] - before[j]);
    }
  }
  for (const channel of [0, 2, 3]) centre(shift, channel);
  return { run, shift, slide: Math.max(rangeOf(shift, 0), rangeOf(shift, 2)), turn: turned };
}

/** (x, z) at `at` of the points that carry around `frame`, the foot turned about its ankle. */
function carried(
  out: Float64Array,
  { points, ankle, sole }: FootTrace,
  { shares }: SoleHeights,
  frame: number,
  at: number,
  turn: number,
): void {
  const m = sole.parts.length;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  out.fill(0);
  for (let i = 0; i < m; i++) {
    const share = 0.5 * (shares[frame * m + i] + shares[(frame - 1) * m + i]);
    const x = points[3 * (at * m + i)] - ankle[3 * at];
    const z = points[3 * (at * m + i) + 2] - ankle[3 * at + 2];
    out[0] += share * (ankle[3 * at] + cos * x + sin * z);
    out[1] += share * (ankle[3 * at + 2] - sin * x + cos * z);
  }
}

/** Speed [m/s] per frame of the carrying points over the floor. */
export function slipSpeed(foot: FootTrace, heights: SoleHeights, frameTime: number): Float64Array {
  const frames = foot.ankle.length / 3;
  const speed = new Float64Array(frames);
  const [before, after] = [new Float64Array(2), new Float64Array(2)];
  for (let frame = 1; frame < frames; frame++) {
    carried(before, foot, heights, frame, frame - 1, 0);
    carried(after, foot, heights, frame, frame, 0);
    speed[frame] = Math.hypot(after[0] - before[0], after[1] - before[1]) / frameTime;
  }
  speed[0] = frames > 1 ? speed[1] : 0;
  return speed;
}

/** Minus the turn about the vertical that the foot makes while it lies flat, from the start of the run. */
function turnOver({ rotation }: FootTrace, { flat }: SoleHeights, { start, end }: Run): Float64Array {
  const turn = new Float64Array(end - start + 1);
  const step = new Float64Array(4);
  for (let k = 1; k < turn.length; k++) {
    const frame = start + k;
    // R(now) R(before)⁻¹, in world axes
    conjugateQuat(step, 0, rotation, 4 * (frame - 1));
    multiplyQuat(step, 0, rotation, 4 * frame, step, 0);
    logQuat(step, 0, step, 0);
    turn[k] = turn[k - 1] - flat[frame] * flat[frame - 1] * step[1];
  }
  return turn;
}

function centre(shift: Float64Array, channel: number): void {
  const count = shift.length / CHANNELS;
  let mean = 0;
  for (let k = 0; k < count; k++) mean += shift[CHANNELS * k + channel] / count;
  for (let k = 0; k < count; k++) shift[CHANNELS * k + channel] -= mean;
}

const rangeOf = (shift: Float64Array, channel: number): number =>
  spanOf(shift.filter((_, i) => i % CHANNELS === channel));

function spanOf(values: Float64Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return most - least;
}
