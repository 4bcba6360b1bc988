import { describe, expect, it } from 'vitest';
import { envelope } from '../../src/math/envelope.ts';
import { createRng } from '../../src/math/random.ts';

describe('envelope', () => {
  it('is never below the values, comes back to zero and has no corners', () => {
    const rng = createRng(3);
    for (let round = 0; round < 20; round++) {
      const values = Float64Array.from({ length: 120 }, (_, k) =>
        k > 40 && k < 80 && rng.next() < 0.2 ? rng.next() : 0,
      );
      const half = 1 + Math.floor(6 * rng.next());
      const smooth = envelope(values, half);
      const most = Math.max(...values);
      values.forEach((value, k) => {
        expect(smooth[k]).toBeGreaterThanOrEqual(value - 1e-12);
      });
      expect(Math.max(...smooth)).toBeLessThanOrEqual(most + 1e-12);
      expect(smooth[40 - 4 * half]).toBe(0);
      // two running means: slopes change by at most two steps of the mean's width
      for (let k = 1; k < 119; k++) {
        const bend = Math.abs(smooth[k - 1] - 2 * smooth[k] + smooth[k + 1]);
        expect(bend).toBeLessThanOrEqual((2 * most) / (2 * half + 1) ** 2 + 1e-12);
      }
    }
  });

  it('leaves zeros alone', () => {
    expect(envelope(new Float64Array(9), 2)).toEqual(new Float64Array(9));
  });
});
