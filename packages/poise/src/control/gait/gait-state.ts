/** A planner of gaits as numbers of a save. */
import type { HeightCourse } from '../standing/height-course.ts';
import type { GaitCalm } from './gait-calm.ts';
import type { GaitPlanner } from './gait-planner.ts';
import { SWING_OFFSET_STATE, type SwingOffset } from './swing-offset.ts';

/** Where in its steps a gait is. */
export interface GaitClock {
  index: number; // of the step whose foot landed last; −1: nobody has looked
  sinceLanding: number; // [s]
  nextPlan: number; // [s] until then
  shift: number; // [s] in which the weight goes over to the foot that landed last
  hold: number; // [s] after the landing until which no more weight goes over; 0: it is not held back
  over: number; // 0 … 1: share of the weight that is over
  readonly wasUp: [boolean, boolean]; // feet that were in the air in the last tick
}

export const createClock = (): GaitClock => ({
  index: -1,
  sinceLanding: 0,
  nextPlan: 0,
  shift: 0,
  hold: 0,
  over: 0,
  wasUp: [false, false],
});

export interface GaitParts {
  readonly clock: GaitClock;
  readonly rest: Float64Array;
  readonly before: Float64Array;
  readonly targets: readonly [Float64Array, Float64Array];
  readonly swings: readonly [SwingOffset, SwingOffset];
  readonly calm: GaitCalm;
  readonly height: HeightCourse;
}

/** Stands for a step that nobody has planned. */
const UNKNOWN = 1e6;
/** Stands for a beginning that no longer matters [s]. */
export const LONG_AGO = -1e6;
const BEGUN_AT = 35;
const OWN = 36;
/** Numbers of a planner in a save. */
export const GAIT_STATE = OWN + 2 * SWING_OFFSET_STATE;

/** `now`: index of the step that is on; the clock's own is behind it where a foot has landed since the last tick. `begunAt`: where the source
 *  was looked at first. */
export function saveGait(
  out: Float64Array,
  planner: GaitPlanner,
  parts: GaitParts,
  { now, begunAt }: { readonly now: number; readonly begunAt: number },
): void {
  const { clock, rest, before, targets, swings, calm, height } = parts;
  const { output } = planner;
  const up = (clock.wasUp[0] ? 1 : 0) + (clock.wasUp[1] ? 2 : 0);
  out.set([planner.sincePush, planner.stepsTaken, calm.time, clock.index < 0 ? 0 : 1 + now - clock.index], 0);
  out.set([clock.sinceLanding, clock.nextPlan, clock.shift, up, ...rest, ...before], 4);
  out.set([...targets[0], ...targets[1]], 12);
  const isKnown = clock.index >= 0 && Number.isFinite(output.index);
  out.set(
    [
      isKnown ? output.index - clock.index : UNKNOWN,
      output.foot,
      output.reacts ? 1 : 0,
      output.time,
      output.doubleSupport,
    ],
    18,
  );
  out.set(
    [
      ...output.place,
      ...output.soleShift,
      ...output.hip,
      output.lift,
      output.hold,
      clock.hold,
      clock.over,
      height.height,
      height.rate,
    ],
    23,
  );
  out[BEGUN_AT] = begunAt;
  for (let foot = 0; foot < 2; foot++) swings[foot].save(out, OWN + foot * SWING_OFFSET_STATE);
}

export const savedBeginning = (saved: Float64Array): number => saved[BEGUN_AT];

/** `now`: index of the step that is on. */
export function restoreGait(planner: GaitPlanner, parts: GaitParts, saved: Float64Array, now: number): void {
  const { clock, rest, before, targets, swings, calm, height } = parts;
  const { output } = planner;
  planner.sincePush = saved[0];
  planner.stepsTaken = saved[1];
  calm.time = saved[2];
  clock.index = saved[3] > 0 ? now - (saved[3] - 1) : -1;
  clock.sinceLanding = saved[4];
  clock.nextPlan = saved[5];
  clock.shift = saved[6];
  clock.wasUp[0] = (saved[7] & 1) === 1;
  clock.wasUp[1] = (saved[7] & 2) === 2;
  rest.set(saved.subarray(8, 10));
  before.set(saved.subarray(10, 12));
  targets[0].set(saved.subarray(12, 15));
  targets[1].set(saved.subarray(15, 18));
  output.index = saved[18] === UNKNOWN ? -1 : saved[18] + clock.index;
  output.foot = saved[19] === 1 ? 1 : 0;
  output.reacts = saved[20] === 1;
  output.time = saved[21];
  output.doubleSupport = saved[22];
  output.place.set(saved.subarray(23, 25));
  output.soleShift.set(saved.subarray(25, 27));
  output.hip.set(saved.subarray(27, 29));
  output.lift = saved[29];
  output.hold = saved[30];
  clock.hold = saved[31];
  clock.over = saved[32];
  height.height = saved[33];
  height.rate = saved[34];
  for (let foot = 0; foot < 2; foot++) swings[foot].restore(saved, OWN + foot * SWING_OFFSET_STATE);
}
