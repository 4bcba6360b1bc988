/** How long the performer takes to walk and run. Asked for: ten seconds of walking in at most two. */
import { motionNamed } from '../../src/performer/index.ts';
import { perform } from '../../src/performer/motion.ts';
import { type BenchCase, timePerCall } from '../case.ts';

const gait = (id: 'walk' | 'run', strides: number): BenchCase => ({
  id: `performer/${id}-10s`,
  measure() {
    const clip = perform(motionNamed(id), { values: { strides } });
    const seconds = clip.frameCount * clip.frameTime;
    const value = timePerCall(() => void perform(motionNamed(id), { values: { strides } })) / 1000;
    return {
      value,
      unit: 'ms',
      against: 'the time it shows',
      ratio: (1000 * seconds) / value,
      note: `${seconds.toFixed(1)} s of motion; walk: target ≤ 2000`,
    };
  },
});

export const cases: readonly BenchCase[] = [gait('walk', 9), gait('run', 14)];
