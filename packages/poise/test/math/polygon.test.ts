import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convexHull, polygonArea, signedDistance } from '../../src/math/polygon.ts';

const hullOf = (pairs: readonly (readonly [number, number])[]): Float64Array => {
  const points = Float64Array.from(pairs.flat());
  const out = new Float64Array(2 * pairs.length + 2);
  return out.slice(0, 2 * convexHull(out, 0, points, pairs.length));
};

const pairs = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), {
  minLength: 1,
  maxLength: 24,
});

describe('convexHull', () => {
  it('of a square with a point inside is the square', () => {
    const hull = hullOf([
      [0, 0],
      [1, 0],
      [0.5, 0.5],
      [1, 1],
      [0, 1],
    ]);
    expect(Array.from(hull)).toEqual([0, 0, 1, 0, 1, 1, 0, 1]);
    expect(polygonArea(hull, 0, 4)).toBe(1);
  });

  it('holds every point, is made of given points and turns one way only', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const hull = hullOf(given);
        const count = hull.length / 2;
        const nearest = new Float64Array(2);
        for (const [x, z] of given) expect(signedDistance(nearest, hull, 0, count, x, z)).toBeGreaterThan(-1e-9);
        for (let k = 0; k < count; k++) {
          expect(given.some(([x, z]) => x === hull[2 * k] && z === hull[2 * k + 1])).toBe(true);
        }
        if (count > 2) expect(polygonArea(hull, 0, count)).toBeGreaterThan(0);
      }),
    );
  });

  it('of points on a line is its two ends, of equal points one point', () => {
    expect(
      hullOf([
        [0, 0],
        [2, 2],
        [1, 1],
      ]).length / 2,
    ).toBe(2);
    expect(
      hullOf([
        [3, 1],
        [3, 1],
        [3, 1],
      ]).length / 2,
    ).toBe(1);
  });
});

describe('signedDistance', () => {
  const square = Float64Array.of(0, 0, 2, 0, 2, 2, 0, 2);
  const nearest = new Float64Array(2);

  it('is the distance to the edge inside, its negative outside', () => {
    expect(signedDistance(nearest, square, 0, 4, 1, 0.5)).toBeCloseTo(0.5, 12);
    expect(signedDistance(nearest, square, 0, 4, 3, 1)).toBeCloseTo(-1, 12);
    expect(Array.from(nearest)).toEqual([2, 1]);
    expect(signedDistance(nearest, square, 0, 4, 5, 6)).toBeCloseTo(-5, 12);
  });

  it('serves points, segments and empty polygons', () => {
    expect(signedDistance(nearest, square, 0, 1, 3, 4)).toBeCloseTo(-5, 12);
    expect(signedDistance(nearest, square, 0, 2, 1, -1)).toBeCloseTo(-1, 12);
    expect(signedDistance(nearest, square, 0, 0, 1, 1)).toBeNaN();
  });

  it('agrees with a search over many points of the boundary', () => {
    fc.assert(
      fc.property(
        pairs,
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: -60, max: 60, noNaN: true }),
        (given, x, z) => {
          const hull = hullOf(given);
          const count = hull.length / 2;
          let best = Number.POSITIVE_INFINITY;
          for (let k = 0; k < count; k++) {
            const a = 2 * k;
            const b = 2 * ((k + 1) % count);
            for (let u = 0; u <= 1; u += 1 / 512) {
              const px = hull[a] + u * (hull[b] - hull[a]);
              const pz = hull[a + 1] + u * (hull[b + 1] - hull[a + 1]);
              best = Math.min(best, Math.hypot(x - px, z - pz));
            }
          }
          expect(Math.abs(Math.abs(signedDistance(nearest, hull, 0, count, x, z)) - best)).toBeLessThan(0.15);
        },
      ),
      { numRuns: 40 },
    );
  });
});
