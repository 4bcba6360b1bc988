import { describe, expect, it } from 'vitest';
import { createRng, uniform } from '../../src/math/random.ts';
import { settle, settleRate } from '../../src/math/settle.ts';

describe('an offset that settles', () => {
  it('starts as it was, ends at rest, never swings to the other side, and its rate is its derivative', () => {
    const rng = createRng(7);
    for (let round = 0; round < 200; round++) {
      const [x0, v0, longest] = [uniform(rng, -1, 1), uniform(rng, -6, 6), uniform(rng, 0.1, 1)];
      expect(settle(x0, v0, longest, 0)).toBe(x0);
      expect(settleRate(x0, v0, longest, 0)).toBe(v0);
      expect(settle(x0, v0, longest, longest)).toBe(0);
      const h = 1e-6;
      const end = x0 * v0 < 0 ? Math.min(longest, (-5 * x0) / v0) : longest;
      expect(Math.abs(settle(x0, v0, longest, end - h))).toBeLessThan(1e-9);
      expect(Math.abs(settleRate(x0, v0, longest, end - h))).toBeLessThan(1e-3);
      for (let k = 1; k < 20; k++) {
        const t = (k / 20) * end;
        expect(settle(x0, v0, longest, t) * Math.sign(x0)).toBeGreaterThan(-1e-9);
        const rate = (settle(x0, v0, longest, t + h) - settle(x0, v0, longest, t - h)) / (2 * h);
        expect(settleRate(x0, v0, longest, t)).toBeCloseTo(rate, 4);
      }
    }
  });
});
