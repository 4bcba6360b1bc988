import { describe, expect, it } from 'vitest';
import { shiftForBalance, strayFromFlight } from '../../src/balance/imbalance.ts';

const DT = 1 / 120;
const HEIGHT = 0.95;

const rows = (frames: number, z: (t: number) => number): Float64Array => {
  const out = new Float64Array(3 * frames);
  for (let i = 0; i < frames; i++) out[3 * i + 2] = z(i * DT);
  return out;
};

describe('shiftForBalance', () => {
  it('asks for all of a lasting violation', () => {
    const violation = rows(120, () => 0.05);
    const shift = new Float64Array(360);
    shiftForBalance(shift, violation, HEIGHT, DT);
    for (let i = 0; i < 120; i++) expect(shift[3 * i + 2]).toBeCloseTo(0.05, 9);
  });

  it('asks for millimetres when 5 cm last 60 ms', () => {
    const violation = rows(600, (t) => (t > 2.5 && t < 2.56 ? 0.05 : 0));
    const shift = new Float64Array(1800);
    shiftForBalance(shift, violation, HEIGHT, DT);
    expect(Math.max(...shift)).toBeGreaterThan(0.002);
    expect(Math.max(...shift)).toBeLessThan(0.006);
  });

  it('solves δc − (h/g) δc̈ = δp', () => {
    // A smooth bump; the second derivative of the result is taken numerically: a second route to the same equation.
    const violation = rows(1200, (t) => 0.1 * Math.exp(-(((t - 5) / 0.8) ** 2)));
    const shift = new Float64Array(3600);
    shiftForBalance(shift, violation, HEIGHT, DT);
    for (let i = 300; i < 900; i++) {
      const second = (shift[3 * i + 5] - 2 * shift[3 * i + 2] + shift[3 * i - 1]) / (DT * DT);
      expect(shift[3 * i + 2] - (HEIGHT / 9.81) * second).toBeCloseTo(violation[3 * i + 2], 4);
    }
  });
});

describe('strayFromFlight', () => {
  it('is zero for a ballistic body and a T²/8 for a body held against acceleration a', () => {
    const frames = 61;
    const scratch = new Float64Array(3 * frames);
    const free = new Float64Array(3 * frames);
    expect(strayFromFlight(scratch, free, 70, 0, frames - 1, DT).distance).toBe(0);
    const held = new Float64Array(3 * frames);
    for (let i = 0; i < frames; i++) held[3 * i + 1] = 70 * 9.81;
    const { distance, frame } = strayFromFlight(scratch, held, 70, 0, frames - 1, DT);
    expect(distance).toBeCloseTo((9.81 * 0.5 ** 2) / 8, 2);
    expect(Math.abs(frame - 30)).toBeLessThanOrEqual(1);
  });
});
