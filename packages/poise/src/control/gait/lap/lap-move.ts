/** How the end of a lap leads on to its start: how far and in which direction it goes, and how much later than at the landing it began. */

import type { BalanceReport } from '../../../balance/report.ts';
import type { Body } from '../../../body/body.ts';
import { movePlace, type Placement } from '../../../gait/placement.ts';
import { limbsOf, turnsApart } from '../../../gait/pose-gap.ts';
import { wrapAngle } from '../../../math/angle.ts';
import type { Clip } from '../../../motion/clip.ts';
import { createMotionScratch, interpolateMotion, sampleMotion } from '../../../motion/motion-spline.ts';
import { coordinateCount, freedomCount } from '../../../motion/skeleton.ts';
import type { Lap } from './choose-lap.ts';
import type { AnkleCourses, PlacedStep } from './place-steps.ts';

/** Landings are known to a frame, and captures show them early or late: the pose tells better where in its step a lap ends. */
const LATEST = 0.025; // [s]
const TRIES = 10; // to either side

/** By how many frames (any number) before its first landing a lap has to begin, so that its pose is that of its end. */
export function lagOf(body: Body, clip: Clip, a: number, b: number): number {
  const { skeleton, frameTime, frameCount } = clip;
  const motion = interpolateMotion(clip);
  const scratch = createMotionScratch(skeleton);
  const limbs = limbsOf(body);
  const q = new Float64Array(coordinateCount(skeleton));
  const v = new Float64Array(freedomCount(skeleton));
  const most = LATEST / frameTime;
  const gap = (lag: number): number => {
    if (a - lag < 0 || a - lag > frameCount - 1) return Number.POSITIVE_INFINITY;
    sampleMotion(motion, (a - lag) * frameTime, q, undefined, undefined, scratch);
    return turnsApart(v, skeleton, limbs, q, 0, clip.q, b * q.length);
  };
  let best = 0;
  for (let width = most; width > 0.01; width /= TRIES) {
    const middle = best;
    let least = gap(best);
    for (let k = -TRIES; k <= TRIES; k++) {
      const lag = Math.max(-most, Math.min(most, middle + (k * width) / TRIES));
      const value = gap(lag);
      if (value < least) {
        least = value;
        best = lag;
      }
    }
  }
  return best;
}

const LOOK = 0.05; // [s] to both sides that ways are taken over, and after it that feet are

/** From the first landing of a lap to the landing after its last step: the foot that lands comes to the same place of the new lap. */
export function lapMove(
  report: BalanceReport,
  ankles: AnkleCourses,
  chain: readonly PlacedStep[],
  { from, to }: Lap,
  lag: number,
): Placement {
  const first = chain[from]!;
  const a = first.touchDown;
  const b = chain[to - 1]!.next;
  const reach = Math.max(1, Math.round(LOOK / report.frameTime));
  const turned = wayTurn(report, a, b, reach);
  const after = chain[to];
  const turn = after ? turned + wrapAngle(after.yaw - first.yaw - turned) / 2 : turned;
  const course = ankles[first.side === 'left' ? 0 : 1];
  const last = Math.min(reach, report.frameCount - 1 - b);
  const ankleAt = (frame: number, axis: 0 | 1): number => {
    const before = Math.max(0, Math.min(report.frameCount - 2, Math.floor(frame)));
    const share = frame - before;
    return (1 - share) * course[2 * before + axis] + share * course[2 * before + 2 + axis];
  };
  let [x, z] = [0, 0];
  for (let k = 0; k <= last; k++) {
    const [px, pz] = movePlace({ yaw: turn, x: 0, z: 0 }, ankleAt(a - lag + k, 0), ankleAt(a - lag + k, 1));
    x += (course[2 * (b + k)] - px) / (last + 1);
    z += (course[2 * (b + k) + 1] - pz) / (last + 1);
  }
  return { yaw: turn, x, z };
}

/** How much the way of the centre of mass turns from around frame a to around frame b [rad]. Hips sway more than it does. */
function wayTurn({ com, frameCount }: BalanceReport, a: number, b: number, reach: number): number {
  const before = Math.min(reach, a);
  const after = Math.min(reach, frameCount - 1 - b);
  const heading = (frame: number): number => {
    const [from, to] = [3 * (frame - before), 3 * (frame + after)];
    return Math.atan2(com[to] - com[from], com[to + 2] - com[from + 2]);
  };
  return before + after > 0 ? wrapAngle(heading(b) - heading(a)) : 0;
}
