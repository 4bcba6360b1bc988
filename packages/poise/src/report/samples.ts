import type { BalanceReport } from '../balance/report.ts';

/** Frames to show: all of them, or for long clips one per block, the one with the smallest margin, so that no trouble is
 *  thinned out. */
export function framesToShow(report: BalanceReport, limit: number): Uint32Array {
  const block = Math.max(1, Math.ceil(report.frameCount / limit));
  const frames = new Uint32Array(Math.ceil(report.frameCount / block));
  for (let i = 0; i < frames.length; i++) {
    let chosen = i * block;
    const end = Math.min(chosen + block, report.frameCount);
    let least = Number.POSITIVE_INFINITY;
    for (let frame = i * block; frame < end; frame++) {
      if (report.margin[frame] < least) {
        least = report.margin[frame];
        chosen = frame;
      }
    }
    frames[i] = chosen;
  }
  return frames;
}
