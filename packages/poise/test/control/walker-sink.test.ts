/** How far hips come down for feet that are far apart. */
import { expect, it } from 'vitest';
import { sunkBy } from '../../src/control/standing/height-course.ts';

const LEGS = 0.9; // [m]
const share = { widestSink: 1.2, sinkShare: 1 };

it('legs of one length come down by as much as wider steps than the clip’s ask for, and never for narrower ones', () => {
  expect(sunkBy(0.6, 0.6, LEGS, share)).toBe(0);
  expect(sunkBy(0.3, 0.6, LEGS, share)).toBe(0);
  // legs of an isosceles triangle
  expect(sunkBy(0.8, 0, LEGS, share)).toBeCloseTo(LEGS - Math.sqrt(LEGS ** 2 - 0.4 ** 2), 12);
  expect(sunkBy(5, 0, LEGS, share)).toBe(sunkBy(1.2 * LEGS, 0, LEGS, share));
});
