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
      const begun = trial % 3 === 1 ? uniform(rng, t, shifted) : t; // later: until then it stays where it is
      const [c0, v0, from, foot, shift] = Array.from({ length: 5 }, () => uniform(rng, -0.5, 0.5));
      // weight goes over in a straight line, then the balance point is at the foot and its shift
      const corner = Math.max(t, shifted);
      const over = (s: number): number => from + ((foot - from) * (s - begun)) / (corner - begun);
      const still: State = begun > t ? integrate(rate, [c0, v0], t, begun, () => from) : [c0, v0];
      const middle: State = corner > begun ? integrate(rate, still, begun, corner, over) : still;
      const [c, v] = integrate(rate, middle, corner, T, () => foot + shift);
      writeStepMap(map, rate, t, T, shifted, begun);
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

  it('does not care in how many pieces a step is looked at', () => {
    const [whole, first, rest] = [createStepMap(), createStepMap(), createStepMap()];
    const [rate, T, shifted] = [3, 0.6, 0.2];
    const [xi, from, foot, shift] = [0.3, -0.4, 0.1, 0.02];
    writeStepMap(whole, rate, 0, T, shifted, 0);
    const end = whole.tau * xi - whole.A * from - whole.B * foot - whole.C * shift;
    for (const t of [0.05, 0.12, 0.2, 0.4]) {
      // up to t the weight has come as far as the whole transfer says
      writeStepMap(first, rate, 0, t, Math.min(t, shifted), 0);
      const share = Math.min(1, t / shifted);
      const there = from + (foot - from) * share;
      const xiThen = first.tau * xi - first.A * from - first.B * there - first.C * shift;
      writeStepMap(rest, rate, t, T, shifted, 0);
      expect(rest.tau * xiThen - rest.A * from - rest.B * foot - rest.C * shift).toBeCloseTo(end, 9);
    }
  });
});
