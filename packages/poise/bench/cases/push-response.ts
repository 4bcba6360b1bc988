/** Push responses: choosing, and how that grows with the library; a step of a character that answers. */
import { createRng, uniform } from '../../src/math/random.ts';
import { startPushResponse } from '../../src/methods/push-response/as-method.ts';
import { type Entry, entriesFor } from '../../src/methods/push-response/entries.ts';
import { FEATURES } from '../../src/methods/push-response/pose-features.ts';
import { createSearcher, select } from '../../src/methods/push-response/select.ts';
import { type FootPlace, type Query, SELECT_DEFAULTS } from '../../src/methods/push-response/selection.ts';
import { body, idle, smallLibrary } from '../../test/methods/push-cases.ts';
import { type BenchCase, timePerCall } from '../case.ts';

const PUSHES = 256;

/** A library of any size: the small one again and again, each with an impulse and a direction of its own. */
function entriesOf(count: number): readonly Entry[] {
  const rng = createRng(1);
  const base = entriesFor(smallLibrary(), body);
  return Array.from({ length: count }, (_, id) => {
    const entry = base[id % base.length];
    return { ...entry, id, angle: uniform(rng, -Math.PI, Math.PI), radius: entry.radius * uniform(rng, 0.7, 1.3) };
  });
}

const foot = (x: number): FootPlace => ({
  ball: [x, 0],
  neutral: [x, 0],
  heel: [0, -0.18],
  height: 0,
  planted: true,
});

function queries(neutral: boolean): readonly Query[] {
  const rng = createRng(2);
  return Array.from({ length: PUSHES }, () => {
    const angle = uniform(rng, -Math.PI, Math.PI);
    const radius = uniform(rng, 4, 40);
    const features = Float64Array.from({ length: FEATURES }, () => uniform(rng, -0.05, 0.05));
    return {
      carried: [0, 0],
      push: [radius * Math.sin(angle), radius * Math.cos(angle)],
      neutral,
      features: neutral ? undefined : features,
      feet: [foot(0.1), foot(-0.1)],
      walkable: [],
      recent: [],
    };
  });
}

/** Microseconds per search. */
function selection(count: number, neutral: boolean): number {
  const searcher = createSearcher(entriesOf(count), () => 0.12, 0.85);
  const asked = queries(neutral);
  for (const query of asked) select(searcher, query, SELECT_DEFAULTS); // makes what is made on demand
  let next = 0;
  return timePerCall(() => void select(searcher, asked[next++ % PUSHES], SELECT_DEFAULTS));
}

const choosing = (count: number, target: string): BenchCase => ({
  id: `push-response/select-${count}`,
  measure: () => ({ value: selection(count, true), unit: 'us', note: `a push while standing${target}` }),
});

const choosingAgain = (count: number): BenchCase => ({
  id: `push-response/select-again-${count}`,
  measure: () => ({ value: selection(count, false), unit: 'us', note: 'a push in the middle of a recovery' }),
});

export const cases: readonly BenchCase[] = [
  choosing(70, '; target ≤ 50'),
  choosing(700, ''),
  choosing(10_000, '; target ≤ 500'),
  choosingAgain(70),
  choosingAgain(700),
  {
    id: 'push-response/step',
    measure() {
      const responder = startPushResponse({ body, clip: idle }, { library: smallLibrary() });
      let count = 0;
      const run = (): void => {
        if (count++ % 120 === 0) responder.push({ impulse: [0, 0, 28], segment: 0 });
        responder.step(1 / 60);
      };
      return {
        value: timePerCall(run),
        unit: 'us',
        note: 'one frame of a character that is pushed every 2 s; target ≤ 300',
      };
    },
  },
];
