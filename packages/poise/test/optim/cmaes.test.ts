/** CMA-ES on the usual functions, within twice the evaluations that a prototype needed (medians over 15 seeds, N = 8). */
import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { askCmaes, type CmaesState, createCmaes, spreadOf, tellCmaes } from '../../src/optim/cmaes.ts';
import { symmetricEigen } from '../../src/optim/symmetric-eigen.ts';

const sphere = (x: Float64Array): number => x.reduce((sum, part) => sum + part * part, 0);
const ellipsoid = (x: Float64Array): number =>
  x.reduce((sum, part, i) => sum + 10 ** ((6 * i) / (x.length - 1)) * part * part, 0);
const rosenbrock = (x: Float64Array): number => {
  let sum = 0;
  for (let i = 0; i + 1 < x.length; i++) sum += 100 * (x[i + 1] - x[i] ** 2) ** 2 + (1 - x[i]) ** 2;
  return sum;
};

function minimise(f: (x: Float64Array) => number, start: number, seed: number, most: number): CmaesState {
  const state = createCmaes(new Float64Array(8).fill(start), { sigma: 0.5, seed });
  while (state.bestValue > 1e-9 && state.evaluations < most) {
    const samples = askCmaes(state);
    tellCmaes(state, samples, samples.map(f));
  }
  return state;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

describe('CMA-ES', () => {
  const seeds = Array.from({ length: 9 }, (_, k) => k + 1);
  it.each([
    ['sphere', sphere, 1, 2 * 1150],
    ['ellipsoid', ellipsoid, 1, 2 * 4000],
    ['Rosenbrock', rosenbrock, 0, 2 * 4510],
  ] as const)('finds the minimum of the %s within its budget', (_, f, start, budget) => {
    const counts = seeds.map((seed) => minimise(f, start, seed, 4 * budget).evaluations);
    expect(median(counts)).toBeLessThanOrEqual(budget);
  });

  it('gives the same run for the same seed, another for another, and resumes from a copy', () => {
    const run = (seed: number) => minimise(sphere, 1, seed, 400);
    expect(run(3).best).toEqual(run(3).best);
    expect(run(3).best).not.toEqual(run(4).best);
    const half = minimise(sphere, 1, 3, 200);
    const copy = structuredClone(half);
    for (const state of [half, copy]) {
      for (let k = 0; k < 5; k++) {
        const samples = askCmaes(state);
        tellCmaes(state, samples, samples.map(sphere));
      }
    }
    expect(copy).toEqual(half);
  });

  it('takes values that are not numbers for very bad ones', () => {
    const state = createCmaes(new Float64Array(4).fill(1), { seed: 2 });
    for (let k = 0; k < 60; k++) {
      const samples = askCmaes(state);
      tellCmaes(
        state,
        samples,
        samples.map((x) => (x[0] > 1.5 ? Number.NaN : sphere(x))),
      );
    }
    expect(state.bestValue).toBeLessThan(1e-2);
    expect(spreadOf(state)).toBeGreaterThan(0);
    expect(state.mean.every(Number.isFinite)).toBe(true);
  });
});

describe('symmetric eigenvalues', () => {
  it('rebuild the matrix', () => {
    const rng = createRng(5);
    const n = 7;
    const half = Float64Array.from({ length: n * n }, () => normal(rng));
    const matrix = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) matrix[i * n + j] += half[i * n + k] * half[j * n + k];
    const values = new Float64Array(n);
    const vectors = new Float64Array(n * n);
    symmetricEigen(values, vectors, matrix, n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        let unit = 0;
        for (let k = 0; k < n; k++) {
          sum += vectors[i * n + k] * values[k] * vectors[j * n + k];
          unit += vectors[k * n + i] * vectors[k * n + j];
        }
        expect(sum).toBeCloseTo(matrix[i * n + j], 10);
        expect(unit).toBeCloseTo(i === j ? 1 : 0, 12);
      }
    }
  });
});
