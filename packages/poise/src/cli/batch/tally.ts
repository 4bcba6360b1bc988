/** Counts of a run while it goes on. */
import { performance } from 'node:perf_hooks';
import { plural } from '../text.ts';
import type { ClipResult } from './clip-task.ts';
import { ROW_STATUSES, type RowStatus } from './row.ts';

export interface Tally {
  readonly counts: Record<RowStatus, number>;
  kept: number;
  unachieved: number;
}

export const createTally = (): Tally => ({
  counts: { done: 0, refused: 0, skipped: 0, failed: 0 },
  kept: 0,
  unachieved: 0,
});

export function addToTally(tally: Tally, { row, kept }: ClipResult): void {
  tally.counts[row.status]++;
  if (kept) tally.kept++;
  if (row.achieved === false) tally.unachieved++;
}

export const tallied = ({ counts }: Tally): number => ROW_STATUSES.reduce((sum, status) => sum + counts[status], 0);

/** Reads clocks when work begins; the function that it returns tells what has passed since [s]: on the wall, and of processors. */
export function startClocks(): () => { readonly elapsed: number; readonly busy: number } {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { elapsed: (performance.now() - began) / 1000, busy: (user + system) / 1e6 };
  };
}

/** "1000 files: 996 done, 2 refused, 24.2 per second with 2 threads, 12.3 per second and core". */
export function tallyLine(
  tally: Tally,
  { elapsed, busy }: ReturnType<ReturnType<typeof startClocks>>,
  threads: number,
): string {
  const { counts, kept, unachieved } = tally;
  const made = tallied(tally) - kept;
  const rate = (seconds: number): string => (made / Math.max(seconds, 1e-9)).toFixed(1);
  const parts = [
    `${counts.done} done`,
    ...(unachieved > 0 ? [`${unachieved} of them not as asked`] : []),
    ...(counts.refused > 0 ? [`${counts.refused} refused`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} without a person`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(kept > 0 ? [`${kept} kept from before`] : []),
    ...(made > 0
      ? [`${rate(elapsed)} per second with ${plural(threads, 'thread')}, ${rate(busy)} per second of processor time`]
      : []),
  ];
  return `${plural(tallied(tally), 'file')}: ${parts.join(', ')}`;
}
