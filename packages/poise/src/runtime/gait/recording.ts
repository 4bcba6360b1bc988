/** Poses as they are shown, kept for some seconds: has the same come twice in a row, it is a gait. */

import type { Body } from '../../body/body.ts';
import { yawBetween } from '../../gait/heading.ts';
import { wrapAngle } from '../../math/angle.ts';
import { slerpQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import { closeCycle } from './cycle.ts';
import { legJoints, legsApart } from './phase.ts';
import { coarsen } from './small-poses.ts';

/** Plain data. */
export interface Recording {
  count: number; // frames kept
  late: number; // [s] since the last of them
  readonly rows: Float64Array; // frames × nq, evenly spaced
  readonly last: Float64Array; // nq, the pose fed last
}

const RATE = 30; // [1/s]
const LONGEST = 1.7; // [s] of a round
const SHORTEST = 0.45; // [s]
const ROOM = Math.ceil(2 * LONGEST * RATE) + 30;
const DROPPED = 30; // frames at a time
const SAME = 0.1 ** 2; // [rad²] rounds are the same within this
const GOOD = 0.06 ** 2; // [rad²] with what a parabola between frames leaves
const STRAIGHT = 0.35; // [rad] a round may turn by
const STRIDE = 3; // frames; every so many are compared

export const createRecording = (body: Body): Recording => {
  const nq = coordinateCount(body.skeleton);
  return { count: 0, late: 0, rows: new Float64Array(ROOM * nq), last: new Float64Array(nq) };
};

/** Forgets what was shown: what comes next does not follow from it. */
export function clearRecording(recording: Recording): void {
  recording.count = 0;
  recording.late = 0;
}

/** The pose shown dt after the one before. */
export function feedRecording(recording: Recording, body: Body, pose: Float64Array, dt: number): void {
  const { rows, last } = recording;
  const nq = pose.length;
  const step = 1 / RATE;
  if (recording.count === 0 || dt > 0.25) {
    recording.count = 1;
    recording.late = 0;
    rows.set(pose);
    coarsen(rows.subarray(0, nq), nq);
    last.set(rows.subarray(0, nq));
    return;
  }
  let late = recording.late + dt;
  while (late >= step - 1e-9) {
    late -= step;
    if (recording.count === ROOM) {
      rows.copyWithin(0, DROPPED * nq);
      recording.count -= DROPPED;
    }
    // `late` before now, between the last pose and this one
    const u = dt > 0 ? Math.max(0, Math.min(1, 1 - late / dt)) : 1;
    const o = recording.count * nq;
    for (let c = 0; c < 3; c++) rows[o + c] = last[c] + u * (pose[c] - last[c]);
    for (let joint = 0; joint < jointCount(body.skeleton); joint++) {
      const i = quatIndex(joint);
      slerpQuat(rows, o + i, last, i, pose, i, u);
    }
    coarsen(rows.subarray(o, o + nq), nq);
    recording.count++;
  }
  recording.late = Math.max(0, late);
  last.set(pose);
  coarsen(last, nq);
}

/** The round that was shown last, if the one before was the same; undefined: it does not walk, or not evenly. */
export function findCycle(recording: Recording, body: Body): Clip | undefined {
  const { rows, count } = recording;
  const nq = recording.last.length;
  const joints = legJoints(body);
  if (joints.length < 4) return undefined;
  const most = Math.min(Math.floor(LONGEST * RATE), (count - 3) >> 1); // one more must fit in
  const first = Math.ceil(SHORTEST * RATE);
  const apart = new Float64Array(most + 2).fill(Infinity);
  for (let k = first; k <= most; k++) apart[k] = roundsApart(rows, nq, count, k, joints);
  let [lag, period, least] = [0, 0, SAME];
  // at the edges of what is known the next lag may be better
  for (let k = first + 1; k < most; k++) {
    const [before, here, after] = [apart[k - 1], apart[k], apart[k + 1]];
    if (!(before < Infinity && after < Infinity && here <= before && here <= after)) continue;
    // between frames: the parabola through the neighbours
    const bend = before - 2 * here + after;
    const cost = bend > 0 ? Math.max(0, here - (before - after) ** 2 / (8 * bend)) : here;
    // two rounds are the same again: a longer lag must be clearly better than one that is good already
    const better = lag > 0 && k > lag + 2 ? least > GOOD && cost < 0.5 * least : cost < least;
    if (!better) continue;
    [lag, least] = [k, cost];
    period = k + (bend > 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0);
  }
  if (lag === 0 || isAtRest(rows, nq, count, lag, joints)) return undefined;
  return cycleOf(rows, nq, count, period, lag, body);
}

/** [rad²] mean over the round that ends now: how far it is from the one before. */
function roundsApart(rows: Float64Array, nq: number, count: number, lag: number, joints: readonly number[]): number {
  if (2 * lag > count - 1) return Infinity;
  let [sum, n] = [0, 0];
  for (let k = count - 1; k > count - 1 - lag; k -= STRIDE) {
    sum += legsApart(joints, rows, k * nq, rows, (k - lag) * nq);
    n++;
  }
  return sum / n;
}

/** Someone who stands is the same after any time: in a gait half a round makes a difference. */
function isAtRest(rows: Float64Array, nq: number, count: number, lag: number, joints: readonly number[]): boolean {
  return roundsApart(rows, nq, count, lag >> 1, joints) < 4 * SAME;
}

/** The last `period` frames, as `frames` even ones; undefined: it bends too much. */
function cycleOf(
  rows: Float64Array,
  nq: number,
  count: number,
  period: number,
  frames: number,
  body: Body,
): Clip | undefined {
  const out = new Float64Array((frames + 1) * nq);
  const start = count - 1 - period;
  for (let k = 0; k <= frames; k++) {
    const place = start + (k * period) / frames;
    const frame = Math.max(0, Math.min(count - 2, Math.floor(place)));
    const [u, a, o] = [place - frame, frame * nq, k * nq];
    for (let c = 0; c < 3; c++) out[o + c] = rows[a + c] + u * (rows[a + nq + c] - rows[a + c]);
    for (let i = 3; i < nq; i += 4) slerpQuat(out, o + i, rows, a + i, rows, a + nq + i, u);
  }
  const last = frames * nq;
  const seconds = period / RATE;
  if (Math.abs(wrapAngle(yawBetween(out, 3, out, last + 3))) > STRAIGHT) return undefined;
  return closeCycle(body, out, seconds / frames);
}
