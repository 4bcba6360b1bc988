/** Other timings of a step, for a body on which the usual one fails a check. */
import type { StepTiming } from './request.ts';

const LIFT = [0, -0.02, 0.02, 0.04]; // [s]
const SWING = [0, -0.03, 0.03, -0.06]; // [s]
const LATER = [0, 0.04, -0.04]; // [s]
const SINK = [1, 0.75, 1.3];

/** Changes of lift-off, swings and depth, the smaller the earlier; the first changes nothing. */
export function timingChanges(steps: StepTiming): Partial<StepTiming>[] {
  const found: { change: Partial<StepTiming>; size: number }[] = [];
  for (const lift of LIFT) {
    for (const swing of SWING) {
      for (const sink of SINK) {
        for (const later of steps.count > 1 ? LATER : [0]) {
          const change: Partial<StepTiming> = {
            ...(lift !== 0 && { lift: round(steps.lift + lift) }),
            ...(swing !== 0 && { swing: round(steps.swing + swing) }),
            ...(later !== 0 && { later: round(steps.later + later) }),
            ...(sink !== 1 && { sink }),
          };
          const size = Math.abs(lift) / 0.02 + Math.abs(swing) / 0.03 + Math.abs(later) / 0.04 + Math.abs(sink - 1) * 3;
          found.push({ change, size });
        }
      }
    }
  }
  return found.sort((a, b) => a.size - b.size).map(({ change }) => change);
}

const round = (value: number): number => Math.round(1000 * value) / 1000;
