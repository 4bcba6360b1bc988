/** Loops stay loops: the clip is unrolled beyond both ends, filtered, and what was done at the two ends faded into one. */
import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { unroll } from '../../gait/loop.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import type { FilterOptions } from './options.ts';
import type { FilterReport } from './report.ts';

interface Result {
  readonly clip: Clip;
  readonly report: FilterReport;
}
type Filter = (body: Body, clip: Clip, options: FilterOptions) => Result;

const OVERLAP = 1; // [s] beyond each end: what happens there is forgotten sooner

/** Filters a loop. The last frame is one frame time before the first of the next round, or the same pose as that. */
export function withUnrolledLoop(body: Body, clip: Clip, options: FilterOptions, filter: Filter): Result {
  const unrolled = unroll(body, clip, OVERLAP);
  const { clip: done, report } = filter(body, unrolled.clip, options);
  const q = unrolled.rollUp(done.q);
  const unchanged = q.every((value, i) => value === clip.q[i]);
  const result = unchanged ? clip : withCoordinates(clip, q);
  const judge = (judged: Clip) =>
    analyse(body, judged, { ...options.analyse, inertia: options.inertia, softness: 'none' });
  const before = judge(clip);
  const after = unchanged ? before : judge(result);
  return { clip: result, report: { ...rolledUp(report, unrolled.first, unrolled.period, clip), before, after } };
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
