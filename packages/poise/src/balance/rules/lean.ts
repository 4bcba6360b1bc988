/** Does a travelling body keep its weight where people keep it, and its trunk as people hold it? */
import type { Finding } from '../finding.ts';
import { type BalanceReport, phaseAt } from '../report.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';
import { bentTrunk } from './trunk-bend.ts';

const WINDOW = 1.2; // [s] about one stride
const LEAST_JUDGED = 0.7; // of the window
const LEAST_SPEED = 0.4; // [m/s] mean over the floor: a stander may rest on the heels, a walker does not

const LEAST_STEP = 0.12; // of the window on each foot alone: it is a gait, not a dance or a shuffle
const STRAIGHT = 0.7; // cosine between facing and travel: dancers and side-steppers lean as they like

/** Mean ZMP behind the middle of the support over a stride, along the way the body travels [m at 1.75 m stature]. Captured walks and runs: 7 cm behind (a
 *  backward walk) to 15 cm ahead (a sprint start). */
const LEAN_WARNING = 0.075;
const LEAN_ERROR = 0.11; // captured people who carry, sneak or act reach 10 cm
const LEAN_ERROR_EXACT = 0.074; // of performed clips, whose feet are known exactly

export const leanRule: Rule = {
  id: 'lean',
  title: 'Unusual lean',
  help: 'Over a whole stride the weight stays behind the middle of the feet, or the trunk is bent back or aside, farther than people walk. Straighten the trunk, or bring the hips over the feet.',
  check: (input: RuleInput): readonly Finding[] => [...leansBack(input), ...bentTrunk(input)],
};

function leansBack({ body, clip, report }: RuleInput): readonly Finding[] {
  if (report.ground.kind === 'uneven') return []; // on a slope everyone leans
  const error = clip.provenance === 'performed' ? LEAN_ERROR_EXACT : LEAN_ERROR;
  const warning = Math.min(LEAN_WARNING, error);
  const behind = meanBehind(report, 1.75 / body.height);
  const size = (frame: number): number => behind[frame];
  const gap = Math.round(0.2 / clip.frameTime);
  return runsWhere(clip.frameCount, (frame) => behind[frame] > warning, gap).map((run) => {
    const worst = worstIn(run, size);
    return {
      rule: 'lean',
      severity: size(worst) > error ? 'error' : 'warning',
      ...run,
      worst,
      value: size(worst),
      limit: error,
      unit: 'm',
      message: `The body leans back: over a stride its weight lies ${centimetres(size(worst))} behind the middle of the feet, ${whenInWords(clip, run)}.`,
    };
  });
}

/** Distance of the ZMP behind the middle of the support along the way of travel, averaged over a window around each frame; 0
 *  where too few frames can be judged or the body does not travel. */
function meanBehind(report: BalanceReport, scale: number): Float64Array {
  const frames = report.frameCount;
  const half = Math.max(1, Math.round(WINDOW / 2 / report.frameTime));
  const span = 2 * half * report.frameTime;
  const [beltX, , beltZ] = report.ground.beltVelocity;
  const mean = new Float64Array(frames);
  // Sums of (middle of the support − ZMP) over the judged frames so far; differences of them are window sums.
  const { x, z, count, left, right } = runningOffsets(report);
  for (let frame = half; frame < frames - half; frame++) {
    const [a, b] = [frame - half, frame + half];
    const vx = (report.com[3 * b] - report.com[3 * a]) / span - beltX;
    const vz = (report.com[3 * b + 2] - report.com[3 * a + 2]) / span - beltZ;
    const speed = Math.hypot(vx, vz);
    const known = count[b] - count[a];
    const ahead = (vx * report.forward[2 * frame] + vz * report.forward[2 * frame + 1]) / speed;
    const steps = Math.min(left[b] - left[a], right[b] - right[a]) >= LEAST_STEP * 2 * half;
    if (!steps || speed < LEAST_SPEED || Math.abs(ahead) < STRAIGHT || known < LEAST_JUDGED * 2 * half) continue;
    mean[frame] = (scale * ((x[b] - x[a]) * vx + (z[b] - z[a]) * vz)) / (speed * known);
  }
  return mean;
}

interface RunningSums {
  readonly x: Float64Array; // frames+1 [m]
  readonly z: Float64Array;
  readonly count: Float64Array; // judged frames
  readonly left: Float64Array; // frames on the left foot alone
  readonly right: Float64Array;
}

function runningOffsets(report: BalanceReport): RunningSums {
  const frames = report.frameCount;
  const [x, z, count, onLeft, onRight] = Array.from({ length: 5 }, () => new Float64Array(frames + 1));
  for (let frame = 0; frame < frames; frame++) {
    const known = report.judged[frame] === 1;
    const [first, end] = [report.supportStart[frame], report.supportStart[frame + 1]];
    let [left, right, back, front] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let k = first; k < end; k++) {
      left = Math.min(left, report.supportPoints[2 * k]);
      right = Math.max(right, report.supportPoints[2 * k]);
      back = Math.min(back, report.supportPoints[2 * k + 1]);
      front = Math.max(front, report.supportPoints[2 * k + 1]);
    }
    x[frame + 1] = x[frame] + (known ? (left + right) / 2 - report.zmp[3 * frame] : 0);
    z[frame + 1] = z[frame] + (known ? (back + front) / 2 - report.zmp[3 * frame + 2] : 0);
    count[frame + 1] = count[frame] + (known ? 1 : 0);
    onLeft[frame + 1] = onLeft[frame] + (phaseAt(report, frame) === 'left' ? 1 : 0);
    onRight[frame + 1] = onRight[frame] + (phaseAt(report, frame) === 'right' ? 1 : 0);
  }
  return { x, z, count, left: onLeft, right: onRight };
}
