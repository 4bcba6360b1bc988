/** The plotted quantities in plan axes. */
import type { BalanceReport } from '../balance/report.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { pack } from './pack.ts';
import { type Packed, SERIES, type SeriesName } from './page-data.ts';
import { along, leftward, type Plan } from './plan.ts';

type SampleOf = (frame: number) => number;

/** Extents of a frame's support polygon: back, front, right, left; NaN in flight. */
function supportExtents(
  report: BalanceReport,
  plan: Plan,
): Readonly<Record<'back' | 'front' | 'right' | 'left', Float64Array>> {
  const extents = {
    back: new Float64Array(report.frameCount).fill(Number.NaN),
    front: new Float64Array(report.frameCount).fill(Number.NaN),
    right: new Float64Array(report.frameCount).fill(Number.NaN),
    left: new Float64Array(report.frameCount).fill(Number.NaN),
  };
  for (let frame = 0; frame < report.frameCount; frame++) {
    for (let i = report.supportStart[frame]; i < report.supportStart[frame + 1]; i++) {
      const x = report.supportPoints[2 * i] - plan.x;
      const z = report.supportPoints[2 * i + 1] - plan.z;
      const first = i === report.supportStart[frame];
      const f = along(plan, x, z);
      const l = leftward(plan, x, z);
      extents.back[frame] = first ? f : Math.min(extents.back[frame], f);
      extents.front[frame] = first ? f : Math.max(extents.front[frame], f);
      extents.right[frame] = first ? l : Math.min(extents.right[frame], l);
      extents.left[frame] = first ? l : Math.max(extents.left[frame], l);
    }
  }
  return extents;
}

export function buildSeries(report: BalanceReport, plan: Plan, frames: Uint32Array): Record<SeriesName, Packed> {
  const weight = report.mass * GRAVITY;
  const support = supportExtents(report, plan);
  const forwardOf =
    (values: Float64Array, originX = 0, originZ = 0, scale = 1): SampleOf =>
    (frame) =>
      scale * along(plan, values[3 * frame] - originX, values[3 * frame + 2] - originZ);
  const leftOf =
    (values: Float64Array, originX = 0, originZ = 0, scale = 1): SampleOf =>
    (frame) =>
      scale * leftward(plan, values[3 * frame] - originX, values[3 * frame + 2] - originZ);
  const upOf =
    (values: Float64Array, scale = 1): SampleOf =>
    (frame) =>
      scale * values[3 * frame + 1];
  const of: Record<SeriesName, SampleOf> = {
    comForward: forwardOf(report.com, plan.x, plan.z),
    comLeft: leftOf(report.com, plan.x, plan.z),
    comHeight: upOf(report.com),
    zmpForward: forwardOf(report.zmp, plan.x, plan.z),
    zmpLeft: leftOf(report.zmp, plan.x, plan.z),
    supportBack: (frame) => support.back[frame],
    supportFront: (frame) => support.front[frame],
    supportRight: (frame) => support.right[frame],
    supportLeft: (frame) => support.left[frame],
    margin: (frame) => report.margin[frame],
    deviation: (frame) => report.marginDeviation[frame],
    momentumForward: forwardOf(report.linearMomentum),
    momentumLeft: leftOf(report.linearMomentum),
    momentumUp: upOf(report.linearMomentum),
    spinForward: forwardOf(report.angularMomentum),
    spinLeft: leftOf(report.angularMomentum),
    spinUp: upOf(report.angularMomentum),
    forceForward: forwardOf(report.grf, 0, 0, 1 / weight),
    forceLeft: leftOf(report.grf, 0, 0, 1 / weight),
    forceUp: upOf(report.grf, 1 / weight),
    imbalance: (frame) => Math.hypot(report.imbalance[3 * frame], report.imbalance[3 * frame + 2]),
    unsupported: (frame) => report.unsupported[frame],
  };
  const packed = SERIES.map((name) => [name, pack(Float64Array.from(frames, of[name]))] as const);
  return Object.fromEntries(packed) as Record<SeriesName, Packed>;
}
