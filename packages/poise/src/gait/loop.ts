/** Loops: a clip with a part of the round before and of the round after, and the way back to one round. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import { ease } from '../math/ease.ts';
import { slerpQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { moveBetween, movePose, type Placement, undone } from './placement.ts';

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
  const back = undone(travel);
  const extra = Math.min(period, Math.round(overlap / clip.frameTime));
  const long = new Float64Array((period + 2 * extra) * nq);
  for (let k = 0; k < period + 2 * extra; k++) {
    const row = long.subarray(k * nq, (k + 1) * nq);
    const frame = (k - extra + period) % period;
    row.set(clip.q.subarray(frame * nq, (frame + 1) * nq));
    if (k < extra) movePose(back, row);
    if (k >= extra + period) movePose(travel, row);
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
        movePose(back, round);
        blend(row, round, ease(frame / extra));
      }
      out.set(row, frame * nq);
    }
    if (!closed || isSame(out.subarray(0, nq), clip.q, 0)) return out;
    const last = out.slice(0, nq);
    movePose(travel, last);
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
function travelOf(body: Body, { q, frameCount }: Clip, nq: number, closed: boolean): Placement {
  const last = (frameCount - 1) * nq;
  if (closed) return moveBetween(q, q, 0, last);
  const ws = createWorkspace(body);
  const com = [0, 1, 2, frameCount - 3, frameCount - 2, frameCount - 1].map((frame) => {
    forwardKinematics(body, ws, q, Math.max(0, Math.min(frameCount - 1, frame)) * nq);
    return ws.com.slice();
  });
  const along = (c: 0 | 2): number => {
    const step = (k: number): number => com[k + 1][c] - com[k][c];
    // the cubic through two steps on each side of the seam
    return com[5][c] - com[0][c] + (4 * (step(4) + step(0)) - step(3) - step(1)) / 6;
  };
  return { yaw: 0, x: along(0), z: along(2) };
}
