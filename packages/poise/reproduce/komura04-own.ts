/** What a gait is like while nobody pushes: the measure of what a hit adds to it. */
import { analyse } from '../src/balance/analyse.ts';
import type { BalanceReport } from '../src/balance/report.ts';
import { shareAt } from '../src/methods/reactive-locomotion/reference.ts';
import { restoreWalker, saveWalker } from '../src/methods/reactive-locomotion/save-walker.ts';
import { TICK, tickWalker, type Walker } from '../src/methods/reactive-locomotion/walker.ts';
import { createClip } from '../src/motion/clip.ts';
import { coordinateCount } from '../src/motion/skeleton.ts';

export interface OwnGait {
  readonly zmp: number; // [m] outside, 95th percentile
  readonly slide: number; // [m]
  /** ZMP outside at a share of a step [m]. */
  zmpAt(step: number, share: number): number;
}

const BINS = 16; // of a support, and of what follows it
const SECONDS = 6;
const SETTLING = 0.5; // [s] from the clip's end to its gait

/** Where the plan is: step, counted from the start, and share of it. */
export const phaseOf = ({ state }: Walker): readonly [step: number, share: number] => [
  state.plan.count,
  shareAt(state.plan, state.ticks * TICK),
];

/** How far the ZMP is outside in each frame [m]; NaN where it is not judged. */
export const outsideOf = ({ margin, judged }: BalanceReport): readonly number[] =>
  Array.from(margin, (value, k) => (judged[k] && Number.isFinite(value) ? Math.max(0, -value) : Number.NaN));

export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(part * values.length)] ?? Number.NaN;

/** Measured after the clip's end, where the gait goes on by itself: a capture may end anyhow. */
export function ownGait(walker: Walker): OwnGait {
  const start = saveWalker(walker);
  const { body, endless } = walker;
  const { frameCount, frameTime } = endless.clip;
  while (walker.state.ticks * TICK < frameCount * frameTime + SETTLING) tickWalker(walker);
  const nq = coordinateCount(body.skeleton);
  const q = new Float64Array(Math.round(SECONDS / TICK) * nq);
  const phases: (readonly [number, number])[] = [];
  for (let frame = 0; frame < q.length / nq; frame++) {
    tickWalker(walker);
    q.set(walker.follower.q, frame * nq);
    phases.push(phaseOf(walker));
  }
  restoreWalker(walker, start);
  const report = analyse(body, createClip({ ...endless.clip, frameTime: TICK, q, extraTracks: [] }));
  const outside = outsideOf(report);
  const { length } = endless.steps;
  const binOf = (step: number, share: number): number =>
    (step % length) * 2 * BINS + Math.min(2 * BINS - 1, Math.floor(BINS * share));
  const most = new Float64Array(2 * BINS * length);
  outside.forEach((value, k) => {
    if (value > 0) most[binOf(...phases[k]!)] = Math.max(most[binOf(...phases[k]!)]!, value);
  });
  return {
    zmp: quantile(outside.filter(Number.isFinite), 0.95),
    slide: report.summary.slide,
    zmpAt: (step, share) => most[binOf(step, share)]!,
  };
}
