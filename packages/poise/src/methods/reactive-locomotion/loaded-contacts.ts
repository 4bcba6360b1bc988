/**
 * Contacts of a run to its take-offs. Captured toes spring up while they still push: by height and speed they have left the ground,
 * but a body that does not fall is carried. Poise's detector judges what is shown; a plan needs to know who carries.
 */
import type { BalanceReport, FootReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';

const CARRIED = 0.35; // of the weight: the report's accelerations are smoothed, and smear the end of a stance
const NEAR = 0.06; // [m] over the ground
const LONGEST = 0.12; // [s]

/** The report with toes down for as long after a stance as the body is carried and no other foot does it. */
export function loadedContacts(report: BalanceReport): BalanceReport {
  const toes = report.feet.map(({ toe }) => toe.slice()) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  report.feet.forEach((foot, side) => {
    const other = report.feet[1 - side]!;
    for (let frame = 1; frame < report.frameCount; frame++) {
      if (!touches(foot, frame - 1) || touches(foot, frame)) continue;
      const last = Math.min(report.frameCount, frame + Math.round(LONGEST / report.frameTime));
      for (let k = frame; k < last && isCarried(report, foot, other, k); k++) toes[side]![k] = 1;
    }
  });
  const [left, right] = report.feet;
  return {
    ...report,
    feet: [
      { ...left, toe: toes[0] },
      { ...right, toe: toes[1] },
    ],
  };
}

export const touches = (foot: FootReport, frame: number): boolean =>
  foot.heel[frame] !== 0 || foot.ball[frame] !== 0 || foot.toe[frame] !== 0;

const isCarried = (report: BalanceReport, foot: FootReport, other: FootReport, frame: number): boolean =>
  !touches(foot, frame) &&
  !touches(other, frame) &&
  foot.clearance[frame] < NEAR &&
  report.comAcceleration[3 * frame + 1] > (CARRIED - 1) * GRAVITY;
