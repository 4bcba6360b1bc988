/** Is the trunk bent back or aside for longer, or farther, than people bend it? Forward they bend as far as they like. */
import { anatomicalAngles } from '../../body/anatomical-angles.ts';
import type { Body } from '../../body/body.ts';
import { median } from '../../math/order-statistics.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, quatIndex } from '../../motion/skeleton.ts';
import type { Finding } from '../finding.ts';
import { type BalanceReport, phaseAt } from '../report.ts';
import { type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

const DEGREE = Math.PI / 180;
const WINDOW = 1.2; // [s] about one stride, over which the sway of a gait cancels out
/** Mean bend over the window [rad], of people who step along and of all others. In 140 captures those who step bend back by up to 17° (a dancer) and aside by up to 28° (a strange walk; all others 23°),
 *  the others back by 31° and aside by 33° (dancers, stretching). */
const STEPPING = { back: [18 * DEGREE, 28 * DEGREE], aside: [18 * DEGREE, 32 * DEGREE] } as const;
const OTHERS = { back: [34 * DEGREE, 45 * DEGREE], aside: [34 * DEGREE, 45 * DEGREE] } as const;
/** Reference poses of rigs are bent forward by up to this [rad]: so much of a bend back that lasts is taken for that. */
const REST_BENT = 25 * DEGREE;
const LEAST_SPEED = 0.3; // [m/s] of who steps along
const LEAST_STEP = 0.1; // of the window on each foot alone
const ON_FEET = 0.8; // of the window: who rolls or lies bends as the floor does

export function bentTrunk({ body, clip, report }: RuleInput): readonly Finding[] {
  const bends = trunkBends(body, clip);
  if (!bends) return [];
  const gap = Math.round(0.2 / clip.frameTime);
  return (['back', 'aside'] as const).flatMap((way) => {
    const { bend, limits } = meanBends(report, bends[way], way);
    const ratio = (frame: number): number => bend[frame] / limits[2 * frame];
    return runsWhere(clip.frameCount, (frame) => ratio(frame) > 1, gap).map((run): Finding => {
      const worst = worstIn(run, ratio);
      const limit = limits[2 * worst + 1];
      return {
        rule: 'lean',
        severity: bend[worst] > limit ? 'error' : 'warning',
        ...run,
        worst,
        value: bend[worst],
        limit,
        unit: 'rad',
        message: `The trunk is bent ${way} by ${(bend[worst] / DEGREE).toFixed(0)}° for a second and more, farther than people bend it, ${whenInWords(clip, run)}.`,
      };
    });
  });
}

/** Mean size of a bend around each frame, 0 where the body is not on its feet; and the limits of warning and error there. */
function meanBends(
  report: BalanceReport,
  bends: Float64Array,
  way: 'back' | 'aside',
): { bend: Float64Array; limits: Float64Array } {
  const { frameCount: frames, frameTime, com, ground } = report;
  const half = Math.max(1, Math.round(WINDOW / 2 / frameTime));
  const [bend, limits] = [new Float64Array(frames), new Float64Array(2 * frames)];
  const [sum, left, right, double] = [0, 0, 0, 0].map(() => new Float64Array(frames + 1));
  for (let frame = 0; frame < frames; frame++) {
    const phase = phaseAt(report, frame);
    sum[frame + 1] = sum[frame] + bends[frame];
    left[frame + 1] = left[frame] + (phase === 'left' ? 1 : 0);
    right[frame + 1] = right[frame] + (phase === 'right' ? 1 : 0);
    double[frame + 1] = double[frame] + (phase === 'double' ? 1 : 0);
  }
  const [beltX, , beltZ] = ground.beltVelocity;
  for (let frame = 0; frame < frames; frame++) {
    const [a, b] = [Math.max(0, frame - half), Math.min(frames - 1, frame + half)];
    const [onLeft, onRight, onBoth] = [left, right, double].map((count) => count[b] - count[a]);
    const seconds = (b - a) * frameTime;
    const vx = (com[3 * b] - com[3 * a]) / seconds - beltX;
    const vz = (com[3 * b + 2] - com[3 * a + 2]) / seconds - beltZ;
    const steps = Math.hypot(vx, vz) > LEAST_SPEED && Math.min(onLeft, onRight) >= LEAST_STEP * (b - a);
    limits.set((steps ? STEPPING : OTHERS)[way], 2 * frame);
    const whole = b - a === 2 * half;
    if (whole && onLeft + onRight + onBoth >= ON_FEET * (b - a))
      bend[frame] = (way === 'back' ? 1 : Math.sign(sum[b] - sum[a])) * ((sum[b] - sum[a]) / (b - a));
  }
  return { bend, limits };
}

/** How far the trunk bends between hips and chest [rad], back and to the left. Spines of rigs have one to five joints: only what they add up to can be judged. */
function trunkBends(
  { roles, limits }: Body,
  { skeleton, q, frameCount }: Clip,
): { back: Float64Array; aside: Float64Array } | undefined {
  const chain: number[] = [];
  for (let joint = roles.upperChest ?? roles.chest ?? roles.spine ?? -1; joint !== roles.hips; ) {
    if (joint < 0) return undefined;
    chain.push(joint);
    joint = skeleton.parents[joint];
  }
  const nq = coordinateCount(skeleton);
  const angles = new Float64Array(3);
  const turn = new Float64Array(4);
  const [back, aside] = [new Float64Array(frameCount), new Float64Array(frameCount)];
  for (let frame = 0; frame < frameCount; frame++) {
    for (const joint of chain) {
      anatomicalAngles(angles, 0, limits, joint, q, frame * nq + quatIndex(joint), turn);
      back[frame] -= angles[0];
      aside[frame] += angles[1];
    }
  }
  const usual = Math.min(REST_BENT, Math.max(0, median(back)));
  return { back: back.map((bend) => bend - usual), aside };
}
