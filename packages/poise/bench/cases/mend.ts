/** Mending, planting and balancing: processor time per second of clip by kind of damage, and whether memory stays flat in length. */
import { fitBody } from '../../src/balance/fit-body.ts';
import { mend } from '../../src/mend/index.ts';
import { balanceFilter } from '../../src/methods/balance-filter/index.ts';
import { plantFeet } from '../../src/methods/plant-feet/index.ts';
import { type Clip, createClip, withCoordinates } from '../../src/motion/clip.ts';
import { resample } from '../../src/motion/resample.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { shifted, trembling } from '../../test/mend/damage.ts';
import type { BenchCase, Measurement } from '../case.ts';

const DEGREE = Math.PI / 180;
const RUNS = 2; // the better of them: the first also pays the compiler

/** A performed walk, as if it came from a file. */
const walking = (rate: number, strides: number): Clip =>
  createClip({ ...resample(perform(walk, { values: { strides } }), 1 / rate), provenance: 'unknown' });

const sliding = (clip: Clip): Clip => {
  const nq = coordinateCount(clip.skeleton);
  return withCoordinates(
    clip,
    clip.q.map((value, i) => (i % nq === 0 || i % nq === 2 ? 0.8 * value : value)),
  );
};
const noisy = (clip: Clip): Clip => trembling(clip, Object.values(fitBody(clip).roles), DEGREE, 5);

/** Processor seconds per second of clip. */
function costOf(clip: Clip, run: (clip: Clip) => unknown, note: string): Measurement {
  let best = Infinity;
  for (let k = 0; k < RUNS; k++) {
    const start = process.cpuUsage();
    run(clip);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, 1e-6 * (user + system));
  }
  return { value: best / (clip.frameCount * clip.frameTime), unit: 's/s', note };
}

const KINDS = {
  'sliding-30': () => sliding(walking(30, 4)),
  'noisy-30': () => noisy(walking(30, 4)),
  'noisy-120': () => noisy(walking(120, 2)),
  'floating-60': () => shifted(walking(60, 3), () => [0, 0.06, 0]),
} as const;

const WORK = {
  mend: (clip: Clip) => mend(clip),
  plant: (clip: Clip) => plantFeet(fitBody(clip), clip),
  balance: (clip: Clip) => balanceFilter(fitBody(clip), clip),
} as const;

export const cases: readonly BenchCase[] = [
  ...Object.entries(WORK).flatMap(([work, run]) =>
    Object.entries(KINDS).map(
      ([kind, clip]): BenchCase => ({
        id: `mend/${work}/${kind}`,
        measure: () => costOf(clip(), run, 'processor time per second of a performed walk that was damaged'),
      }),
    ),
  ),
  {
    id: 'mend/growth',
    measure() {
      const [short, long] = [4, 8].map((strides) => costOf(sliding(walking(30, strides)), WORK.mend, '').value);
      return {
        value: long / short,
        unit: '1',
        note: 'cost per second of a clip twice as long, against the shorter one',
      };
    },
  },
];
