import { describe, expect, it } from 'vitest';
import { wrapAngle } from '../../src/math/angle.ts';
import { ease, easeBend, easeRate, smoothstep } from '../../src/math/ease.ts';

const INSIDE = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);

describe('steps from 0 to 1', () => {
  it.each([ease, smoothstep])('%o is 0 before, 1 after, and point-symmetric about the middle', (step) => {
    expect([-1, 0, 0.5, 1, 2].map(step)).toEqual([0, 0, 0.5, 1, 1]);
    for (const u of INSIDE) expect(step(u) + step(1 - u)).toBeCloseTo(1, 14);
    expect(step(0.2)).toBeLessThan(0.2);
  });

  it('the rate and bend of ease are its derivatives, and vanish at both ends', () => {
    const h = 1e-5;
    for (const u of INSIDE) {
      expect(easeRate(u)).toBeCloseTo((ease(u + h) - ease(u - h)) / (2 * h), 8);
      expect(easeBend(u)).toBeCloseTo((easeRate(u + h) - easeRate(u - h)) / (2 * h), 7);
    }
    for (const u of [-1, 0, 1, 2]) expect([easeRate(u), easeBend(u)]).toEqual([0, 0]);
    expect(easeBend(1e-6)).toBeLessThan(1e-4);
    expect(easeBend(1 - 1e-6)).toBeGreaterThan(-1e-4);
  });

  it('ease has the least squared jerk of all that begin and end at rest: 720', () => {
    const n = 2000;
    const jerk = (u: number): number => (easeBend(u + 0.5 / n) - easeBend(u - 0.5 / n)) * n;
    let sum = 0;
    for (let k = 1; k < n; k++) sum += jerk(k / n) ** 2 / n;
    expect(Math.abs(sum - 720)).toBeLessThan(5);
  });
});

describe('wrapAngle', () => {
  it('keeps the direction and lands within half a turn', () => {
    for (let angle = -20; angle <= 20; angle += 0.37) {
      const wrapped = wrapAngle(angle);
      expect(Math.abs(wrapped)).toBeLessThanOrEqual(Math.PI + 1e-12);
      expect(Math.cos(wrapped)).toBeCloseTo(Math.cos(angle), 12);
      expect(Math.sin(wrapped)).toBeCloseTo(Math.sin(angle), 12);
    }
    expect(wrapAngle(1.25)).toBe(1.25);
  });
});
