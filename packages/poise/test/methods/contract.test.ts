/** Every method that is listed keeps the contract; a new one is tested by being listed. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { balanceFilterMethod } from '../../src/methods/balance-filter/as-method.ts';
import { checkInput } from '../../src/methods/check-input.ts';
import { methodNamed, methods } from '../../src/methods/index.ts';
import type { Method } from '../../src/methods/method.ts';
import { withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { checks, contractCase } from './contract.ts';

const SLOW = 120_000; // [ms] some methods plan; nothing here is a test of speed
const made = contractCase();

describe('the registry', () => {
  it('has one entry per id, with its paper and a sentence', () => {
    expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length);
    for (const { id, title, summary, paper, tolerance } of methods) {
      expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
      expect(title).not.toBe('');
      expect(summary).toMatch(/\.$/);
      expect(paper).toMatch(/^\[\w+\]$/);
      expect(tolerance).toBeGreaterThanOrEqual(0);
      expect(tolerance).toBeLessThan(0.1);
    }
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
  run: (input) => {
    checkInput(input);
    for (const done of [0, 1]) input.onProgress?.(done);
    return { clip: input.clip, outcome: { status: 'idle', achieved: true, reason: 'Nothing was done.' } };
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
      { ...idle, run: ({ clip }) => ({ clip, outcome: { status: 'x', achieved: true, reason: 'X.' } }) },
    ],
  ])('would notice %s', (_, words, broken) => {
    expect(() => check(words).run(idle, made)).not.toThrow();
    expect(() => check(words).run(broken, made)).toThrow();
  });
});
