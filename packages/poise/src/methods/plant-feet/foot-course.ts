/** Where one foot goes: still where it stands, as in the clip where it swings, never below the floor. */
import type { BalanceReport } from '../../balance/report.ts';
import { envelope } from '../../math/envelope.ts';
import { insideShare, meetTargets, smoothCourse } from './course.ts';
import type { Contact, PlantOptions } from './options.ts';
import type { FootPlaces } from './place.ts';
import { CHANNELS, type Slip, slipOf, slipSpeed } from './slips.ts';
import { type SoleHeights, soleHeights } from './sole-heights.ts';
import { floorUnder, standsOf } from './stands.ts';
import type { FootTrace } from './trace-feet.ts';

const AROUND = 0.05; // [s] half-width of the means that lift a swinging foot out of the floor

export interface FootCourse extends FootPlaces {
  readonly contacts: readonly Contact[];
  readonly lifts: readonly { readonly start: number; readonly values: Float64Array }[]; // [m] asked for by stands, upwards
}

export function footCourse(
  foot: FootTrace,
  side: 0 | 1,
  report: BalanceReport,
  { mostShift, mostTurn }: PlantOptions,
): FootCourse {
  const { frameCount: frames, frameTime } = report;
  const heights = soleHeights(foot);
  const stands = standsOf(report, side, heights, slipSpeed(foot, heights, frameTime));
  const slips = stands.map((run) => slipOf(foot, heights, run, floorUnder(report, heights, run), mostTurn));
  const kept = slips.filter(({ slide }) => slide <= mostShift);
  const wanted = kept.map(({ run, shift }) => ({ start: run.start, values: shift }));
  const course = smoothCourse(wanted, frames, CHANNELS, frameTime);
  meetTargets(course, wanted, frames, CHANNELS, frameTime);
  if (report.ground.kind === 'plane') liftSwing(course, heights, kept, frames, frameTime);
  const ankle = foot.ankle.slice();
  const turn = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    for (let c = 0; c < 3; c++) ankle[3 * frame + c] += course[CHANNELS * frame + c];
    turn[frame] = course[CHANNELS * frame + 3];
  }
  return {
    ankle,
    turn,
    contacts: slips.map((slip) => ({
      side: foot.sole.side,
      start: slip.run.start,
      end: slip.run.end,
      slide: slip.slide,
      planted: kept.includes(slip),
    })),
    lifts: wanted.map(({ start, values }) => ({ start, values: values.filter((_, i) => i % CHANNELS === 1) })),
  };
}

/** Raises the foot where it would be in the floor outside its stands. */
function liftSwing(
  course: Float64Array,
  { low }: SoleHeights,
  stands: readonly Slip[],
  frames: number,
  frameTime: number,
): void {
  const free = new Float64Array(frames).fill(1);
  for (const { run } of stands) {
    const count = run.end - run.start + 1;
    for (let k = 0; k < count; k++) free[run.start + k] = 1 - insideShare(k, count, run.start, frames, frameTime);
  }
  const depth = low.map((height, frame) => Math.max(0, -height - course[CHANNELS * frame + 1]));
  const lift = envelope(depth, Math.max(1, Math.round(AROUND / frameTime)));
  for (let frame = 0; frame < frames; frame++) course[CHANNELS * frame + 1] += free[frame] * lift[frame];
}
