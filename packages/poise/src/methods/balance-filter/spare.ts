/** A clip never comes back worse than it came: windows whose frames are judged worse than before are given up. */
import { analyse } from '../../balance/analyse.ts';
import { findPops, newPops } from '../../balance/pops.ts';
import type { BalanceReport } from '../../balance/report.ts';
import { withCoordinates } from '../../motion/clip.ts';
import { type Attempt, finished, type Task } from './attempt.ts';
import type { SolvedWindow } from './solve-windows.ts';
import { restored } from './solve-windows.ts';

const OUTSIDE = 0.01; // [m] that counts as outside, as in analyse
const FEW = 0.02; // of a window's frames
const STRAYED = 0.01; // [m] more that the body is from where it could be

export interface Spared {
  readonly attempt: Attempt;
  readonly after: BalanceReport; // of the frames that are returned
}

/** Judges the attempt's frames as `analyse` does any clip's, and takes back what got worse. What was asked for besides balance
 *  (ceilings, pins, bounds) has its price and is not taken back. */
export function spareWorse(task: Task, made: Attempt): Spared {
  const { options, before, clip, body } = task;
  if (!made.closed.changed.includes(1)) return { attempt: made, after: before };
  const { ground } = before;
  const judge = ({ closed }: Attempt): BalanceReport => {
    const { onProgress: _, ...settings } = options.analyse;
    return analyse(body, withCoordinates(clip, closed.q), {
      ...settings,
      inertia: options.inertia,
      softness: 'none',
      ground,
    });
  };
  const after = judge(made);
  if (options.ceilings.length + options.pins.length + options.bounds.length > 0) return { attempt: made, after };
  const twitches = popFrames(task, made);
  const worse = made.solved.windows.filter(
    ({ report }) =>
      !report.left &&
      (isWorse(before, after, report) ||
        twitches.some((frame) => frame >= report.startFrame - 1 && frame <= report.endFrame + 1)),
  );
  if (worse.length === 0) return { attempt: made, after };
  const windows = made.solved.windows.map((item): SolvedWindow => (worse.includes(item) ? givenUp(item) : item));
  const coefficients = worse.reduce(
    (rest, { window }) => restored(rest, made.demands, window),
    made.solved.coefficients,
  );
  // what is left is looked at again: with a neighbour gone, others may show
  return spareWorse(task, finished(task, made.demands, made.notes, { coefficients, windows }));
}

/** Frames of pops that a clip from a file did not have. */
function popFrames({ smooth, clip, body }: Task, { closed }: Attempt): number[] {
  if (!smooth) return [];
  const joints = Object.values(body.roles);
  const after = withCoordinates(clip, closed.q);
  return newPops(findPops(clip, joints), findPops(after, joints), clip.frameTime).map(({ start }) => start);
}

const givenUp = (item: SolvedWindow): SolvedWindow => ({
  ...item,
  report: { ...item.report, status: 'infeasible', left: true, objective: 0 },
});

function isWorse(
  before: BalanceReport,
  after: BalanceReport,
  { startFrame, endFrame }: SolvedWindow['report'],
): boolean {
  const frames = Array.from({ length: endFrame - startFrame + 1 }, (_, k) => startFrame + k);
  const out = ({ judged, margin }: BalanceReport): number =>
    frames.filter((frame) => judged[frame] === 1 && margin[frame] < -OUTSIDE).length;
  const strayed = ({ imbalance }: BalanceReport): number =>
    frames.reduce((most, f) => Math.max(most, Math.hypot(imbalance[3 * f], imbalance[3 * f + 2])), 0);
  return out(after) > out(before) + FEW * frames.length || strayed(after) > strayed(before) + STRAYED;
}
