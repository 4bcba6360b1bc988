/** Where the body is farther from balance than captures explain; rules `balance` and `carried` read it. */
import { JERK_ERROR, jerksIn } from './jerk.ts';
import { type RuleInput, type Run, runsWhere, worstIn } from './rule.ts';

/** CoM shift [m] that balance would ask for. Calibrated on captured people and on clips made impossible
 *  (docs/validation.md): real captures stay below the error limit, impossible ones do not. */
export const BALANCE_WARNING = 0.015;
export const BALANCE_ERROR_EXACT = 0.03; // of performed clips, which are free of noise
export const BALANCE_ERROR = 0.035; // noise, other rates and crops of one clip change it by up to 5 mm

export interface Imbalance {
  readonly run: Run;
  readonly worst: number;
  readonly value: number; // [m]
  readonly x: number; // [m] the same as a direction
  readonly z: number;
  readonly swingsBack: boolean; // a jerk: nobody is pushed or pulled to and fro
}

/** Stretches in which the body is farther from balance than the warning limit. */
export function imbalanceRuns(input: RuleInput): readonly Imbalance[] {
  const { clip, report } = input;
  const jerks = jerksIn(input).filter(({ value }) => value > JERK_ERROR);
  const size = (frame: number): number => Math.hypot(report.imbalance[3 * frame], report.imbalance[3 * frame + 2]);
  const gap = Math.round(0.2 / clip.frameTime);
  return runsWhere(clip.frameCount, (frame) => size(frame) > BALANCE_WARNING, gap).map((run) => {
    const worst = worstIn(run, size);
    const swingsBack = jerks.some((jerk) => jerk.run.start <= run.end && jerk.run.end >= run.start);
    const [x, z] = [report.imbalance[3 * worst], report.imbalance[3 * worst + 2]];
    return { run, worst, value: size(worst), x, z, swingsBack };
  });
}
