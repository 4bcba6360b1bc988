/** What a stretch of landings is as steps of a gait: places, times, and the motion of the centre of mass over each stance. */
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import { wrapAngle } from '../../math/angle.ts';
import { pendulumRate } from '../pendulum.ts';
import type { FootStance } from './find-landings.ts';
import type { FootCourse } from './foot-courses.ts';
import { COURSE_ROWS, type GaitStep } from './gait-step.ts';

const FLAT = [0.15, 0.5] as const; // part of a stance between landing on the heel and rolling over the toes
const LEAST_HEIGHT = 0.2; // [m] of the centre of mass over the foot: a pendulum has a length

/** Where a foot stands. */
interface Print {
  readonly x: number;
  readonly z: number;
  readonly height: number;
  readonly yaw: number;
}

/** Medians over the part of the stance in which the foot hardly moves. `usual`: length of a stance [frames], for those that the clip cuts. */
function printOf({ place, low, yaw }: FootCourse, { start, end }: FootStance, usual: number, frames: number): Print {
  const begin = start === 0 ? Math.min(0, end - usual) : start;
  const length = (end === frames ? Math.max(end, begin + usual) : end) - begin;
  const from = Math.max(start, Math.min(end - 1, begin + Math.floor(FLAT[0] * length)));
  const to = Math.max(from + 1, Math.min(end, begin + Math.ceil(FLAT[1] * length)));
  const middle = (of: (frame: number) => number): number => {
    const values = Array.from({ length: to - from }, (_, k) => of(from + k)).sort((a, b) => a - b);
    return values[values.length >> 1]!;
  };
  const first = yaw[from];
  return {
    x: middle((f) => place[2 * f]),
    z: middle((f) => place[2 * f + 1]),
    height: middle((f) => low[f]),
    yaw: wrapAngle(first + middle((f) => wrapAngle(yaw[f] - first))),
  };
}

/** Steps of a stretch: its landings that have a foot before them, whether the next landing is known or not. `ends`: the frame up to
 *  which the last stance counts. */
export function measureSteps(
  report: BalanceReport,
  feet: readonly [FootCourse, FootCourse],
  stretch: readonly FootStance[],
  runs: boolean,
): GaitStep[] {
  const whole = stretch.filter(({ start, end }) => start > 0 && end < report.frameCount);
  const usual = Math.max(...(whole.length > 0 ? whole : stretch).map(({ start, end }) => end - start));
  const prints = stretch.map((stance) => printOf(feet[stance.foot], stance, usual, report.frameCount));
  const steps: GaitStep[] = [];
  for (let k = 1; k < stretch.length; k++) {
    if (stretch[k]!.start === 0) continue;
    steps.push(measureStep(report, stretch, prints, k, runs));
  }
  return steps;
}

function measureStep(
  report: BalanceReport,
  stretch: readonly FootStance[],
  prints: readonly Print[],
  k: number,
  runs: boolean,
): GaitStep {
  const { frameTime, frameCount } = report;
  const [before, here, after] = [stretch[k - 1]!, stretch[k]!, stretch[k + 1]];
  const [from, print] = [prints[k - 1]!, prints[k]!];
  // a last stance lasts as long as the step before it, or to the end of the clip
  const landing = here.start;
  const next = after?.start ?? Math.min(frameCount - 1, landing + Math.max(2, landing - before.start));
  const previous = stretch.slice(0, k).findLast(({ foot }) => foot === here.foot);
  const duration = (next - landing) * frameTime;
  const flight = runs && after !== undefined ? Math.max(0, (next - here.end) * frameTime) : 0;
  const height = meanHeight(report, landing, next) - print.height;
  const rate = pendulumRate(Math.max(LEAST_HEIGHT, height));
  return {
    foot: here.foot,
    lift: previous === undefined ? Number.NEGATIVE_INFINITY : previous.end * frameTime,
    land: landing * frameTime,
    x: print.x,
    z: print.z,
    height: print.height,
    footYaw: print.yaw,
    yaw: meanYaw(report, landing, next),
    stepX: print.x - from.x,
    stepZ: print.z - from.z,
    duration,
    doubleSupport: runs ? 0 : Math.min(Math.max(0, (before.end - landing) * frameTime), 0.9 * duration),
    flight,
    rate,
    course: courseOf(report, landing, next, print),
    load: runs ? loadOf(report, landing, next, duration - flight) : new Float64Array(0),
  };
}

function meanHeight({ com }: BalanceReport, from: number, to: number): number {
  let sum = 0;
  for (let frame = from; frame <= to; frame++) sum += com[3 * frame + 1];
  return sum / (to - from + 1);
}

/** Facing of the hips, mean of the stance [rad]. */
function meanYaw({ forward }: BalanceReport, from: number, to: number): number {
  let [x, z] = [0, 0];
  for (let frame = from; frame <= to; frame++) {
    x += forward[2 * frame];
    z += forward[2 * frame + 1];
  }
  return Math.atan2(x, z);
}

/** Value of a course (frames×3) between frames. */
function between(values: Float64Array, at: number, c: number): number {
  const last = values.length / 3 - 1;
  const row = Math.max(0, Math.min(last - 1, Math.floor(at)));
  const share = Math.min(1, at - row);
  return (1 - share) * values[3 * row + c] + share * values[3 * row + 3 + c];
}

function courseOf({ com, comVelocity }: BalanceReport, from: number, to: number, { x, z }: Print): Float64Array {
  const course = new Float64Array(4 * COURSE_ROWS);
  for (let row = 0; row < COURSE_ROWS; row++) {
    const at = from + ((to - from) * row) / (COURSE_ROWS - 1);
    course[4 * row] = between(com, at, 0) - x;
    course[4 * row + 1] = between(com, at, 2) - z;
    course[4 * row + 2] = between(comVelocity, at, 0);
    course[4 * row + 3] = between(comVelocity, at, 2);
  }
  return course;
}

/** Vertical force over weight during the stance; scaled so that it gives the body the vertical momentum that it has at the end. */
function loadOf(report: BalanceReport, from: number, to: number, stance: number): Float64Array {
  const { comAcceleration, comVelocity, frameTime } = report;
  const load = new Float64Array(COURSE_ROWS);
  for (let row = 0; row < COURSE_ROWS; row++) {
    const at = from + (stance / frameTime) * (row / (COURSE_ROWS - 1));
    load[row] = Math.max(0, 1 + between(comAcceleration, at, 1) / GRAVITY);
  }
  let sum = 0;
  for (let row = 1; row < COURSE_ROWS; row++) sum += (load[row - 1] + load[row]) / 2 / (COURSE_ROWS - 1);
  const rise = (comVelocity[3 * to + 1] - comVelocity[3 * from + 1]) / GRAVITY + (to - from) * frameTime;
  const scale = sum * stance > 0 ? rise / (sum * stance) : 1;
  for (let row = 0; row < COURSE_ROWS; row++) load[row] *= Math.max(0, scale);
  return load;
}
