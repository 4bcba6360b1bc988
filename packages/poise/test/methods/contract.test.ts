/** Every method that is listed keeps the contract; a new one is tested by being listed. */
import load from '@mujoco/mujoco';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import type { Situation } from '../../src/gait/situation.ts';
import { balanceFilterMethod } from '../../src/methods/balance-filter/as-method.ts';
import { checkInput } from '../../src/methods/check-input.ts';
import { methodNamed, methods } from '../../src/methods/index.ts';
import type { Method } from '../../src/methods/method.ts';
import { LEVEL_GROUND } from '../../src/methods/push-response/measure.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { checks } from './contract.ts';
import { contractCase } from './contract-case.ts';

const SLOW = 120_000; // [ms] some methods plan; nothing here is a test of speed
const made = contractCase({
  'plant-feet': { analyse: { ground: LEVEL_GROUND } }, // performed on it; a fitted floor is 3 mm higher
  anticipation: { engine: await load(), maxEvaluations: 4 }, // that it learns well is no part of the contract
});

describe('the registry', () => {
  it('has one entry per id, with its paper and a sentence', () => {
    expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length);
    for (const { id, title, summary, paper, tolerance } of methods) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(title).not.toBe('');
      expect(summary).toMatch(/\.$/);
      if (paper !== undefined) expect(paper).toMatch(/^\[\w+\]$/);
      expect(tolerance).toBeGreaterThanOrEqual(0);
      expect(tolerance).toBeLessThan(0.1);
    }
  });

  it.each<[string, Partial<Situation>, string]>([
    ['stands on both feet', {}, 'push-response'],
    ['stands on one foot', { bothFeetDown: false }, 'push-response'],
    ['stands and kicks', { bothFeetDown: false, feetTravel: 0.9 }, 'reactive-blend'],
    ['walks', { kind: 'walks', speed: 1.3, gaitError: '' }, 'reactive-locomotion'],
    ['runs', { kind: 'runs', speed: 3, gaitError: '' }, 'reactive-locomotion'],
    ['walks less than two steps', { kind: 'walks', speed: 1.3, gaitError: 'one step' }, 'reactive-locomotion'],
    ['lies', { kind: 'other' }, 'reactive-blend'],
    ['stands, and nobody pushes', { pushes: 0 }, 'balance-filter'],
  ])('has one method that fits best who %s', (_, change, best) => {
    const standing = { kind: 'stands', speed: 0, beltSpeed: 0, bothFeetDown: true, feetTravel: 0, pushes: 1 } as const;
    const fits = methods.map((method) => ({ id: method.id, ...method.fits({ ...standing, ...change }) }));
    expect(fits.reduce((a, b) => (b.fit > a.fit ? b : a)).id).toBe(best);
  });

  it('finds methods by id and names those it has', () => {
    expect(methodNamed('balance-filter')).toBe(balanceFilterMethod);
    expect(() => methodNamed('levitation')).toThrow(UsageError);
    expect(() => methodNamed('levitation')).toThrow(/balance-filter/);
  });
});

for (const method of methods) {
  describe(method.title, () => {
    for (const check of checks) {
      if (check.online && !method.start) continue;
      it(check.name, () => check.run(method, made), SLOW);
    }
  });
}

/** A method that does nothing, and does that right. */
const idle: Method = {
  ...balanceFilterMethod,
  fits: ({ pushes }) => ({ fit: pushes > 0 ? 0 : 1, reason: 'It does nothing.' }),
  run: (input) => {
    checkInput(input);
    for (const done of [0, 1]) input.onProgress?.(done);
    return {
      clip: input.clip,
      outcome: { status: 'idle', achieved: true, reason: 'Nothing was done.' },
      events: [],
      notes: [],
    };
  },
};

describe('the contract itself', () => {
  const check = (words: string) => checks.find(({ name }) => name.includes(words))!;
  const changing = (change: (q: Float64Array, nq: number) => void): Method => ({
    ...idle,
    run: (input) => {
      const q = input.clip.q.slice();
      change(q, coordinateCount(input.clip.skeleton));
      return { ...idle.run(input), clip: withCoordinates(input.clip, q) };
    },
  });
  let calls = 0;

  it.each<[string, string, Method]>([
    ['chance', 'same bytes', changing((q) => q.fill(++calls, 0, 1))],
    ['NaN', 'number that is none', changing((q) => q.fill(Number.NaN, 40, 41))],
    [
      'sliding',
      'planted feet',
      changing((q, nq) => {
        for (let i = 0; i < q.length; i += nq) q[i] += (1e-3 * i) / nq;
      }),
    ],
    [
      'a changed balanced clip',
      'within its tolerance',
      changing((q) => q.set([0, 0, Math.sin(0.2), Math.cos(0.2)], 11)),
    ],
    [
      'a changed input',
      'touch its input',
      { ...idle, run: (input) => idle.run({ ...input, seed: input.clip.q.fill(1, 0, 1).length }) },
    ],
    ['no progress', 'progress', { ...idle, run: ({ onProgress: _, ...input }) => idle.run(input) }],
    [
      'progress that goes back',
      'progress',
      {
        ...idle,
        run: (input) => {
          for (const done of [0.5, 0.2, 1]) input.onProgress?.(done);
          return idle.run(input);
        },
      },
    ],
    [
      'input that is not looked at',
      'refuses',
      {
        ...idle,
        run: ({ clip }) => ({ clip, outcome: { status: 'x', achieved: true, reason: 'X.' }, events: [], notes: [] }),
      },
    ],
    ['a fit beyond 1', 'how well it fits', { ...idle, fits: () => ({ fit: 1.2, reason: 'It fits.' }) }],
    ['a fit without a reason', 'how well it fits', { ...idle, fits: () => ({ fit: 1, reason: '' }) }],
    ['pushes that are passed over', 'nothing to do', { ...idle, fits: () => ({ fit: 1, reason: 'It fits.' }) }],
    [
      'an event without words',
      'describes every event',
      { ...idle, describe: ({ kind }) => `It is ${kind} undefined.` },
    ],
  ])('would notice %s', (_, words, broken) => {
    expect(() => check(words).run(idle, made)).not.toThrow();
    expect(() => check(words).run(broken, made)).toThrow();
  });
});
