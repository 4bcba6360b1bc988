/** What is asked of one foot: still where it stands, out of the floor where it swings. */
import type { BalanceReport } from '../../balance/report.ts';
import type { FootWish } from '../../ik/legs/leg-course.ts';
import { wantedClearance } from './clearance.ts';
import { insideShares, meetTargets, smoothCourse } from './course.ts';
import type { Easing } from './easing.ts';
import type { Contact, PlantOptions } from './options.ts';
import { CHANNELS, slipOf, slipSpeed } from './slips.ts';
import { soleHeights } from './sole-heights.ts';
import { floorUnder, type Run, standsOf } from './stands.ts';
import type { FootTrace } from './trace-feet.ts';

const AT_ENDS = 0.3; // of the share to which a foot is held where it lands or leaves

export interface FootCourse extends FootWish {
  readonly turn: Float64Array; // frames [rad] about the vertical, against the clip
  readonly contacts: readonly Contact[];
}

/** When a foot stands. */
export const standsOfFoot = (foot: FootTrace, side: 0 | 1, report: BalanceReport): readonly Run[] => {
  const heights = soleHeights(foot);
  return standsOf(report, side, heights, slipSpeed(foot, heights, report.frameTime));
};

/** `easing`: where it is held less. */
export function footCourse(
  foot: FootTrace,
  stands: readonly Run[],
  report: BalanceReport,
  { mostShift, mostTurn, clearance }: PlantOptions,
  { hold }: Easing,
): FootCourse {
  const { frameCount: frames, frameTime } = report;
  const heights = soleHeights(foot);
  const slips = stands.map((run) =>
    slipOf(foot, heights, run, floorUnder(report, foot.sole.side, heights, run), mostTurn),
  );
  const kept = slips.filter(({ slide, run }) => slide <= mostShift && holds(hold, run));
  const turns = kept.map(({ run, shift }) => ({
    start: run.start,
    values: shift.filter((_, i) => i % CHANNELS === CHANNELS - 1),
  }));
  const turn = smoothCourse(turns, frames, 1, frameTime);
  meetTargets(turn, turns, frames, 1, frameTime);
  const shift = new Float64Array(3 * frames);
  const share = insideShares(
    kept.map(({ run }) => run),
    frames,
    frameTime,
  ).map((inside, frame) => (inside > 0 ? Math.max(AT_ENDS, Math.sqrt(inside)) * hold[frame] : 0));
  for (const { run, shift: wanted } of kept) {
    const count = run.end - run.start + 1;
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) shift[3 * (run.start + k) + c] = wanted[CHANNELS * k + c];
    }
  }
  carryOver(
    shift,
    kept.map(({ run }) => run),
  );
  const clear = wantedClearance(foot, heights, stands, report, shift, clearance);
  const isPlane = report.ground.kind === 'plane';
  return {
    shift,
    share,
    least: clear.map((height, frame) => (isPlane ? height - heights.low[frame] : Number.NEGATIVE_INFINITY)),
    turn,
    contacts: slips.map((slip) => ({
      side: foot.sole.side,
      start: slip.run.start,
      end: slip.run.end,
      slide: slip.slide,
      planted: kept.includes(slip),
    })),
  };
}

/** Is a stand held for most of it? */
const holds = (hold: Float64Array, { start, end }: Run): boolean => {
  let sum = 0;
  for (let frame = start; frame <= end; frame++) sum += hold[frame];
  return sum > 0.5 * (end - start + 1);
};

/** A swing is moved from what the stand before asks for to what the one after asks for, so that it keeps its clearance and its length. */
function carryOver(shift: Float64Array, stands: readonly Run[]): void {
  const frames = shift.length / 3;
  for (let k = 0; k <= stands.length; k++) {
    const [from, to] = [stands[k - 1]?.end ?? -1, stands[k]?.start ?? frames];
    if (from < 0 && to === frames) return;
    for (let frame = from + 1; frame < to; frame++) {
      const share = from < 0 ? 1 : to === frames ? 0 : (frame - from) / (to - from);
      for (let c = 0; c < 3; c++) {
        const before = from < 0 ? 0 : shift[3 * from + c];
        const after = to === frames ? 0 : shift[3 * to + c];
        shift[3 * frame + c] = before + share * (after - before);
      }
    }
  }
}
