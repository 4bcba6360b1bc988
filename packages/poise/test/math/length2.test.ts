import { expect, it } from 'vitest';
import { length2 } from '../../src/math/length2.ts';
import { createRng, uniform } from '../../src/math/random.ts';

it('agrees with Math.hypot', () => {
  const rng = createRng(5);
  for (let i = 0; i < 1000; i++) {
    const size = 10 ** uniform(rng, -6, 6);
    const [x, y] = [size * uniform(rng, -1, 1), uniform(rng, -1, 1)];
    const expected = Math.hypot(x, y);
    expect(Math.abs(length2(x, y) - expected)).toBeLessThanOrEqual(2 * Number.EPSILON * expected);
  }
});

it('neither overflows nor loses what is small', () => {
  expect(length2(3e200, -4e200)).toBeCloseTo(5e200, -190);
  expect(length2(3e-200, 4e-200) / 5e-200).toBeCloseTo(1, 12);
  expect(length2(0, -0)).toBe(0);
  expect(length2(-Infinity, 1)).toBe(Infinity);
  expect(length2(1, Number.NaN)).toBeNaN();
});
