/** World vectors of a report as the person sees them: forward, left, up. */
import type { BalanceReport } from 'poise';

export type Axis = 'forward' | 'left' | 'up';

/** Component of a horizontal vector along an axis of the heading frame; left is forward turned by 90° about up. */
function along({ forward }: BalanceReport, frame: number, axis: Axis, x: number, z: number): number {
  const fx = forward[2 * frame]!;
  const fz = forward[2 * frame + 1]!;
  return axis === 'forward' ? fx * x + fz * z : fz * x - fx * z;
}

/** One component of a frames × 3 vector in the heading frame, times `scale`. */
export function component(report: BalanceReport, rows: Float64Array, axis: Axis, scale: number): Float64Array {
  return Float64Array.from({ length: report.frameCount }, (_, f) => {
    if (axis === 'up') return scale * rows[3 * f + 1]!;
    return scale * along(report, f, axis, rows[3 * f]!, rows[3 * f + 2]!);
  });
}

const TRAVELS = 1.2; // [m] beyond this the person goes somewhere

/** Where positions are counted from, frames × 2 (x, z): the CoM itself where the person travels, else its mean. */
export function anchorOf(report: BalanceReport): { readonly travels: boolean; readonly points: Float64Array } {
  const { com, frameCount } = report;
  const points = new Float64Array(2 * frameCount);
  const extent = [0, 2].map((k) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let f = 0; f < frameCount; f++) {
      least = Math.min(least, com[3 * f + k]!);
      most = Math.max(most, com[3 * f + k]!);
    }
    return { size: most - least, middle: (most + least) / 2 };
  }) as [{ size: number; middle: number }, { size: number; middle: number }];
  const travels = Math.max(extent[0].size, extent[1].size) > TRAVELS;
  for (let f = 0; f < frameCount; f++) {
    points[2 * f] = travels ? com[3 * f]! : extent[0].middle;
    points[2 * f + 1] = travels ? com[3 * f + 2]! : extent[1].middle;
  }
  return { travels, points };
}

/** One horizontal coordinate of a frames × 3 point about the anchor, in the heading frame, times `scale`. */
export function coordinate(
  report: BalanceReport,
  rows: Float64Array,
  anchor: Float64Array,
  axis: 'forward' | 'left',
  scale: number,
): Float64Array {
  return Float64Array.from({ length: report.frameCount }, (_, f) => {
    const x = rows[3 * f]! - anchor[2 * f]!;
    const z = rows[3 * f + 2]! - anchor[2 * f + 1]!;
    return scale * along(report, f, axis, x, z);
  });
}

/** Least and greatest coordinate of each frame's support polygon; NaN where nothing supports. */
export function supportExtent(report: BalanceReport, anchor: Float64Array, axis: 'forward' | 'left', scale: number) {
  const low = new Float64Array(report.frameCount).fill(Number.NaN);
  const high = new Float64Array(report.frameCount).fill(Number.NaN);
  for (let f = 0; f < report.frameCount; f++) {
    for (let i = report.supportStart[f]!; i < report.supportStart[f + 1]!; i++) {
      const x = report.supportPoints[2 * i]! - anchor[2 * f]!;
      const z = report.supportPoints[2 * i + 1]! - anchor[2 * f + 1]!;
      const value = scale * along(report, f, axis, x, z);
      if (!(value >= low[f]!)) low[f] = value;
      if (!(value <= high[f]!)) high[f] = value;
    }
  }
  return { low, high };
}
