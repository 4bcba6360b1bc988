/** Does the whole clip stand too low? */
import { median, percentile } from '../../math/order-statistics.ts';
import { type BalanceReport, type FootReport, phaseAt } from '../report.ts';

/** Both feet are this deep in all but a tenth of the frames in which they stand [m], and deeper than the second in half of them. */
const NEARLY_ALWAYS = 0.02;
const USUALLY = 0.03;

/** How far below the floor the feet stand all through the clip [m]; 0 where they do not. */
export function sunkDepth(report: BalanceReport): number {
  const depths = report.feet.map((foot) => depthsWhileStanding(report, foot)).filter((depth) => depth.length > 0);
  if (depths.length === 0 || depths.some((depth) => percentile(depth, 0.1) < NEARLY_ALWAYS)) return 0;
  const usual = median(depths.flat());
  return usual > USUALLY ? usual : 0;
}

/** Feet of those who kneel or lie tell nothing: they point anywhere. */
function depthsWhileStanding(report: BalanceReport, { heel, ball, toe, clearance }: FootReport): number[] {
  const depths: number[] = [];
  for (let frame = 0; frame < clearance.length; frame++) {
    if (phaseAt(report, frame) !== 'other' && (heel[frame] || ball[frame] || toe[frame]))
      depths.push(-clearance[frame]);
  }
  return depths;
}
