/**
 * Contacts of a run to its take-offs. Captured toes spring up while they still push: by height and speed they have left the ground,
 * but a body that does not fall is carried. Poise's detector judges what is shown; a plan needs to know who carries.
 */
import type { BalanceReport, FootReport } from '../balance/report.ts';
import { GRAVITY } from '../dynamics/wrench.ts';

const CARRIED = 0.35; // of the weight: the report's accelerations are smoothed, and smear the end of a stance
const NEAR = 0.06; // [m] over the ground
const LONGEST = 0.12; // [s]

/** The report with toes down for as long after a stance as the body is carried and no other foot does it. Where nobody flies from
 *  one foot to the other, both are down for a while. */
export function loadedContacts(report: BalanceReport): BalanceReport {
  const feet = report.feet.map((foot) => ({ ...foot, heel: foot.heel.slice(), toe: foot.toe.slice() }));
  report.feet.forEach((foot, side) => {
    const other = report.feet[1 - side]!;
    for (let frame = 1; frame < report.frameCount; frame++) {
      if (!touches(foot, frame - 1) || touches(foot, frame)) continue;
      const last = Math.min(report.frameCount, frame + Math.round(LONGEST / report.frameTime));
      for (let k = frame; k < last && isCarried(report, foot, other, k); k++) feet[side]!.toe[k] = 1;
    }
  });
  for (const { from, start, end } of carriedGaps(report)) {
    for (let k = start; k < end; k++) {
      feet[from]!.toe[k] = 1;
      if (2 * k >= start + end) feet[1 - from]!.heel[k] = 1;
    }
  }
  const [left, right] = feet;
  return { ...report, feet: [left!, right!] };
}

/** Frames between a stance and the next one of the other foot in which nothing touches and the body is carried all the same. */
function carriedGaps(report: BalanceReport) {
  const gaps: { readonly from: number; readonly start: number; readonly end: number }[] = [];
  const sideOf = (frame: number): number => report.feet.findIndex((foot) => touches(foot, frame));
  for (let start = 1; start < report.frameCount; start++) {
    const from = sideOf(start - 1);
    if (from < 0 || sideOf(start) >= 0) continue;
    let end = start;
    let carried = true;
    for (; end < report.frameCount && sideOf(end) < 0; end++) carried &&= isLoaded(report, end);
    if (carried && end < report.frameCount && sideOf(end) !== from && end - start >= 2) gaps.push({ from, start, end });
  }
  return gaps;
}

export const touches = (foot: FootReport, frame: number): boolean =>
  foot.heel[frame] !== 0 || foot.ball[frame] !== 0 || foot.toe[frame] !== 0;

const isCarried = (report: BalanceReport, foot: FootReport, other: FootReport, frame: number): boolean =>
  !touches(foot, frame) && !touches(other, frame) && foot.clearance[frame] < NEAR && isLoaded(report, frame);

const isLoaded = ({ comAcceleration }: BalanceReport, frame: number): boolean =>
  comAcceleration[3 * frame + 1] > (CARRIED - 1) * GRAVITY;
