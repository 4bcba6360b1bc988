/** When each foot carries: the contacts of the analysis, without the moments in which the foot only comes down or leaves. */

import { type BalanceReport, SUPPORT_PHASES } from '../../balance/report.ts';
import { type Run, runsWhere } from '../../balance/rules/rule.ts';
import { percentile } from '../../math/order-statistics.ts';
import { SIDES, type Side } from '../../motion/roles.ts';
import type { SoleHeights } from './sole-heights.ts';

export type { Run };

const RISE = 0.012; // [m] above its usual level of this contact, a foot comes or goes
const HURRY = 0.2; // [m/s] faster than twice its usual slip, likewise
const COMING = 0.2; // [s] that coming or going takes at most: a foot that is off its level for longer drifts, and stands all the same
const SHORTEST = 0.05; // [s]
const LYING = 0.5; // of a contact with hands, knees or trunk on the ground too: such feet rest, they do not carry

/** Runs of frames in which the foot stands. `slip` [m/s] is how fast its carrying points move over the floor. */
export function standsOf(report: BalanceReport, side: 0 | 1, heights: SoleHeights, slip: Float64Array): Run[] {
  const { heel, ball, toe } = report.feet[side];
  const touches = (frame: number): boolean => heel[frame] + ball[frame] + toe[frame] > 0;
  const shortest = Math.max(3, Math.round(SHORTEST / report.frameTime));
  const other = SUPPORT_PHASES.indexOf('other');
  const lies = ({ start, end }: Run): boolean =>
    report.phase.subarray(start, end + 1).filter((phase) => phase === other).length > LYING * (end - start + 1);
  return runsWhere(report.frameCount, touches)
    .filter((run) => !lies(run))
    .map((run) => trimmed(run, heights.low, slip, Math.round(COMING / report.frameTime)))
    .filter(({ start, end }) => end - start + 1 >= shortest);
}

function trimmed({ start, end }: Run, low: Float64Array, slip: Float64Array, most: number): Run {
  const part = (values: Float64Array): number[] => Array.from(values.subarray(start, end + 1));
  const level = percentile(part(low), 0.2);
  const usual = percentile(part(slip), 0.5);
  const passes = (frame: number): boolean => low[frame] > level + RISE || slip[frame] > 2 * usual + HURRY;
  let [first, last] = [start, end];
  while (first < Math.min(last, start + most) && passes(first)) first++;
  while (last > Math.max(first, end - most) && passes(last)) last--;
  return { start: first, end: last };
}

/** The floor under one stand: that of the analysis, whose patches say how high it is on stairs and terrain. */
export function floorUnder(report: BalanceReport, side: Side, { low }: SoleHeights, { start, end }: Run): number {
  if (report.ground.kind === 'plane') return 0;
  const { clearance } = report.feet[SIDES.indexOf(side)];
  return percentile(
    Array.from(low.subarray(start, end + 1), (height, k) => height - clearance[start + k]),
    0.5,
  );
}
