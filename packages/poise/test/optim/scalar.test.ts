import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoot, goldenSection } from '../../src/optim/find-root.ts';

describe('findRoot', () => {
  it.each([
    ['line', (x: number) => 2 * x - 1, 0, 3, 0.5],
    ['cosine', (x: number) => Math.cos(x) - x, 0, 1, 0.7390851332151607],
    ['flat cubic', (x: number) => (x - 1) ** 3, -2, 3.7, 1],
    ['steep', (x: number) => Math.atan(1e6 * (x - 0.3)), -10, 10, 0.3],
    ['reversed ends', (x: number) => x * x - 2, 2, 0, Math.SQRT2],
    ['root at an end', (x: number) => x, 0, 1, 0],
  ])('finds the root: %s', (_, f, a, b, root) => {
    const { status, x, iterations } = findRoot(f, a, b);
    expect(status).toBe('solved');
    expect(Math.abs(x - root)).toBeLessThan(1e-11);
    expect(iterations).toBeLessThan(200);
  });

  it('needs few calls where the function is smooth', () => {
    let calls = 0;
    findRoot(
      (x) => {
        calls++;
        return Math.exp(x) - 5;
      },
      0,
      4,
    );
    expect(calls).toBeLessThan(15);
  });

  it('stays in the bracket and finds a sign change of any polynomial', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 2, maxLength: 6 }), (c) => {
        const f = (x: number): number => c.reduceRight((sum, a) => sum * x + a, 0);
        const { status, x } = findRoot(f, -2, 2);
        expect(Math.abs(x)).toBeLessThanOrEqual(2);
        if (f(-2) * f(2) < 0) {
          expect(status).toBe('solved');
          expect(f(x - 2e-12) * f(x + 2e-12)).toBeLessThanOrEqual(0);
        } else if (f(-2) * f(2) > 0) expect(status).toBe('no-bracket');
      }),
      { seed: 2 },
    );
  });

  it('says when there is no sign change and when values are not numbers', () => {
    expect(findRoot((x) => x * x + 1, -1, 2)).toMatchObject({ status: 'no-bracket', x: -1 });
    expect(findRoot(() => Number.NaN, 0, 1).status).toBe('no-bracket');
    expect(findRoot((x) => (x === 0 || x === 1 ? x - 0.5 : Number.NaN), 0, 1).status).toBe('stalled');
  });
});

describe('goldenSection', () => {
  it('finds the minimum of one valley, inside or at the edge', () => {
    expect(goldenSection((x) => (x - 0.3) ** 2, -1, 2).x).toBeCloseTo(0.3, 7);
    expect(goldenSection((x) => Math.abs(x - 1.7), 0, 2).x).toBeCloseTo(1.7, 7);
    expect(goldenSection((x) => x, 2, -1).x).toBeCloseTo(-1, 7);
  });
});
