/** CMRT curves, their search space, families and sums; the cost; names by content. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors.ts';
import { createRng, normal } from '../../src/math/random.ts';
import {
  CMRT_LIMIT,
  type Cmrt,
  cmrtCurve,
  flatCmrt,
  type OffsetCurve,
  softClamp,
  softClampSlope,
} from '../../src/methods/anticipation/cmrt.ts';
import { cmrtFromVector, LEAST_GAP, vectorFromCmrt } from '../../src/methods/anticipation/cmrt-vector.ts';
import { interpolateFamily, lerpCmrt, superpose } from '../../src/methods/anticipation/combine.ts';
import { canonicalJson, contentHash } from '../../src/methods/anticipation/content-hash.ts';
import { type Course, costOf, isSolved, paperCost, rmsOf } from '../../src/methods/anticipation/objective.ts';

const catchLike: Cmrt = { duration: 3, knots: [0.5, 0.95, 1.2, 2.1], forward: [-0.02, -0.11, -0.05, 0.01] };
const sideways: Cmrt = { ...catchLike, left: [0.01, 0.03, -0.02, 0] };

function at(curve: OffsetCurve, t: number): Float64Array {
  const out = new Float64Array(4);
  curve.sample(out, t);
  return out;
}

describe('a CMRT curve', () => {
  it('goes through its points, and is still at zero at both ends and outside', () => {
    const curve = cmrtCurve(sideways);
    sideways.knots.forEach((t, i) => {
      expect(at(curve, t)[1]).toBeCloseTo(sideways.forward[i]!, 12);
      expect(at(curve, t)[0]).toBeCloseTo(sideways.left![i]!, 12);
    });
    for (const t of [-1, 0, 3, 4, Number.NaN]) expect([...at(curve, t)]).toEqual([0, 0, 0, 0]);
    for (const t of [1e-7, 3 - 1e-7]) expect(Math.max(...at(curve, t).map(Math.abs))).toBeLessThan(1e-6);
  });

  it('is C²: value, slope and curvature do not jump at knots, also where it is bent by the limit', () => {
    const high = { ...catchLike, forward: [-0.02, -0.3, -0.18, 0.16] };
    for (const curve of [cmrtCurve(catchLike), cmrtCurve(high)]) {
      const h = 1e-5;
      for (const t of catchLike.knots) {
        const slope = (from: number) => (at(curve, from + h)[1] - at(curve, from)[1]) / h;
        expect(at(curve, t + h)[1] - at(curve, t - h)[1]).toBeCloseTo(0, 4);
        expect(slope(t) - slope(t - h)).toBeCloseTo(0, 3);
        const bend = (from: number) => (at(curve, from + h)[3] - at(curve, from)[3]) / h;
        expect(Math.abs(bend(t) - bend(t - h))).toBeLessThan(0.02);
      }
    }
  });

  it('has the rates of its values', () => {
    const curve = cmrtCurve({ ...sideways, forward: [-0.02, -0.3, -0.18, 0.1] });
    for (let t = 0.013; t < 3; t += 0.071) {
      const [before, after, here] = [at(curve, t - 1e-6), at(curve, t + 1e-6), at(curve, t)];
      for (const k of [0, 1]) expect(here[2 + k]).toBeCloseTo((after[k] - before[k]) / 2e-6, 6);
    }
  });

  it('never asks for more than the limit', () => {
    const wild = cmrtCurve({ ...catchLike, forward: [0.5, -0.9, 3, -0.4] });
    for (let t = 0; t < 3; t += 0.01) expect(Math.abs(at(wild, t)[1])).toBeLessThanOrEqual(CMRT_LIMIT);
    expect(softClamp(0.1, 0.2)).toBe(0.1);
    expect(softClampSlope(0.1, 0.2)).toBe(1);
    expect(softClamp(-5, 0.2)).toBeCloseTo(-0.2, 6);
  });

  it.each<[string, Partial<Cmrt>, RegExp]>([
    ['knots that do not ascend', { knots: [1, 0.5, 2, 2.5] }, /ascend/],
    ['a knot beyond the end', { knots: [1, 1.5, 2, 3.5] }, /ascend/],
    ['three points', { forward: [0, 0, 0] }, /4 numbers in "forward"/],
    ['a number that is none', { forward: [0, Number.NaN, 0, 0] }, /"forward"/],
    ['no time', { duration: 0 }, /duration/],
  ])('refuses %s', (_, change, message) => {
    expect(() => cmrtCurve({ ...catchLike, ...change })).toThrow(UsageError);
    expect(() => cmrtCurve({ ...catchLike, ...change })).toThrow(message);
  });
});

describe('the search space', () => {
  it('holds only CMRTs: sorted knots with gaps, whatever the numbers', () => {
    const any = fc.array(fc.double({ min: -40, max: 40, noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(any, fc.double({ min: 0.4, max: 6, noNaN: true }), (vector, duration) => {
        const times = [0, ...cmrtFromVector(vector, duration).knots, duration];
        for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBeGreaterThan(LEAST_GAP - 1e-9);
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('starts flat with equal gaps at zero, and comes back from a CMRT', () => {
    expect(cmrtFromVector(new Float64Array(8), 2.6)).toEqual(flatCmrt(2.6));
    expect(cmrtFromVector(new Float64Array(12), 2.6)).toEqual(flatCmrt(2.6, false));
    const rng = createRng(7);
    for (let k = 0; k < 50; k++) {
      const vector = Float64Array.from({ length: k % 2 ? 8 : 12 }, () => 1.5 * normal(rng));
      const back = vectorFromCmrt(cmrtFromVector(vector, 3));
      for (let i = 0; i < vector.length; i++) expect(back[i]).toBeCloseTo(vector[i], 8);
    }
  });

  it('refuses vectors of other lengths and clips too short for the knots', () => {
    expect(() => cmrtFromVector(new Float64Array(9), 3)).toThrow(/8 or 12 numbers, found 9/);
    expect(() => cmrtFromVector(new Float64Array(8), 0.2)).toThrow(UsageError);
  });
});

describe('CMRTs from CMRTs', () => {
  const slow = { duration: 3, knots: [0.8, 1.1, 1.6, 2.5], forward: [-0.01, -0.05, -0.03, 0] };
  it('lie between two neighbours of a family, ends included', () => {
    const family = [
      { parameter: 1, cmrt: slow, rms: 0.01 },
      { parameter: 0.4, cmrt: catchLike, rms: 0.02 },
    ];
    expect(interpolateFamily(family, 0.4).cmrt).toEqual(catchLike);
    expect(interpolateFamily(family, 9).cmrt).toEqual(slow);
    expect(interpolateFamily(family, 0.1).cmrt).toEqual(catchLike);
    const { cmrt, expectedRms } = interpolateFamily(family, 0.7);
    expect(expectedRms).toBeCloseTo(0.015, 12);
    expect(cmrt.knots[1]).toBeCloseTo(1.025, 12);
    expect(cmrt.forward[1]).toBeCloseTo(-0.08, 12);
  });

  it('keep their knots sorted', () => {
    const rng = createRng(3);
    for (let k = 0; k < 100; k++) {
      const any = () =>
        cmrtFromVector(
          Float64Array.from({ length: 8 }, () => 3 * normal(rng)),
          3,
        );
      expect(() => cmrtCurve(lerpCmrt(any(), any(), rng.next()))).not.toThrow();
    }
  });

  it('refuse families of different length, and none at all', () => {
    expect(() => lerpCmrt(catchLike, { ...slow, duration: 2.6 }, 0.5)).toThrow(/equally long/);
    expect(() => interpolateFamily([], 1)).toThrow(UsageError);
  });

  it('add up with their starts, values and rates, within the limit', () => {
    const sum = superpose(
      [
        { start: 0, cmrt: sideways },
        { start: 1.3, cmrt: slow },
      ],
      0.175,
    );
    expect(sum.duration).toBeCloseTo(4.3, 12);
    const t = 2;
    const [a, b] = [at(cmrtCurve(sideways), t), at(cmrtCurve(slow), t - 1.3)];
    for (let k = 0; k < 4; k++) expect(at(sum, t)[k]).toBeCloseTo(a[k] + b[k], 12);
    const twice = superpose(
      [catchLike, catchLike, catchLike].map((cmrt) => ({ start: 0.2, cmrt })),
      0.175,
    );
    for (let s = 0.03; s < 3.2; s += 0.05) {
      expect(Math.abs(at(twice, s)[1])).toBeLessThanOrEqual(0.175);
      expect(at(twice, s)[3]).toBeCloseTo((at(twice, s + 1e-6)[1] - at(twice, s - 1e-6)[1]) / 2e-6, 5);
    }
  });
});

describe('the cost', () => {
  const standing: Course = { samples: 400, valid: 400, squares: 400 * 0.02 ** 2, duration: 2, posture: 0 };
  it('is the 2-norm of the CoP error of somebody who stands in the pose asked for', () => {
    expect(costOf(standing)).toBeCloseTo(paperCost(standing), 12);
    expect(rmsOf(standing)).toBeCloseTo(0.02, 12);
  });

  it('does not fall when contact is lost, as the published measure does', () => {
    const half = { ...standing, valid: 200, squares: standing.squares / 2 };
    expect(paperCost(half)).toBeLessThan(paperCost(standing));
    expect(costOf(half)).toBeGreaterThan(costOf(standing));
  });

  it('is higher for falls, and the more so the earlier; for crumpled poses, boxes that still stand, and missed balls by their distance', () => {
    const worse = [
      standing,
      { ...standing, posture: 0.3 },
      { ...standing, unsteady: true },
      { ...standing, undone: true },
      { ...standing, fallTime: 1.8 },
      { ...standing, fallTime: 0.4 },
      { ...standing, missedBy: 0.2 },
      { ...standing, missedBy: 0.4 },
    ].map(costOf);
    expect([...worse].sort((a, b) => a - b)).toEqual(worse);
    expect(new Set(worse).size).toBe(worse.length);
  });

  it('is good enough only for somebody who stands', () => {
    expect(isSolved(standing, 0.02)).toBe(true);
    expect(isSolved(standing, 0.019)).toBe(false);
    expect(isSolved({ ...standing, fallTime: 1 }, 0.1)).toBe(false);
    expect(isSolved({ ...standing, missedBy: 0.1 }, 0.1)).toBe(false);
    expect(isSolved({ ...standing, valid: 0, squares: 0 }, 0.1)).toBe(false);
  });
});

describe('names by content', () => {
  it('do not depend on the order of keys, and differ for every change', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"d":2}]}');
    expect(contentHash({ a: 1, b: 2 })).toBe(contentHash({ b: 2, a: 1 }));
    expect(contentHash(Float64Array.of(1, 2))).toBe(contentHash([1, 2]));
    const names = new Set(Array.from({ length: 5000 }, (_, k) => contentHash({ mass: k / 1000 })));
    expect(names.size).toBe(5000);
    expect(contentHash('')).toMatch(/^[0-9a-f]{32}$/);
  });
});
