import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { power, tanh } from '../../src/math/power.ts';

/** Distance in units of the last place of b. */
const apart = (a: number, b: number): number => Math.abs(a - b) / (Math.abs(b) * Number.EPSILON || Number.MIN_VALUE);

describe('power', () => {
  it('is the product for whole exponents', () => {
    expect(power(1.7, 3)).toBe(1.7 * (1.7 * 1.7));
    expect(power(-2, 5)).toBe(-32);
    expect(power(10, 22)).toBe(1e22);
    expect(power(4, -2)).toBe(1 / 16);
    expect(power(0, 0)).toBe(1);
  });

  it('is the power of the engine but for rounding', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: -8, max: 8, noNaN: true }),
        (x, n) => apart(power(x, n), x ** n) < 200,
      ),
    );
  });

  it('has the limits of a power at zero', () => {
    expect(power(0, 0.3)).toBe(0);
    expect(power(0, -0.5)).toBe(Number.POSITIVE_INFINITY);
    expect(power(-1, 0.5)).toBeNaN();
  });
});

describe('tanh', () => {
  it('is that of the engine but for rounding', () => {
    fc.assert(
      fc.property(fc.double({ min: -30, max: 30, noNaN: true }), (x) => Math.abs(tanh(x) - Math.tanh(x)) <= 4e-16),
    );
    expect(tanh(0)).toBe(0);
    expect(tanh(-800)).toBe(-1);
  });
});
