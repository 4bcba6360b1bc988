/** Does a walking body keep its weight where people keep it? */
import type { Finding } from '../finding.ts';
import type { BalanceReport } from '../report.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

const WINDOW = 1.2; // [s] about one stride
const LEAST_JUDGED = 0.7; // of the window
const LEAST_SPEED = 0.4; // [m/s] mean over the floor: a stander may rest on the heels, a walker does not

/** Mean ZMP behind the middle of the support over a stride [m at 1.75 m stature]. Captured walks and runs: 7 cm behind (a
 *  backward walk) to 15 cm ahead (a sprint start). */
export const LEAN_WARNING = 0.068;
export const LEAN_ERROR = 0.074;

export const leanRule: Rule = {
  id: 'lean',
  title: 'Leans back',
  help: 'Over a whole stride the weight stays behind the middle of the feet, farther than people walk. Tip the trunk forward, or bring the hips over the feet.',
  check: ({ body, clip, report }: RuleInput): readonly Finding[] => {
    if (report.ground.kind === 'uneven') return []; // on a slope everyone leans
    const behind = meanBehind(report, 1.75 / body.height);
    const size = (frame: number): number => behind[frame];
    const gap = Math.round(0.2 / clip.frameTime);
    return runsWhere(clip.frameCount, (frame) => behind[frame] > LEAN_WARNING, gap).map((run) => {
      const worst = worstIn(run, size);
      return {
        rule: 'lean',
        severity: size(worst) > LEAN_ERROR ? 'error' : 'warning',
        ...run,
        worst,
        value: size(worst),
        limit: LEAN_ERROR,
        unit: 'm',
        message: `The body leans back: over a stride its weight lies ${centimetres(size(worst))} behind the middle of the feet, ${whenInWords(clip, run)}.`,
      };
    });
  },
};

/** Distance of the ZMP behind the middle of the support, averaged over a window around each frame; 0 where too few frames
 *  can be judged or the body does not travel. */
export function meanBehind(report: BalanceReport, scale: number): Float64Array {
  const frames = report.frameCount;
  const half = Math.max(1, Math.round(WINDOW / 2 / report.frameTime));
  const sum = new Float64Array(frames + 1);
  const count = new Float64Array(frames + 1);
  for (let frame = 0; frame < frames; frame++) {
    const known = report.judged[frame] === 1;
    sum[frame + 1] = sum[frame] + (known ? behindAt(report, frame) : 0);
    count[frame + 1] = count[frame] + (known ? 1 : 0);
  }
  const mean = new Float64Array(frames);
  const [beltX, , beltZ] = report.ground.beltVelocity;
  for (let frame = half; frame < frames - half; frame++) {
    const [a, b] = [3 * (frame - half), 3 * (frame + half)];
    const span = 2 * half * report.frameTime;
    const speed = Math.hypot(
      (report.com[b] - report.com[a]) / span - beltX,
      (report.com[b + 2] - report.com[a + 2]) / span - beltZ,
    );
    if (speed < LEAST_SPEED) continue;
    const known = count[frame + half] - count[frame - half];
    if (known >= LEAST_JUDGED * 2 * half) mean[frame] = (scale * (sum[frame + half] - sum[frame - half])) / known;
  }
  return mean;
}

/** How far [m] the ZMP lies behind the middle of the support along the heading. */
function behindAt(report: BalanceReport, frame: number): number {
  const [x, z] = [report.forward[2 * frame], report.forward[2 * frame + 1]];
  let back = Number.POSITIVE_INFINITY;
  let front = Number.NEGATIVE_INFINITY;
  for (let k = report.supportStart[frame]; k < report.supportStart[frame + 1]; k++) {
    const along = x * report.supportPoints[2 * k] + z * report.supportPoints[2 * k + 1];
    back = Math.min(back, along);
    front = Math.max(front, along);
  }
  return (back + front) / 2 - (x * report.zmp[3 * frame] + z * report.zmp[3 * frame + 2]);
}
