import { describe, expect, it } from 'vitest';
import { createRng, uniform } from '../../src/math/random.ts';
import { settle, settleRate } from '../../src/math/settle.ts';

describe('an offset that settles', () => {
  it('starts as it was, ends at rest, swings to the other side only where it hurries home from near, and its rate is its derivative', () => {
    const rng = createRng(7);
    for (let round = 0; round < 200; round++) {
      const [x0, v0, longest] = [uniform(rng, -1, 1), uniform(rng, -6, 6), uniform(rng, 0.1, 1)];
      expect(settle(x0, v0, longest, 0)).toBe(x0);
      expect(settleRate(x0, v0, longest, 0)).toBe(v0);
      expect(settle(x0, v0, longest, longest)).toBe(0);
      const h = 1e-6;
      const home = x0 * v0 < 0 ? (-5 * x0) / v0 : longest;
      const end = Math.max(longest / 2, Math.min(longest, home));
      expect(Math.abs(settle(x0, v0, longest, end - h))).toBeLessThan(1e-9);
      expect(Math.abs(settleRate(x0, v0, longest, end - h))).toBeLessThan(1e-3);
      for (let k = 1; k < 20; k++) {
        const t = (k / 20) * end;
        if (home >= longest / 2) expect(settle(x0, v0, longest, t) * Math.sign(x0)).toBeGreaterThan(-1e-9);
        const rate = (settle(x0, v0, longest, t + h) - settle(x0, v0, longest, t - h)) / (2 * h);
        expect(settleRate(x0, v0, longest, t)).toBeCloseTo(rate, 4);
      }
    }
  });

  it('is braked no harder than its time asks for, however near it is', () => {
    for (const x0 of [1e-6, 0.01, 0.1]) {
      const [v0, longest, h] = [-1.4, 0.5, 1 / 60];
      for (let t = 0; t < longest; t += h) {
        const braking = (settleRate(x0, v0, longest, t + h) - settleRate(x0, v0, longest, t)) / h;
        expect(Math.abs(braking)).toBeLessThan(25); // [m/s²]: 1.4 m/s within a quarter of a second, smoothly
      }
    }
  });
});
