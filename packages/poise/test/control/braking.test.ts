import { describe, expect, it } from 'vitest';
import { leastBraking } from '../../src/control/braking.ts';

const H = 1 / 120; // [s]
const NEAR = 25; // [1/s]
const QUICK = 60; // [1/s]

describe('braking at a bound', () => {
  it('lets nothing through that is pulled there as hard as one likes', () => {
    for (const pull of [-5, -40, -200]) {
      let [gap, rate, least] = [0.2, 0, 1];
      for (let k = 0; k < 600; k++) {
        rate += H * Math.max(pull, leastBraking(gap, rate, NEAR, QUICK));
        gap += H * rate;
        least = Math.min(least, gap);
      }
      expect(least).toBeGreaterThan(-1e-3);
      expect(gap).toBeLessThan(0.01); // and it comes there
    }
  });

  it('leaves alone what stops at the bound by itself', () => {
    const braking = 13; // [m/s²] of a foot that comes down to rest
    for (let left = 0.2; left > 0.01; left -= 0.01) {
      const asked = leastBraking((braking * left * left) / 2, -braking * left, NEAR, QUICK);
      expect(asked).toBeLessThanOrEqual(braking + 1e-9);
    }
  });

  it('asks nothing of what goes away from the bound', () => {
    expect(leastBraking(0.01, 0.5, NEAR, QUICK)).toBeLessThan(0);
  });
});
