import { describe, expect, it } from 'vitest';
import { createStepMap, writeStepMap } from '../../src/gait/step-map.ts';
import { createRng, uniform } from '../../src/math/random.ts';

type State = readonly [place: number, speed: number];

/** Centre of mass and its speed at `to`, by fine RK4 steps of c̈ = ω²(c − p). */
function integrate(rate: number, [c0, v0]: State, from: number, to: number, p: (s: number) => number): State {
  const steps = 1000;
  const h = (to - from) / steps;
  const a = (s: number, x: number): number => rate * rate * (x - p(s));
  let [c, v] = [c0, v0];
  for (let k = 0; k < steps; k++) {
    const s = from + k * h;
    const a1 = a(s, c);
    const a2 = a(s + h / 2, c + (h / 2) * v);
    const a3 = a(s + h / 2, c + (h / 2) * v + ((h * h) / 4) * a1);
    const a4 = a(s + h, c + h * v + ((h * h) / 2) * a2);
    c += h * v + ((h * h) / 6) * (a1 + a2 + a3);
    v += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return [c, v];
}

describe('step map', () => {
  it('is what the pendulum does (60 steps, seed 11)', () => {
    const rng = createRng(11);
    const map = createStepMap();
    for (let trial = 0; trial < 60; trial++) {
      const rate = uniform(rng, 2.5, 4);
      const T = uniform(rng, 0.1, 0.7);
      const t = uniform(rng, 0, 0.8 * T);
      const shifted = trial % 3 === 0 ? uniform(rng, 0, t) : uniform(rng, t, T);
      const [c0, v0, from, foot, shift] = Array.from({ length: 5 }, () => uniform(rng, -0.5, 0.5));
      // weight goes over in a straight line, then the balance point is at the foot and its shift
      const corner = Math.max(t, shifted);
      const over = (s: number): number => from + ((foot - from) * (s - t)) / (corner - t);
      const middle: State = corner > t ? integrate(rate, [c0, v0], t, corner, over) : [c0, v0];
      const [c, v] = integrate(rate, middle, corner, T, () => foot + shift);
      writeStepMap(map, rate, t, T, shifted);
      const xi = map.tau * (c0 + v0 / rate) - map.A * from - map.B * foot - map.C * shift;
      expect(Math.abs(xi - (c + v / rate))).toBeLessThan(1e-9);
    }
  });

  it('keeps a capture point that rests over foot and balance point', () => {
    const map = createStepMap();
    writeStepMap(map, 3.1, 0, 0.6, 0.15);
    expect(map.tau - map.A - map.B).toBeCloseTo(1, 12);
    writeStepMap(map, 3.1, 0.2, 0.6, 0.15);
    expect(map.A).toBe(0);
    expect(map.tau - map.B).toBeCloseTo(1, 12);
    expect(map.C).toBeCloseTo(map.B, 12);
  });
});
