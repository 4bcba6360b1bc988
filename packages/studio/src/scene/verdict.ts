/** What the ZMP of a frame says, as the verdict has it. */
import type { BalanceReport } from 'poise';

export type ZmpVerdict = -1 | 0 | 1 | 2; // −1: there is no ZMP; 0 inside; 1 outside, but not held against the clip; 2 blamed

/** A ZMP farther from the person than this [m] is a number, not a place. */
const FARTHEST = 1.5;

/** @param blamed frames, 1 = in a finding about balance (state/blame.ts) */
export function zmpVerdict(report: BalanceReport, blamed: Uint8Array | undefined, frame: number): ZmpVerdict {
  const i = 3 * frame;
  const [x, z] = [report.zmp[i]!, report.zmp[i + 2]!];
  const away = Math.hypot(x - report.com[i]!, z - report.com[i + 2]!);
  if (!(away < FARTHEST)) return -1;
  if (report.margin[frame]! >= 0) return 0;
  return blamed?.[frame] === 1 ? 2 : 1;
}
