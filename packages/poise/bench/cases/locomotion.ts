/**
 * Hits while walking: what one hit costs to plan, and what a picture (two ticks of 1/120 s) costs while the body recovers, 23
 * joints (69 degrees of freedom). [Komura04] reports 0.5 s per frame.
 */
import { fitBody } from '../../src/balance/fit-body.ts';
import { hitPlan } from '../../src/methods/reactive-locomotion/hit-plan.ts';
import { restoreWalker, saveWalker } from '../../src/methods/reactive-locomotion/save-walker.ts';
import { createWalker, pushWalker, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { type BenchCase, type Measurement, timePerCall } from '../case.ts';

const PAPER_US = 500_000;

function walker() {
  const clip = perform(walk, { values: { strides: 3 } });
  const made = createWalker(fitBody(clip), clip);
  for (let k = 0; k < 100; k++) tickWalker(made);
  pushWalker(made, { impulse: [4, 0, 15], segment: made.body.roles.chest! });
  for (let k = 0; k < 20; k++) tickWalker(made);
  return made;
}

export const cases: readonly BenchCase[] = [
  {
    id: 'locomotion/plan-per-hit',
    measure(): Measurement {
      const { plan, ticks } = walker().state;
      const hit = { velocity: [0.15, 0.05], momentum: [3, 1] } as const;
      const value = timePerCall(() => hitPlan(plan, ticks / 120, hit));
      return { value, unit: 'us', note: 'one hit, landing chosen anew' };
    },
  },
  {
    id: 'locomotion/frame-69',
    measure(): Measurement {
      const made = walker();
      const start = saveWalker(made);
      let frame = 0;
      const value = timePerCall(() => {
        // a second of recovery, again and again
        if (frame++ % 60 === 0) restoreWalker(made, start);
        tickWalker(made);
        tickWalker(made);
      });
      return { value, unit: 'us', against: '[Komura04]', ratio: PAPER_US / value, note: 'picture at 60 Hz, 69 DOF' };
    },
  },
];
