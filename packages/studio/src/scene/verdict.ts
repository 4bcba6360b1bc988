/** What the margin of a frame says: inside, outside but within the error or not to be judged, outside. */
import type { BalanceReport } from 'poise';

export type ZmpVerdict = -1 | 0 | 1 | 2; // −1: there is no ZMP; 0 inside; 1 within the error, or not to be judged; 2 outside

/** A ZMP farther from the person than this [m] is a number, not a place. */
const FARTHEST = 1.5;

export function zmpVerdict(report: BalanceReport, frame: number): ZmpVerdict {
  const i = 3 * frame;
  const [x, z] = [report.zmp[i]!, report.zmp[i + 2]!];
  const away = Math.hypot(x - report.com[i]!, z - report.com[i + 2]!);
  if (!(away < FARTHEST)) return -1;
  const margin = report.margin[frame]!;
  if (margin >= 0) return 0;
  const certain = report.judged[frame] === 1 && margin < -report.marginDeviation[frame]!;
  return certain ? 2 : 1;
}
