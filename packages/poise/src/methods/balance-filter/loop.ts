/** Loops stay loops: the clip is rolled so that its seam lies where it is best in balance, and rolled back afterwards. */
import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { conjugateQuat, multiplyQuat, quatFromAxisAngle, rotate3 } from '../../math/quat.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';
import type { FilterOptions } from './options.ts';
import type { FilterReport } from './report.ts';

interface Result {
  readonly clip: Clip;
  readonly report: FilterReport;
}
type Filter = (body: Body, clip: Clip, options: FilterOptions) => Result;

/** Where the next round of the loop is: turned by `yaw` about the vertical, then moved. */
interface Travel {
  readonly turn: Float64Array; // 4
  readonly shift: Float64Array; // 3
}

/** Filters a loop. The last frame is one frame time before the first of the next round, or the same pose as that. */
export function withRolledLoop(body: Body, clip: Clip, options: FilterOptions, filter: Filter): Result {
  const nq = coordinateCount(clip.skeleton);
  const closed = isClosed(clip, nq);
  const period = closed ? clip.frameCount - 1 : clip.frameCount;
  const travel = travelOf(clip, nq, closed);
  const seam = bestSeam(body, clip, options, period);
  // one round from the seam to the seam, the last frame being the first of the next round
  const rolled = new Float64Array((period + 1) * nq);
  for (let k = 0; k <= period; k++) {
    const frame = seam + k;
    const row = rolled.subarray(k * nq, (k + 1) * nq);
    row.set(clip.q.subarray((frame % period) * nq, ((frame % period) + 1) * nq));
    if (frame >= period) carry(row, travel);
  }
  const { clip: filtered, report } = filter(body, withCoordinates({ ...clip, extraTracks: [] }, rolled), options);
  const q = clip.q.slice();
  const back = inverse(travel);
  for (let k = 0; k < period; k++) {
    const frame = (seam + k) % period;
    const row = filtered.q.slice(k * nq, (k + 1) * nq);
    if (same(row, rolled, k * nq)) continue;
    if (seam + k >= period) carry(row, back);
    q.set(row, frame * nq);
  }
  if (closed) {
    const last = q.slice(0, nq);
    if (!same(last, clip.q, 0)) {
      carry(last, travel);
      q.set(last, period * nq);
    }
  }
  return { clip: same(q, clip.q, 0) ? clip : withCoordinates(clip, q), report: unrolled(report, seam, period, clip) };
}

const same = (a: Float64Array, b: Float64Array, at: number): boolean => a.every((value, i) => value === b[at + i]);

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

/** From the first frame to the same moment one round later. Without a closing frame the last step is taken to be the mean of
 *  the steps before and after it; the height and the tilt come back. */
function travelOf({ q, frameCount }: Clip, nq: number, closed: boolean): Travel {
  const last = (frameCount - 1) * nq;
  const shift = new Float64Array(3);
  for (const c of [0, 2]) {
    const step = closed ? 0 : 0.5 * (q[nq + c] - q[c] + q[last + c] - q[last - nq + c]);
    shift[c] = q[last + c] - q[c] + step;
  }
  const yaw = closed ? yawBetween(q, 3, last + 3) : 0;
  const turn = new Float64Array(4);
  quatFromAxisAngle(turn, 0, 0, 1, 0, yaw);
  // turning about the vertical axis through the origin moves the first frame too
  const turned = new Float64Array(3);
  rotate3(turned, 0, turn, 0, q, 0);
  for (const c of [0, 2]) shift[c] += q[c] - turned[c];
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

/** The frame that is farthest inside over a quarter of a second around it. */
function bestSeam(body: Body, clip: Clip, options: FilterOptions, period: number): number {
  const { margin } = analyse(body, clip, options.analyse);
  const reach = Math.max(1, Math.round(0.125 / clip.frameTime));
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (let frame = 0; frame < period; frame++) {
    let least = Number.POSITIVE_INFINITY;
    for (let k = -reach; k <= reach; k++) {
      const d = margin[(frame + k + period) % period];
      least = Math.min(least, Number.isNaN(d) ? 0 : d);
    }
    if (least > most) [best, most] = [frame, least];
  }
  return best;
}

/** The report in frames of the clip. Windows may then end before they start: they pass the seam. */
function unrolled(report: FilterReport, seam: number, period: number, clip: Clip): FilterReport {
  const at = (frame: number): number => (frame < 0 ? frame : (frame + seam) % period);
  const rows = (values: Float64Array, width: number): Float64Array => {
    const out = new Float64Array(width * clip.frameCount);
    for (let k = 0; k < clip.frameCount; k++) {
      const from = ((k - seam + period) % period) * width;
      out.set(values.subarray(from, from + width), k * width);
    }
    return out;
  };
  return {
    ...report,
    residualFrame: at(report.residualFrame),
    windows: report.windows.map((window) => ({
      ...window,
      startFrame: at(window.startFrame),
      endFrame: at(window.endFrame),
      violationFrame: at(window.violationFrame),
      conflicts: window.conflicts.map((conflict) => ({ ...conflict, frame: at(conflict.frame) })),
    })),
    zmpBefore: rows(report.zmpBefore, 3),
    zmpAfter: rows(report.zmpAfter, 3),
    distanceBefore: rows(report.distanceBefore, 1),
    distanceAfter: rows(report.distanceAfter, 1),
  };
}
