/** How a gait goes on after its clip: which of its last steps are repeated, and where a round leads. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { wrapAngle } from '../../math/angle.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { movePlace } from '../placement.ts';
import { limbsOf, turnsApart } from '../pose-gap.ts';
import { COURSE_ROWS, captureOffset, type GaitRound, type GaitStep } from './gait-step.ts';

/** What counts as much as each other: people's own steps differ by about this. */
const USUAL = { capture: 0.05, pose: 0.08 } as const; // [m]; [rad] RMS over the limbs
const EARLIER = 0.5; // what a round costs that begins two steps earlier: the clip's own end is better kept
const MOST_STEPS = 4; // of a round
const LOOK = 0.1; // [s] to both sides in which the facing is taken
const STRAIGHT = 0.05; // [rad] a round that turns by less goes straight on: hips sway by as much

/** The round that ends as it began best, late in the clip. Undefined: fewer than three landings. */
export function findRound(
  body: Body,
  clip: Clip,
  report: BalanceReport,
  steps: readonly GaitStep[],
): GaitRound | undefined {
  let best: GaitRound | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let to = steps.length - 1; to >= Math.max(2, steps.length - 3); to--) {
    for (let count = 2; count <= Math.min(MOST_STEPS, to); count += 2) {
      const from = to - count;
      const round = roundOf(report, steps, from, to);
      const cost =
        captureGap(steps[from]!, steps[to]!, round.move.yaw) +
        poseGap(body, clip, steps[from]!.land, steps[to]!.land) +
        EARLIER * (steps.length - 1 - to + (count - 2) / 2);
      if (!(cost < least)) continue;
      best = round;
      least = cost;
    }
  }
  return best;
}

function roundOf(report: BalanceReport, steps: readonly GaitStep[], from: number, to: number): GaitRound {
  const [a, b] = [steps[from]!, steps[to]!];
  const turn = wrapAngle(facingAt(report, b.land) - facingAt(report, a.land));
  const yaw = Math.abs(turn) < STRAIGHT ? 0 : turn;
  const [x, z] = movePlace({ yaw, x: 0, z: 0 }, a.x, a.z);
  return {
    from,
    to,
    move: { yaw, x: b.x - x, z: b.z - z },
    rise: b.height - a.height,
    time: b.land - a.land,
  };
}

/**
 * The steps with the last one of the round closed: at its end the centre of mass is where the round begins anew, which people never meet
 * exactly. What the clip's own motion lacks is added over that stance, smoothly from nothing.
 */
export function closeRound(steps: readonly GaitStep[], { from, to, move }: GaitRound): readonly GaitStep[] {
  const [first, last, after] = [steps[from]!, steps[to - 1]!, steps[to]!];
  const course = last.course.slice();
  const end = 4 * (COURSE_ROWS - 1);
  const [x, z] = movePlace({ ...move, x: 0, z: 0 }, first.course[0], first.course[1]);
  const [vx, vz] = movePlace({ ...move, x: 0, z: 0 }, first.course[2], first.course[3]);
  // from the foot of the last step
  const gap = [x + after.x - last.x - course[end], z + after.z - last.z - course[end + 1]];
  const speedGap = [vx - course[end + 2], vz - course[end + 3]];
  const T = last.duration;
  for (let row = 0; row < COURSE_ROWS; row++) {
    const u = row / (COURSE_ROWS - 1);
    for (let c = 0; c < 2; c++) {
      // the cubic that ends with gap and speed gap and begins with neither
      course[4 * row + c] += gap[c]! * u * u * (3 - 2 * u) + T * speedGap[c]! * u * u * (u - 1);
      course[4 * row + 2 + c] += (gap[c]! * 6 * u * (1 - u)) / T + speedGap[c]! * u * (3 * u - 2);
    }
  }
  return steps.map((step, k) => (k === to - 1 ? { ...step, course } : step));
}

/** Mean facing [rad] about a moment. */
function facingAt({ forward, frameTime, frameCount }: BalanceReport, time: number): number {
  const [from, to] = [time - LOOK, time + LOOK].map((at) => Math.round(at / frameTime)) as [number, number];
  let [x, z] = [0, 0];
  for (let frame = Math.max(0, from); frame <= Math.min(frameCount - 1, to); frame++) {
    x += forward[2 * frame];
    z += forward[2 * frame + 1];
  }
  return Math.atan2(x, z);
}

/** How much the capture point over the foot differs at both landings, in usual differences. */
function captureGap(a: GaitStep, b: GaitStep, yaw: number): number {
  const [x, z] = movePlace({ yaw, x: 0, z: 0 }, captureOffset(a, 0), captureOffset(a, 1));
  return Math.hypot(captureOffset(b, 0) - x, captureOffset(b, 1) - z) / USUAL.capture;
}

function poseGap(body: Body, clip: Clip, a: number, b: number): number {
  const nq = coordinateCount(clip.skeleton);
  const v = new Float64Array(freedomCount(clip.skeleton));
  const limbs = limbsOf(body);
  const [i, j] = [a, b].map((time) => Math.round(time / clip.frameTime) * nq) as [number, number];
  const sum = turnsApart(v, clip.skeleton, limbs, clip.q, i, clip.q, j);
  return Math.sqrt(sum / Math.max(1, limbs.length)) / USUAL.pose;
}
