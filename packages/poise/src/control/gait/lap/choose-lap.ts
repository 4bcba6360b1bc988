/** Which steps of a clip are gone on with for ever: an even number, in which the walk is steady and comes back to where it began. */

import type { BalanceReport } from '../../../balance/report.ts';
import type { Body } from '../../../body/body.ts';
import { limbsOf, turnsApart } from '../../../gait/pose-gap.ts';
import type { Clip } from '../../../motion/clip.ts';
import { coordinateCount, freedomCount } from '../../../motion/skeleton.ts';
import type { ClipStep } from './find-steps.ts';

/** Steps `from` … `to` − 1 of the chain. */
export interface Lap {
  readonly from: number;
  readonly to: number;
  readonly misfit: number; // 1: ends as different as a person's own steps are from each other
}

/** What counts as much as each other: people's own steps differ by about this. */
const USUAL = { speed: 0.05, height: 0.015, pose: 0.08 }; // of the speed; [m]; [rad] RMS over the limbs
const SHORT = 0.5; // what a lap of two steps costs: longer ones repeat themselves less

/** The best lap of a chain of steps; `fits`: steps that the pendulum can make; `earliest`: step before which no lap ends. Undefined: no
 *  two of them in a row. */
export function chooseLap(
  body: Body,
  clip: Clip,
  report: BalanceReport,
  chain: readonly ClipStep[],
  fits: readonly boolean[],
  earliest = 2,
): Lap | undefined {
  const frames = [...chain.map(({ touchDown }) => touchDown), chain.at(-1)!.next];
  const speeds = frames.map((frame) => speedAt(report, frame));
  const means = chain.map(({ touchDown, next }) => speedBetween(report, touchDown, next));
  const limbs = limbsOf(body);
  let best: Lap | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (let from = chain.length - 2; from >= 0; from--) {
    for (let to = from + 2; to <= chain.length; to += 2) {
      if (to < earliest) continue;
      if (!fits.slice(from, to).every(Boolean)) break;
      const misfit = Math.sqrt(
        unsteadiness(means.slice(from, to), speeds[from]!, speeds[to]!) +
          heightGap(report, frames[from]!, frames[to]!) +
          poseGap(clip, limbs, frames[from]!, frames[to]!),
      );
      const cost = misfit + (2 * SHORT) / (to - from);
      // the later one where two are as good: a clip begins from standing more often than it ends so
      if (!(cost < least - 1e-6)) continue;
      best = { from, to, misfit };
      least = cost;
    }
  }
  return best;
}

/** Mean speed over the floor between two frames [m/s]. */
const speedBetween = ({ com, frameTime }: BalanceReport, a: number, b: number): number =>
  Math.hypot(com[3 * b] - com[3 * a], com[3 * b + 2] - com[3 * a + 2]) / ((b - a) * frameTime);

/** Speed [m/s] over a tenth of a second: landings jolt the centre of mass. */
function speedAt(report: BalanceReport, frame: number): number {
  const reach = Math.max(1, Math.round(0.05 / report.frameTime));
  return speedBetween(report, Math.max(0, frame - reach), Math.min(report.frameCount - 1, frame + reach));
}

/** How much the speed changes: that of the steps from their mean, and from the start of the lap to its end. */
function unsteadiness(means: readonly number[], start: number, end: number): number {
  const mean = means.reduce((sum, speed) => sum + speed, 0) / means.length;
  const spread = means.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / means.length;
  return (spread + (end - start) ** 2) / (USUAL.speed * mean) ** 2;
}

const heightGap = ({ com }: BalanceReport, a: number, b: number): number =>
  ((com[3 * b + 1] - com[3 * a + 1]) / USUAL.height) ** 2;

function poseGap(clip: Clip, limbs: readonly number[], a: number, b: number): number {
  const nq = coordinateCount(clip.skeleton);
  const v = new Float64Array(freedomCount(clip.skeleton));
  const sum = turnsApart(v, clip.skeleton, limbs, clip.q, a * nq, clip.q, b * nq);
  return sum / Math.max(1, limbs.length) / USUAL.pose ** 2;
}
