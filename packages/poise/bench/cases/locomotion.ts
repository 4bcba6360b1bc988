/**
 * Hits while walking: what a plan costs, and what a picture (two ticks of 1/120 s) costs while the body recovers, 23 joints (69 degrees of
 * freedom). [Komura04] reports 0.5 s per frame.
 */
import { fitBody } from '../../src/balance/fit-body.ts';
import { Locomotion } from '../../src/methods/reactive-locomotion/locomotion.ts';
import type { Clip } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { leastBytesOf } from '../bytes.ts';
import { type BenchCase, type Measurement, timePerCall } from '../case.ts';

const PAPER_US = 500_000;
const TICK = 1 / 120; // [s]
const SECOND = 120; // ticks
const ROUNDS = 30;
const TICK_BYTES = 6000; // that a tick may allocate, plans included

const walking = (): Clip => perform(walk, { values: { strides: 3 } });
const running = (): Clip => perform(run);

function walker(clip = walking()): Locomotion {
  const body = fitBody(clip);
  const made = new Locomotion(body, clip);
  for (let k = 0; k < 100; k++) made.step(TICK);
  made.push({ impulse: [4, 0, 15], segment: body.roles.chest! });
  for (let k = 0; k < 20; k++) made.step(TICK);
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

const frameCase = (id: string, clip: () => Clip, note: string): BenchCase => ({
  id,
  measure(): Measurement {
    const made = walker(clip());
    const start = made.save();
    let frame = 0;
    const value = timePerCall(() => {
      // a second of recovery, again and again
      if (frame++ % 60 === 0) made.restore(start);
      made.step(TICK);
      made.step(TICK);
    });
    return { value, unit: 'us', against: '[Komura04]', ratio: PAPER_US / value, note };
  },
});

const bytesCase = (id: string, clip: () => Clip): BenchCase => ({
  id,
  measure(): Measurement {
    const made = walker(clip());
    const start = made.save();
    const ticks = Array.from({ length: SECOND }, () => () => void made.step(TICK));
    // until the engine has compiled what is hot
    leastOf(ticks, () => made.restore(start));
    const bytes = leastBytesOf(ticks, { before: () => made.restore(start), rounds: ROUNDS }).sort();
    const value = bytes.reduce((sum, one) => sum + one, 0) / SECOND;
    const note = `mean of a second of recovery; median ${bytes[SECOND / 2]}, most ${bytes[SECOND - 1]}`;
    return { value, unit: 'B', note, allocationBytesPerCall: value, allocationAllowed: TICK_BYTES };
  },
});

export const cases: readonly BenchCase[] = [
  frameCase('locomotion/frame-69', walking, 'picture at 60 Hz, 69 DOF'),
  frameCase('locomotion/frame-run-69', running, 'the same of a run'),
  {
    id: 'locomotion/tick-worst',
    measure(): Measurement {
      const made = walker();
      const start = made.save();
      const ticks = Array.from({ length: SECOND }, () => () => void made.step(TICK));
      const value = Math.max(...leastOf(ticks, () => made.restore(start)));
      return { value, unit: 'us', note: 'the dearest tick of a second of recovery: one that plans a step' };
    },
  },
  bytesCase('locomotion/tick-bytes', walking),
  bytesCase('locomotion/tick-bytes-run', running),
];
