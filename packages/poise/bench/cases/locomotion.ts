/**
 * Hits while walking: what one hit costs to plan, and what a picture (two ticks of 1/120 s) costs while the body recovers, 23
 * joints (69 degrees of freedom). [Komura04] reports 0.5 s per frame. A hit is planned as far as its next landing; later steps are
 * planned when they begin, in the ticks whose dearest is measured too.
 */
import { fitBody } from '../../src/balance/fit-body.ts';
import { hitPlan } from '../../src/methods/reactive-locomotion/hit-plan.ts';
import type { Plan } from '../../src/methods/reactive-locomotion/running-plan.ts';
import { restoreWalker, saveWalker } from '../../src/methods/reactive-locomotion/save-walker.ts';
import { createWalker, pushWalker, TICK, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { leastBytesOf } from '../bytes.ts';
import { type BenchCase, type Measurement, timePerCall } from '../case.ts';

const PAPER_US = 500_000;
const SECOND = 120; // ticks
const ROUNDS = 30;
const TICK_BYTES = 6000; // that a tick may allocate, plans included

const walking = (): Clip => perform(walk, { values: { strides: 3 } });
const running = (): Clip => perform(run);

function walker(clip = walking()) {
  const made = createWalker(fitBody(clip), clip);
  for (let k = 0; k < 100; k++) tickWalker(made);
  pushWalker(made, { impulse: [4, 0, 15], segment: made.body.roles.chest! });
  for (let k = 0; k < 20; k++) tickWalker(made);
  return made;
}

/** Least time of each call over some rounds [µs]. */
function leastOf(calls: readonly (() => void)[], before: () => void = () => {}): Float64Array {
  const least = new Float64Array(calls.length).fill(Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    before();
    for (const [k, call] of calls.entries()) {
      const start = performance.now();
      call();
      least[k] = Math.min(least[k], 1000 * (performance.now() - start));
    }
  }
  return least;
}

/** Hits of 0.15 and 0.35 m/s from eight sides at the chest, every 1/12 s of a second of recovery. */
function hits(): (() => void)[] {
  const made = walker();
  const found: (() => void)[] = [];
  for (let tick = 0; tick < SECOND; tick++) {
    tickWalker(made);
    if (tick % 10 !== 0) continue;
    const { plan, ticks } = made.state;
    for (let k = 0; k < 16; k++) found.push(hitOf(plan, ticks * TICK, (k * Math.PI) / 4, k < 8 ? 0.15 : 0.35));
  }
  return found;
}

function hitOf(plan: Plan, time: number, angle: number, change: number): () => void {
  const [ahead, aside] = [change * Math.cos(angle), change * Math.sin(angle)];
  const hit = { velocity: [ahead, aside], momentum: [20 * ahead, 10 * aside] } as const;
  return () => void hitPlan(plan, time, hit);
}

const frameCase = (id: string, clip: () => Clip, note: string): BenchCase => ({
  id,
  measure(): Measurement {
    const made = walker(clip());
    const start = saveWalker(made);
    let frame = 0;
    const value = timePerCall(() => {
      // a second of recovery, again and again
      if (frame++ % 60 === 0) restoreWalker(made, start);
      tickWalker(made);
      tickWalker(made);
    });
    return { value, unit: 'us', against: '[Komura04]', ratio: PAPER_US / value, note };
  },
});

const bytesCase = (id: string, clip: () => Clip): BenchCase => ({
  id,
  measure(): Measurement {
    const made = walker(clip());
    const start = saveWalker(made);
    const ticks = Array.from({ length: SECOND }, () => () => tickWalker(made));
    // until the engine has compiled what is hot
    leastOf(ticks, () => restoreWalker(made, start));
    const bytes = leastBytesOf(ticks, { before: () => restoreWalker(made, start), rounds: ROUNDS }).sort();
    const value = bytes.reduce((sum, one) => sum + one, 0) / SECOND;
    const note = `mean of a second of recovery; median ${bytes[SECOND / 2]}, most ${bytes[SECOND - 1]}`;
    return { value, unit: 'B', note, allocationBytesPerCall: value, allocationAllowed: TICK_BYTES };
  },
});

export const cases: readonly BenchCase[] = [
  {
    id: 'locomotion/plan-per-hit',
    measure(): Measurement {
      const all = hits();
      const value =
        timePerCall(() => {
          for (const hit of all) hit();
        }) / all.length;
      return { value, unit: 'us', note: `mean of ${all.length} hits, 0.15 and 0.35 m/s, any moment; target ≤ 100` };
    },
  },
  {
    id: 'locomotion/plan-per-hit-worst',
    measure(): Measurement {
      const all = hits();
      const least = leastOf(all);
      const dearest = least.indexOf(Math.max(...least));
      return { value: timePerCall(all[dearest]!), unit: 'us', note: 'the dearest of those hits; target ≤ 100' };
    },
  },
  frameCase('locomotion/frame-69', walking, 'picture at 60 Hz, 69 DOF'),
  frameCase('locomotion/frame-run-69', running, 'the same of a run'),
  {
    id: 'locomotion/tick-worst',
    measure(): Measurement {
      const made = walker();
      const start = saveWalker(made);
      const ticks = Array.from({ length: SECOND }, () => () => tickWalker(made));
      const value = Math.max(...leastOf(ticks, () => restoreWalker(made, start)));
      return { value, unit: 'us', note: 'the dearest tick of a second of recovery: one that plans a step' };
    },
  },
  bytesCase('locomotion/tick-bytes', walking),
  bytesCase('locomotion/tick-bytes-run', running),
];
