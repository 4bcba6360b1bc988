/** Loops stay loops: the clip is unrolled beyond both ends, filtered, and what was done at the two ends faded into one. */
import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, rotate3, slerpQuat } from '../../math/quat.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { FilterOptions } from './options.ts';
import type { FilterReport } from './report.ts';

interface Result {
  readonly clip: Clip;
  readonly report: FilterReport;
}
type Filter = (body: Body, clip: Clip, options: FilterOptions) => Result;

/** Where the next round of the loop is: turned about the vertical, then moved. */
interface Travel {
  readonly turn: Float64Array; // 4
  readonly shift: Float64Array; // 3
}

const OVERLAP = 1; // [s] beyond each end: what happens there is forgotten sooner

/** Filters a loop. The last frame is one frame time before the first of the next round, or the same pose as that. */
export function withUnrolledLoop(body: Body, clip: Clip, options: FilterOptions, filter: Filter): Result {
  const nq = coordinateCount(clip.skeleton);
  const closed = isClosed(clip, nq);
  const period = closed ? clip.frameCount - 1 : clip.frameCount;
  const travel = travelOf(body, clip, nq, closed);
  const back = inverse(travel);
  const overlap = Math.min(period, Math.round(OVERLAP / clip.frameTime));
  const unrolled = new Float64Array((period + 2 * overlap) * nq);
  for (let k = 0; k < period + 2 * overlap; k++) {
    const row = unrolled.subarray(k * nq, (k + 1) * nq);
    const frame = (k - overlap + period) % period;
    row.set(clip.q.subarray(frame * nq, (frame + 1) * nq));
    if (k < overlap) carry(row, back);
    if (k >= overlap + period) carry(row, travel);
  }
  const { clip: done, report } = filter(body, withCoordinates({ ...clip, extraTracks: [] }, unrolled), options);
  const q = clip.q.slice();
  for (let frame = 0; frame < period; frame++) {
    const here = (frame + overlap) * nq;
    const next = here + period * nq;
    const row = done.q.slice(here, here + nq);
    const round = frame < overlap ? done.q.slice(next, next + nq) : row;
    if (same(row, unrolled, here) && (frame >= overlap || same(round, unrolled, next))) continue;
    if (frame < overlap) {
      carry(round, back);
      blend(row, round, ease(frame / overlap));
    }
    q.set(row, frame * nq);
  }
  if (closed && !same(q.subarray(0, nq), clip.q, 0)) {
    const last = q.slice(0, nq);
    carry(last, travel);
    q.set(last, period * nq);
  }
  const unchanged = same(q, clip.q, 0);
  const result = unchanged ? clip : withCoordinates(clip, q);
  const judge = (judged: Clip) => analyse(body, judged, { ...options.analyse, inertia: options.inertia });
  const before = judge(clip);
  const after = unchanged ? before : judge(result);
  return { clip: result, report: { ...rolledUp(report, overlap, period, clip), before, after } };
}

const ease = (u: number): number => u * u * u * (10 + u * (6 * u - 15));

const same = (a: Float64Array, b: Float64Array, at: number): boolean => a.every((value, i) => value === b[at + i]);

/** a = from b (share 0) to a (share 1). */
function blend(a: Float64Array, b: Float64Array, share: number): void {
  for (let k = 0; k < 3; k++) a[k] = b[k] + share * (a[k] - b[k]);
  for (let i = 3; i < a.length; i += 4) slerpQuat(a, i, b, i, a, i, share);
}

const CLOSED = 1e-4;

/** Is the last frame the first pose again? */
function isClosed({ q, frameCount }: Clip, nq: number): boolean {
  const last = (frameCount - 1) * nq;
  for (let i = 7; i < nq; i += 4) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += q[i + k] * q[last + i + k];
    if (Math.abs(dot) < 1 - CLOSED * CLOSED) return false;
  }
  return true;
}

/** From the first frame to the same moment one round later. Without a closing frame the heading is taken to come back, and
 *  the centre of mass, which moves more smoothly than any joint, tells the step over the seam. */
function travelOf(body: Body, { q, frameCount }: Clip, nq: number, closed: boolean): Travel {
  const last = (frameCount - 1) * nq;
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, closed ? yawBetween(q, 3, last + 3) : 0);
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
    forwardKinematics(body, ws, q, frame * nq);
    return ws.com.slice();
  });
  for (const c of [0, 2]) {
    const step = (k: number): number => com[k + 1][c] - com[k][c];
    // the cubic through two steps on each side of the seam
    shift[c] = com[5][c] - com[0][c] + (4 * (step(4) + step(0)) - step(3) - step(1)) / 6;
  }
  return { turn, shift };
}

/** Turn about the vertical from one rotation to another [rad]. */
function yawBetween(q: Float64Array, a: number, b: number): number {
  const back = new Float64Array(4);
  conjugateQuat(back, 0, q, a);
  multiplyQuat(back, 0, q, b, back, 0);
  return 2 * Math.atan2(back[1], back[3]);
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

/** The report in frames of the clip. A window may end before it starts: it passes the seam. */
function rolledUp(report: FilterReport, overlap: number, period: number, clip: Clip): FilterReport {
  const at = (frame: number): number => (frame < 0 ? frame : (frame - overlap + 2 * period) % period);
  const rows = (values: Float64Array, width: number): Float64Array => {
    const out = new Float64Array(width * clip.frameCount);
    for (let k = 0; k < clip.frameCount; k++) {
      const from = (overlap + (k % period)) * width;
      out.set(values.subarray(from, from + width), k * width);
    }
    return out;
  };
  const inside = report.windows.filter((w) => w.endFrame >= overlap && w.startFrame < overlap + period);
  return {
    ...report,
    residualFrame: at(report.residualFrame),
    windows: inside.map((window) => ({
      ...window,
      startFrame: window.endFrame - window.startFrame >= period ? 0 : at(window.startFrame),
      endFrame: window.endFrame - window.startFrame >= period ? clip.frameCount - 1 : at(window.endFrame),
      violationFrame: at(window.violationFrame),
      conflicts: window.conflicts.map((conflict) => ({ ...conflict, frame: at(conflict.frame) })),
    })),
    zmpBefore: rows(report.zmpBefore, 3),
    zmpAfter: rows(report.zmpAfter, 3),
    distanceBefore: rows(report.distanceBefore, 1),
    distanceAfter: rows(report.distanceAfter, 1),
  };
}
