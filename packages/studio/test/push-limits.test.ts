/** The rose of push limits: which moment counts, and where its corners lie. */
import { describe, expect, it } from 'vitest';
import { nearestRose, rosePoints, SCALE } from '../src/scene/rose.ts';

describe('the rose of push limits', () => {
  it('is that of the moment nearest to the playhead', () => {
    const limits = [0.5, 1.5, 3].map((time) => ({ time, noStep: null, steps: [] }));
    expect([0, 0.9, 1.1, 2.2, 2.3, 9].map((time) => nearestRose(limits, time))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it.each([
    ['+Z', 0, 1],
    ['+X', 1, 0],
    ['between', 0.6, -0.8],
  ])('lies about the person as they face: %s', (_, fx, fz) => {
    const out = new Float64Array(8);
    rosePoints(out, [60, 40, 20, 10], 3, -2, fx, fz);
    const expected = [
      [60 * fx, 60 * fz],
      [40 * fz, -40 * fx], // left of somebody who faces +Z is +X
      [-20 * fx, -20 * fz],
      [-10 * fz, 10 * fx],
    ].flatMap(([x, z]) => [3 + SCALE * x!, -2 + SCALE * z!]);
    for (const [i, value] of expected.entries()) expect(out[i]).toBeCloseTo(value, 12);
  });
});
