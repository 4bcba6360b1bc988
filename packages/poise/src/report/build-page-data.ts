import type { Finding } from '../balance/finding.ts';
import type { BalanceReport } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { type Clip, fileFrame } from '../motion/clip.ts';
import { buildFigure, buildFootprints } from './build-figure.ts';
import { buildSeries } from './build-series.ts';
import { base64, pack, packWhole } from './pack.ts';
import type { PageData } from './page-data.ts';
import { along, leftward, type Plan, planOf } from './plan.ts';
import { framesToShow } from './samples.ts';

/** Keep the page of a long clip near 1.5 MB. */
const MOST_SAMPLES = 6000;
const MOST_FIGURES = 1800;
const MOST_FOOTPRINTS = 400; // per foot
const FAR = 1; // [m]
const STRIP_RATIO = 2.5;

/** Everything the page's script draws. `findings` keep their order: the n-th button jumps to the n-th finding. */
export function buildPageData(body: Body, clip: Clip, report: BalanceReport, findings: readonly Finding[]): PageData {
  const plan = planOf(body, clip, report);
  const frames = framesToShow(report, MOST_SAMPLES);
  return {
    sampleCount: frames.length,
    frameTime: report.frameTime,
    leadingFrames: fileFrame(clip, 0),
    frames: packWhole(frames),
    series: buildSeries(report, plan, frames),
    phase: base64(Uint8Array.from(frames, (frame) => report.phase[frame])),
    contacts: base64(Uint8Array.from(frames, (frame) => contactBits(report, frame))),
    ...packPolygons(report, plan, frames),
    footprints: buildFootprints(body, clip, report, plan, MOST_FOOTPRINTS),
    figure: buildFigure(body, clip, plan, frames, MOST_FIGURES),
    findings: findings.map(({ severity, start, end, worst }) => ({
      severity,
      start: start * report.frameTime,
      end: end * report.frameTime,
      worst: worst * report.frameTime,
    })),
    height: report.height,
    travels: travels(report),
  };
}

/** Does the CoM cover so much ground that the width of a foot would not be seen on its scale? */
export const travels = (report: BalanceReport): boolean => Math.hypot(...pathExtents(report)) > FAR;

/** Does the path from above look like a strip: far in one direction, little across it? */
export function isStrip(report: BalanceReport): boolean {
  const [length, width] = pathExtents(report);
  return length > FAR && length > STRIP_RATIO * width;
}

/** How far the CoM spreads over the floor along its main direction and across it [m]. */
function pathExtents({ com, frameCount }: BalanceReport): readonly [number, number] {
  const [forwardX, forwardZ] = mainDirection(com, frameCount);
  const low = [0, 0];
  const high = [0, 0];
  for (let frame = 0; frame < frameCount; frame++) {
    const x = com[3 * frame] - com[0];
    const z = com[3 * frame + 2] - com[2];
    for (const [k, value] of [forwardX * x + forwardZ * z, forwardZ * x - forwardX * z].entries()) {
      low[k] = Math.min(low[k]!, value);
      high[k] = Math.max(high[k]!, value);
    }
  }
  return [high[0]! - low[0]!, high[1]! - low[1]!];
}

/** Unit direction (x, z) along which the path varies most: the larger axis of its covariance. */
function mainDirection(com: Float64Array, frameCount: number): readonly [number, number] {
  const sum = [0, 0, 0, 0, 0]; // x, z, xx, xz, zz
  for (let frame = 0; frame < frameCount; frame++) {
    const x = com[3 * frame] - com[0];
    const z = com[3 * frame + 2] - com[2];
    for (const [k, value] of [x, z, x * x, x * z, z * z].entries()) sum[k] = sum[k]! + value / frameCount;
  }
  const [x, z, xx, xz, zz] = sum as [number, number, number, number, number];
  const angle = 0.5 * Math.atan2(2 * (xz - x * z), xx - x * x - (zz - z * z));
  return [Math.cos(angle), Math.sin(angle)];
}

function contactBits(report: BalanceReport, frame: number): number {
  const [left, right] = report.feet;
  const parts = [left.heel, left.ball, left.toe, right.heel, right.ball, right.toe, report.judged];
  return parts.reduce((bits, part, i) => bits | (part[frame] ? 1 << i : 0), 0);
}

function packPolygons(
  report: BalanceReport,
  plan: Plan,
  frames: Uint32Array,
): Pick<PageData, 'polygonStart' | 'polygonForward' | 'polygonLeft'> {
  const starts = new Uint32Array(frames.length + 1);
  const forward: number[] = [];
  const left: number[] = [];
  for (const [i, frame] of frames.entries()) {
    for (let p = report.supportStart[frame]; p < report.supportStart[frame + 1]; p++) {
      const x = report.supportPoints[2 * p] - plan.x;
      const z = report.supportPoints[2 * p + 1] - plan.z;
      forward.push(along(plan, x, z));
      left.push(leftward(plan, x, z));
    }
    starts[i + 1] = forward.length;
  }
  return { polygonStart: packWhole(starts), polygonForward: pack(forward), polygonLeft: pack(left) };
}
