/** How high a foot that swings has to pass over the floor. */
import { type BalanceReport, SUPPORT_PHASES } from '../../balance/report.ts';
import { ease } from '../../math/ease.ts';
import type { SoleHeights } from './sole-heights.ts';
import type { Run } from './stands.ts';
import type { FootTrace } from './trace-feet.ts';

const APPROACH = 0.1; // [m] over the floor from a stand to where the foot is clear of it: heels of walkers come down on such a slope

/** Height [m] per frame that the lowest point of the sole has at least: 0 in stands and where the body lies, `clearance` where what is lowest is far
 *  from where it stood and where it will stand. `shift` [m]: frames × 3 that the foot will be moved by. */
export function wantedClearance(
  { points, sole }: FootTrace,
  { shares }: SoleHeights,
  stands: readonly Run[],
  { phase, frameCount }: BalanceReport,
  shift: Float64Array,
  clearance: number,
): Float64Array {
  const wanted = new Float64Array(frameCount);
  if (clearance === 0 || stands.length === 0) return wanted;
  const m = sole.parts.length;
  const other = SUPPORT_PHASES.indexOf('other');
  /** Way over the floor of the points that are lowest at `frame` to where they are at `stand`. */
  const way = (frame: number, stand: number): number => {
    let sum = 0;
    for (let i = 0; i < m; i++) {
      const [a, b] = [3 * (frame * m + i), 3 * (stand * m + i)];
      const x = points[a] + shift[3 * frame] - points[b] - shift[3 * stand];
      const z = points[a + 2] + shift[3 * frame + 2] - points[b + 2] - shift[3 * stand + 2];
      sum += shares[frame * m + i] * Math.hypot(x, z);
    }
    return sum;
  };
  for (let k = 0; k <= stands.length; k++) {
    const [from, to] = [stands[k - 1]?.end ?? -1, stands[k]?.start ?? frameCount];
    for (let frame = from + 1; frame < to; frame++) {
      if (phase[frame] === other) continue;
      const away = Math.min(from < 0 ? Infinity : way(frame, from), to === frameCount ? Infinity : way(frame, to));
      wanted[frame] = clearance * ease(away / APPROACH);
    }
  }
  return wanted;
}
