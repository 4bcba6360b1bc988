/**
 * Frames that a tracker lost and filled with what it had: a part of the body, or all of it, stands still for a while and then catches up within a frame; or it
 * lies in some other pose, the rest pose most of all, and is then back where it was. What stands still and goes on from there is a pause and stays.
 */
import { runsWhere } from '../balance/rules/rule.ts';
import type { Body } from '../body/body.ts';
import { median } from '../math/order-statistics.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount, quatIndex } from '../motion/skeleton.ts';
import { bodyJoints, bodyParts } from './body-joints.ts';
import { bridgePlace, bridgeTurn, turnBetween } from './bridge.ts';
import { MEND_PARAMETERS } from './parameters.ts';

const SAME = 1e-4; // [rad, m] two poses that differ by less are one: files round, and key points are solved anew
const CATCHES_UP = 0.6; // of the way that the part would have gone meanwhile, done within one frame
const BACK = 0.5; // of the smaller of two jumps: nearer to where it came from than this, the part is back

/** What is lost together. */
interface Part {
  readonly joints: readonly number[];
  readonly isWhole: boolean;
}

/** The good frames before and after what is lost. */
interface Gap {
  readonly a: number;
  readonly b: number;
}

/** Bridges lost frames of q, in place, and marks them in `hit`; how many stretches there were. */
export function bridgeFrozen(body: Body, { frameCount, frameTime, skeleton }: Clip, q: Float64Array, hit: Uint8Array) {
  const nq = coordinateCount(skeleton);
  const all = bodyJoints(body);
  const parts: Part[] = [
    { joints: all, isWhole: true },
    ...bodyParts(body).map(({ joints }) => ({ joints, isWhole: false })),
  ];
  let count = 0;
  for (const { joints, isWhole } of parts) {
    if (joints.length === 0) continue;
    const way = turnOf(q, nq, joints);
    for (const { a, b } of gapsOf(way, frameCount, frameTime)) {
      if (isWhole && standsStill(q, nq, a, b)) bridgePlace(q, nq, 0, a, b, frameCount);
      for (const joint of joints) bridgeTurn(q, nq, quatIndex(joint), a, b, frameCount);
      hit.fill(1, a + 1, b);
      count++;
    }
  }
  return count;
}

/** RMS turn [rad] of joints from one frame to another. */
function turnOf(q: Float64Array, nq: number, joints: readonly number[]): (i: number, j: number) => number {
  const turn = new Float64Array(4);
  return (i, j) => {
    let squares = 0;
    for (const joint of joints) {
      turnBetween(turn, q, i * nq + quatIndex(joint), j * nq + quatIndex(joint));
      squares += turn[0] ** 2 + turn[1] ** 2 + turn[2] ** 2;
    }
    return Math.sqrt(squares / joints.length);
  };
}

function gapsOf(way: (i: number, j: number) => number, frames: number, frameTime: number): readonly Gap[] {
  const { frozenTime, frozenTurn, jumpAbove, around } = MEND_PARAMETERS;
  const step = Float64Array.from({ length: frames }, (_, f) => (f === 0 ? 0 : way(f - 1, f)));
  const reach = Math.max(4, Math.round(around / frameTime));
  const runs = runsWhere(frames, (f) => f > 0 && step[f] < SAME);
  return runs.flatMap(({ start, end }): Gap[] => {
    const count = end - start + 1;
    const leave = end + 1 < frames ? step[end + 1] : 0;
    if (count * frameTime > frozenTime || start < 2 || leave < frozenTurn) return [];
    const beside = [step.subarray(Math.max(1, start - 1 - reach), start - 1), step.subarray(end + 2, end + 2 + reach)];
    const moving = beside.flatMap((steps) => Array.from(steps)).filter((size) => size >= SAME);
    if (moving.length === 0) return [];
    const usual = median(moving);
    const enter = step[start - 1];
    const leaps = Math.min(enter, leave) > Math.max(frozenTurn, jumpAbove * usual);
    if (leaps && way(start - 2, end + 1) < BACK * Math.min(enter, leave)) return [{ a: start - 2, b: end + 1 }];
    return leave > CATCHES_UP * (count + 1) * usual ? [{ a: start - 1, b: end + 1 }] : [];
  });
}

/** Does the root's place stand still, too? */
function standsStill(q: Float64Array, nq: number, a: number, b: number): boolean {
  for (let f = a + 2; f < b; f++) {
    for (let k = 0; k < 3; k++) if (Math.abs(q[f * nq + k] - q[(f - 1) * nq + k]) > SAME) return false;
  }
  return true;
}
