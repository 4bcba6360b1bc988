/**
 * Jerks: the body goes out of balance and comes back before it can have moved. People who are pushed go one way and balance afterwards; a posture that an editor or a
 * model has turned starts and stops, and asks of the ground as much the other way. Smoothed as an imbalance, both would cancel out.
 */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { signedDistance } from '../../math/polygon.ts';
import type { BalanceReport } from '../report.ts';
import { type RuleInput, type Run, runsWhere, worstIn } from './rule.ts';

const WINDOW = 0.6; // [s] quick turns of a posture start and stop 0.2 to 0.4 s apart
/** What comes back, over all that is out of balance: 0.5 where all of it does. People who are pushed: 0.25 at the most; trunks tipped by 40° within 0.3 s: 0.3 to 0.49. */
const COMES_BACK = 0.3;
const FARTHEST = 0.5; // [m] a balance point farther out is a number, not a place

/** How far [m] the body would be out of balance if it did not swing back. Captured people stay below 3 cm, but for dancers and boxers (4 to 6 cm). */
const JERK_WARNING = 0.02;
export const JERK_ERROR = 0.04;

export interface Jerk {
  readonly run: Run;
  readonly worst: number;
  readonly value: number; // [m]
}

/** Stretches that hold jerks beyond the warning limit. */
export function jerksIn({ clip, report }: RuleInput): readonly Jerk[] {
  const size = jerkSizes(report);
  const half = Math.round(WINDOW / 2 / clip.frameTime);
  return runsWhere(clip.frameCount, (frame) => size[frame] > JERK_WARNING, half).map((run) => {
    const worst = worstIn(run, (frame) => size[frame]);
    return { run, worst, value: size[worst] };
  });
}

/** What comes back within the window around each frame [m]; 0 where most of it goes one way. */
function jerkSizes(report: BalanceReport): Float64Array {
  const { frameCount: frames, frameTime } = report;
  const half = Math.max(1, Math.round(WINDOW / 2 / frameTime));
  const { x, z, length } = runningViolations(report);
  const rate = Math.sqrt(GRAVITY / (0.56 * report.height));
  const sizes = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const [a, b] = [Math.max(0, frame - half), Math.min(frames, frame + half)];
    const all = length[b] - length[a];
    const back = (all - Math.hypot(x[b] - x[a], z[b] - z[a])) / 2;
    // A violation of one frame asks for ω/2 of itself (imbalance.ts).
    if (back > COMES_BACK * all) sizes[frame] = (rate / 2) * back * frameTime;
  }
  return sizes;
}

interface RunningViolations {
  readonly x: Float64Array; // frames+1 [m]
  readonly z: Float64Array;
  readonly length: Float64Array;
}

/** Sums over the frames so far of how far the balance point is outside the support, beyond its error: as a vector, and regardless of its direction. */
function runningViolations(report: BalanceReport): RunningViolations {
  const { frameCount, judged, zmp, margin, marginDeviation, supportStart, supportPoints } = report;
  const [x, z, length] = [0, 1, 2].map(() => new Float64Array(frameCount + 1));
  const nearest = new Float64Array(2);
  for (let frame = 0; frame < frameCount; frame++) {
    const beyond = -margin[frame] - marginDeviation[frame];
    let [outX, outZ] = [0, 0];
    if (judged[frame] && beyond > 0) {
      const start = supportStart[frame];
      const count = supportStart[frame + 1] - start;
      signedDistance(nearest, supportPoints, 2 * start, count, zmp[3 * frame], zmp[3 * frame + 2]);
      const share = Math.min(beyond, FARTHEST) / -margin[frame];
      outX = share * (zmp[3 * frame] - nearest[0]);
      outZ = share * (zmp[3 * frame + 2] - nearest[1]);
    }
    x[frame + 1] = x[frame] + outX;
    z[frame + 1] = z[frame] + outZ;
    length[frame + 1] = length[frame] + Math.hypot(outX, outZ);
  }
  return { x, z, length };
}
