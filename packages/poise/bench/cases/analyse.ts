/** Whole clips: a minute of walking at 60 Hz, smoothed as a capture would be, and how the cost grows with length. */
import { type AnalyseOptions, analyse } from '../../src/balance/analyse.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import { lint } from '../../src/balance/lint.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { type BenchCase, timePerCall } from '../case.ts';

const RATE = 60; // [Hz]
const AS_A_FILE: Partial<AnalyseOptions> = { cutoff: 6 };

/** The performer's walk, there and back again, for a while. */
function walking(seconds: number): Clip {
  const clip = perform(motionNamed('walk'), { values: { strides: 4 } });
  const nq = coordinateCount(clip.skeleton);
  const frames = seconds * RATE;
  const q = new Float64Array(nq * frames);
  for (let frame = 0; frame < frames; frame++) {
    const at = frame % (2 * clip.frameCount - 2);
    const from = at < clip.frameCount ? at : 2 * clip.frameCount - 2 - at;
    q.set(clip.q.subarray(from * nq, (from + 1) * nq), frame * nq);
  }
  return withCoordinates(clip, q);
}

const milliseconds = (run: () => void): number => timePerCall(run) / 1000;

export const cases: readonly BenchCase[] = [
  {
    id: 'balance/analyse-60s',
    measure() {
      const clip = walking(60);
      const body = fitBody(clip);
      const value = milliseconds(() => void analyse(body, clip, AS_A_FILE));
      return { value, unit: 'ms', note: '3600 frames, 22 joints, warm; target ≤ 60' };
    },
  },
  {
    id: 'balance/analyse-growth',
    measure() {
      const [short, long] = [walking(60), walking(120)];
      const body = fitBody(short);
      const once = milliseconds(() => void analyse(body, short, AS_A_FILE));
      const twice = milliseconds(() => void analyse(body, long, AS_A_FILE));
      return { value: twice / once, unit: '1', note: 't(2N)/t(N); 2 is linear' };
    },
  },
  {
    id: 'balance/fit-body-60s',
    measure() {
      const clip = walking(60);
      return { value: milliseconds(() => void fitBody(clip)), unit: 'ms' };
    },
  },
  {
    id: 'balance/lint-60s',
    measure() {
      const clip = walking(60);
      const body = fitBody(clip);
      const report = analyse(body, clip, AS_A_FILE);
      return { value: milliseconds(() => void lint(body, clip, report)), unit: 'ms' };
    },
  },
];
