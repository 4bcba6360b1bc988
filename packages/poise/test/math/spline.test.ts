import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { evaluateSpline, interpolateSpline, type UniformSpline } from '../../src/math/spline.ts';
import { buildSplineProblem, solveSplineProblem } from '../../src/optim/spline-fit.ts';

const cubic = [
  (t: number): number => 2 - t + 0.5 * t * t - 0.3 * t ** 3,
  (t: number): number => -1 + t - 0.9 * t * t,
  (t: number): number => 1 - 1.8 * t,
] as const;

function valueAt(spline: UniformSpline, t: number, derivative: 0 | 1 | 2 = 0): number {
  const out = new Float64Array(spline.width);
  evaluateSpline(out, 0, spline, t, derivative);
  return out[0];
}

function expectCubic(spline: UniformSpline, from: number, to: number, digits = 8): void {
  for (let k = 0; k <= 40; k++) {
    const t = from + ((to - from) * k) / 40;
    for (const d of [0, 1, 2] as const) expect(valueAt(spline, t, d)).toBeCloseTo(cubic[d](t), digits);
  }
}

const ramp = (n: number, h: number, start: number, f: (t: number) => number): Float64Array =>
  Float64Array.from({ length: n }, (_, k) => f(start + k * h));

describe('uniform cubic spline', () => {
  it.each([4, 5, 6, 12])('through %i sites with free ends reproduces a cubic and its derivatives', (n) => {
    const h = 0.25;
    expectCubic(interpolateSpline(ramp(n, h, -0.5, cubic[0]), 1, -0.5, h, 'free'), -0.5, -0.5 + (n - 1) * h);
  });

  it.each(['natural', 'still', 'free'] as const)('with %s ends passes through the sites and is C2', (ends) => {
    const rng = createRng(3);
    const h = 1 / 30;
    for (const n of [1, 2, 3, 4, 7, 20]) {
      const width = 2;
      const values = Float64Array.from({ length: n * width }, () => normal(rng));
      const spline = interpolateSpline(values, width, 1, h, ends);
      const out = new Float64Array(width);
      for (let k = 0; k < n; k++) {
        evaluateSpline(out, 0, spline, 1 + k * h, 0);
        for (let c = 0; c < width; c++) expect(out[c]).toBeCloseTo(values[k * width + c], 9);
        if (k === 0 || k === n - 1) continue;
        for (const d of [0, 1, 2] as const) {
          const jump = valueAt(spline, 1 + k * h + 1e-10, d) - valueAt(spline, 1 + k * h - 1e-10, d);
          expect(Math.abs(jump) * h ** d).toBeLessThan(1e-6);
        }
      }
      if (n < 2) continue;
      for (const t of [1, 1 + (n - 1) * h]) {
        if (ends === 'natural') expect(valueAt(spline, t, 2) * h * h).toBeCloseTo(0, 9);
        if (ends === 'still') expect(valueAt(spline, t, 1) * h).toBeCloseTo(0, 9);
      }
    }
  });

  it('has the derivatives of its values', () => {
    const rng = createRng(9);
    const spline = interpolateSpline(
      Float64Array.from({ length: 9 }, () => normal(rng)),
      1,
      0,
      0.1,
      'natural',
    );
    const step = 1e-5;
    for (let k = 0; k < 20; k++) {
      const t = 0.01 + 0.039 * k;
      for (const d of [0, 1] as const) {
        const quotient = (valueAt(spline, t + step, d) - valueAt(spline, t - step, d)) / (2 * step);
        expect(valueAt(spline, t, d === 0 ? 1 : 2)).toBeCloseTo(quotient, 2 - d);
      }
    }
  });

  it('holds its ends beyond them', () => {
    const spline = interpolateSpline(ramp(5, 1, 0, cubic[0]), 1, 0, 1, 'free');
    expect(valueAt(spline, -3)).toBeCloseTo(cubic[0](0), 12);
    expect(valueAt(spline, 9)).toBeCloseTo(cubic[0](4), 12);
  });
});

describe('smoothing spline', () => {
  it('reproduces a cubic from data between its sites when λ is 0', () => {
    const data = { values: ramp(41, 0.05, 0, cubic[0]), width: 1, start: 0, step: 0.05 };
    const spline = solveSplineProblem(buildSplineProblem(data, { start: 0, spacing: 0.16, siteCount: 14 }), 0)!;
    expectCubic(spline, 0, 2, 6);
  });

  it('solves its own normal equations: no small change of a coefficient is better', () => {
    const rng = createRng(4);
    const values = Float64Array.from({ length: 30 }, () => normal(rng));
    const data = { values, width: 1, start: 0, step: 0.1 };
    const grid = { start: 0, spacing: 0.2, siteCount: 16 };
    const lambda = 0.3;
    const spline = solveSplineProblem(buildSplineProblem(data, grid), lambda)!;
    const cost = (c: Float64Array): number => {
      const trial = { ...spline, coefficients: c };
      let sum = 0;
      for (let i = 0; i < 30; i++) sum += (valueAt(trial, 0.1 * i) - values[i]) ** 2;
      for (let k = 0; k < 16; k++) sum += lambda * (0.2 ** 2 * valueAt(trial, 0.2 * k, 2)) ** 2;
      return sum;
    };
    const best = cost(spline.coefficients);
    for (let k = 0; k < spline.coefficients.length; k++) {
      for (const step of [-1e-3, 1e-3]) {
        const changed = spline.coefficients.slice();
        changed[k] += step;
        expect(cost(changed)).toBeGreaterThan(best);
      }
    }
  });

  it('turns into the straight line of least squares as λ grows', () => {
    const data = { values: Float64Array.from([0, 1, 0, 1, 0, 1]), width: 1, start: 0, step: 1 };
    const spline = solveSplineProblem(buildSplineProblem(data, { start: 0, spacing: 1, siteCount: 6 }), 1e7)!;
    // Least-squares line through the zigzag: slope Σ(t − 2.5)(y − 0.5) / Σ(t − 2.5)² = 1.5 / 17.5.
    for (let t = 0; t <= 5; t++) expect(valueAt(spline, t)).toBeCloseTo(0.5 + (1.5 / 17.5) * (t - 2.5), 4);
  });
});
