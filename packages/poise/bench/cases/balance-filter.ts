/** The balance filter: whole experiments, and how the cost grows with length. */
import { existsSync, readFileSync } from 'node:fs';
import { fitBody } from '../../src/balance/fit-body.ts';
import { tak2000Body } from '../../src/body/tak2000.ts';
import { anglesAtSite, createCurve } from '../../src/methods/balance-filter/curve.ts';
import { balanceFilter } from '../../src/methods/balance-filter/index.ts';
import { placeRiders } from '../../src/methods/balance-filter/problem.ts';
import { createSiteState, differentiateState, evaluateState } from '../../src/methods/balance-filter/site.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { readClips } from '../../src/motion/formats/index.ts';
import { trim } from '../../src/motion/trim.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { limboWalk } from '../../src/performer/motions/limbo-walk.ts';
import { stretch } from '../../src/performer/motions/stretch.ts';
import { filtered, stretchClip, stretchInside } from '../../test/methods/filter-cases.ts';
import { LIMBO } from '../../test/methods/limbo.ts';
import { mocapPath } from '../../test/support/mocap.ts';
import { type BenchCase, timePerCall } from '../case.ts';

/** The 110-frame stretch one after another. */
function repeated(times: number): Clip {
  const clip = stretchInside();
  const q = new Float64Array(times * clip.q.length);
  for (let k = 0; k < times; k++) q.set(clip.q, k * clip.q.length);
  return withCoordinates(clip, q);
}

/** Milliseconds of processor time, which other work on the machine does not touch. */
function processorTime(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return 1e-3 * (user + system);
}

/** Milliseconds per factorisation of one window over the whole clip, best of three. */
function perFactorisation(clip: Clip): number {
  let best = Infinity;
  for (let run = 0; run < 3; run++) {
    let factorisations = 1;
    const time = processorTime(() => {
      factorisations = filtered(clip, { extension: 10 }).report.factorisations;
    });
    best = Math.min(best, time / factorisations);
  }
  return best;
}

/** A captured walk, where there are captures. */
async function tenSeconds(): Promise<Clip | undefined> {
  const file = mocapPath('snu-ys2010', 'wd2_pick_walk_1.bvh');
  if (!existsSync(file)) return undefined;
  const [clip] = await readClips(readFileSync(file), 'wd2_pick_walk_1.bvh');
  return trim(clip, 0, 300);
}

export const cases: readonly BenchCase[] = [
  {
    id: 'balance-filter/stretch-31',
    measure: () => ({
      value: timePerCall(() => void filtered(stretchClip)) / 1000,
      unit: 'ms',
      note: '31 frames, 31 unknowns, analysis included, warm; target ≤ 300',
    }),
  },
  {
    id: 'balance-filter/limbo-136',
    measure() {
      const clip = perform(limboWalk, { preset: 'tak2000' });
      return {
        value: processorTime(() => void filtered(clip, LIMBO)) / 1000,
        unit: 's',
        note: '136 frames, 5 stages; target ≤ 15',
      };
    },
  },
  {
    id: 'balance-filter/walk-10-s',
    async measure() {
      const clip = await tenSeconds();
      if (!clip) return { value: Number.NaN, unit: 's', note: 'no captures beside the repository' };
      const body = fitBody(clip);
      return {
        value: processorTime(() => void balanceFilter(body, clip)) / 1000,
        unit: 's',
        note: '10 s of a captured walk at 30 Hz, 300 frames, analysis before and after included; target ≤ 10',
      };
    },
  },
  {
    id: 'balance-filter/memory',
    measure() {
      const [short, long] = [repeated(2), repeated(8)].map((clip) => {
        const before = process.memoryUsage();
        let most = 0;
        const look = (): void => {
          const now = process.memoryUsage();
          most = Math.max(most, now.heapUsed + now.external - before.heapUsed - before.external);
        };
        filtered(clip, { extension: 10, onProgress: look });
        return most / clip.frameCount;
      });
      const note = `most memory per frame at 880 frames against 220 (${(short / 1024).toFixed(0)} kB per frame): linear is 1`;
      return { value: long / short, unit: '1', note };
    },
  },
  {
    id: 'balance-filter/frame-factorisation',
    measure: () => ({
      value: perFactorisation(repeated(2)) / 220,
      unit: 'ms',
      note: 'all work per frame and factorisation, 31 unknowns; target ≤ 0.35',
    }),
  },
  {
    id: 'balance-filter/growth',
    measure() {
      perFactorisation(repeated(1)); // warm
      const [one, two, four, eight] = [1, 2, 4, 8].map((times) => perFactorisation(repeated(times)));
      const ratios = [two / one, four / two, eight / four];
      const note = `t(2N)/t(N) per factorisation at 110, 220, 440 frames: ${ratios.map((r) => r.toFixed(2)).join(', ')}`;
      return { value: Math.max(...ratios), unit: '1', note };
    },
  },
  {
    id: 'balance-filter/site-derivatives',
    measure() {
      const curve = createCurve(tak2000Body(), stretchClip, 1 / 30, 0);
      const state = createSiteState(curve.mechanism, 1);
      placeRiders(state, curve, 15);
      anglesAtSite(state.angles, state.rates, state.seconds, curve.angles.coefficients, 15, curve.angles.spacing);
      const value = timePerCall(() => {
        evaluateState(curve.mechanism, state);
        differentiateState(curve.mechanism, state);
      });
      return { value, unit: 'us', note: 'wrench and its derivatives at one site; target ≤ 60' };
    },
  },
  {
    id: 'balance-filter/mannequin-stretch',
    measure() {
      const clip = perform(stretch);
      const { body } = createActor();
      return {
        value: processorTime(() => void balanceFilter(body, clip)) / 1000,
        unit: 's',
        note: `${clip.frameCount} frames at 60 Hz, 34 unknowns, cold`,
      };
    },
  },
];
