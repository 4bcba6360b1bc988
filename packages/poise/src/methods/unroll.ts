/** Loops: a clip with a part of the round before and of the round after, and the way back to one round. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { yawBetween } from '../gait/heading.ts';
import { ease } from '../math/ease.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, rotate3, slerpQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';

/** Where the next round of the loop is: turned about the vertical, then moved over the floor. */
interface Travel {
  readonly turn: Float64Array; // 4
  readonly shift: Float64Array; // 3
}

export interface Unrolled {
  readonly clip: Clip; // without extra tracks
  readonly first: number; // its frame that is frame 0 of the loop
  readonly period: number; // frames of one round
  /** One round of coordinates (frames × nq) made from those of the unrolled clip. Its two ends meet; frames that nobody changed
   *  are the loop's own, bit for bit. */
  readonly rollUp: (q: Float64Array) => Float64Array;
}

const SAME_POSE = 1e-4; // [rad] half-angle within which the last frame is the first pose again

/** `overlap` [s] is added on each side: long enough that what happens at its far ends is forgotten. */
export function unroll(body: Body, clip: Clip, overlap: number): Unrolled {
  const nq = coordinateCount(clip.skeleton);
  const closed = isClosed(clip, nq);
  const period = closed ? clip.frameCount - 1 : clip.frameCount;
  const travel = travelOf(body, clip, nq, closed);
  const back = inverse(travel);
  const extra = Math.min(period, Math.round(overlap / clip.frameTime));
  const long = new Float64Array((period + 2 * extra) * nq);
  for (let k = 0; k < period + 2 * extra; k++) {
    const row = long.subarray(k * nq, (k + 1) * nq);
    const frame = (k - extra + period) % period;
    row.set(clip.q.subarray(frame * nq, (frame + 1) * nq));
    if (k < extra) carry(row, back);
    if (k >= extra + period) carry(row, travel);
  }
  const rollUp = (q: Float64Array): Float64Array => {
    const out = clip.q.slice();
    for (let frame = 0; frame < period; frame++) {
      const here = (frame + extra) * nq;
      const next = here + period * nq;
      const row = q.slice(here, here + nq);
      const round = frame < extra ? q.slice(next, next + nq) : row;
      if (isSame(row, long, here) && (frame >= extra || isSame(round, long, next))) continue;
      if (frame < extra) {
        // the start of the next round, faded into this one
        carry(round, back);
        blend(row, round, ease(frame / extra));
      }
      out.set(row, frame * nq);
    }
    if (!closed || isSame(out.subarray(0, nq), clip.q, 0)) return out;
    const last = out.slice(0, nq);
    carry(last, travel);
    out.set(last, period * nq);
    return out;
  };
  return { clip: withCoordinates({ ...clip, extraTracks: [] }, long), first: extra, period, rollUp };
}

const isSame = (a: Float64Array, b: Float64Array, at: number): boolean => a.every((value, i) => value === b[at + i]);

/** a = from b (share 0) to a (share 1). */
function blend(a: Float64Array, b: Float64Array, share: number): void {
  for (let k = 0; k < 3; k++) a[k] = b[k] + share * (a[k] - b[k]);
  for (let i = 3; i < a.length; i += 4) slerpQuat(a, i, b, i, a, i, share);
}

/** Is the last frame the first pose again? */
function isClosed({ q, frameCount }: Clip, nq: number): boolean {
  const last = (frameCount - 1) * nq;
  for (let i = 7; i < nq; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += q[i + k] * q[last + i + k];
    if (Math.abs(dot) < 1 - SAME_POSE * SAME_POSE) return false;
  }
  return true;
}

/** From the first frame to the same moment one round later. Without a closing frame the heading is taken to come back, and
 *  the centre of mass, which moves more smoothly than any joint, tells the step over the seam. */
function travelOf(body: Body, { q, frameCount }: Clip, nq: number, closed: boolean): Travel {
  const last = (frameCount - 1) * nq;
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, closed ? yawBetween(q, 3, q, last + 3) : 0);
  const shift = new Float64Array(3);
  if (closed) {
    // turning about the vertical axis through the origin moves the first frame too
    const turned = new Float64Array(3);
    rotate3(turned, 0, turn, 0, q, 0);
    for (const c of [0, 2]) shift[c] = q[last + c] - turned[c];
    return { turn, shift };
  }
  const ws = createWorkspace(body);
  const com = [0, 1, 2, frameCount - 3, frameCount - 2, frameCount - 1].map((frame) => {
    forwardKinematics(body, ws, q, Math.max(0, Math.min(frameCount - 1, frame)) * nq);
    return ws.com.slice();
  });
  for (const c of [0, 2]) {
    const step = (k: number): number => com[k + 1][c] - com[k][c];
    // the cubic through two steps on each side of the seam
    shift[c] = com[5][c] - com[0][c] + (4 * (step(4) + step(0)) - step(3) - step(1)) / 6;
  }
  return { turn, shift };
}

function carry(row: Float64Array, { turn, shift }: Travel): void {
  if (turn[1] !== 0) {
    rotate3(row, 0, turn, 0, row, 0);
    multiplyQuat(row, 3, turn, 0, row, 3);
  }
  for (const c of [0, 2]) row[c] += shift[c];
}

function inverse({ turn, shift }: Travel): Travel {
  const back = new Float64Array(4);
  conjugateQuat(back, 0, turn, 0);
  const moved = new Float64Array(3);
  rotate3(moved, 0, back, 0, shift, 0);
  return { turn: back, shift: moved.map((value) => -value) };
}
