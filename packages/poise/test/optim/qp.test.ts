import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, normal, type Rng, uniform } from '../../src/math/random.ts';
import { createQp, type QpProblem } from '../../src/optim/qp.ts';
import { createQpScratch, solveQp } from '../../src/optim/solve-qp.ts';
import { bestActiveSet, solveDense } from './brute-force.ts';

const largest = (values: Float64Array): number => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

interface Shape {
  readonly n: number;
  readonly equalities: number;
  readonly inequalities: number;
}

/** H = B Bᵀ + 0.1, rows at random, and a point that meets all of them when `feasible`. */
function randomQp(rng: Rng, { n, equalities, inequalities }: Shape, feasible = true): QpProblem {
  const problem = createQp(n, equalities, inequalities);
  problem.equalities = equalities;
  problem.inequalities = inequalities;
  const b = Float64Array.from({ length: n * n }, () => normal(rng));
  const point = Float64Array.from({ length: n }, () => normal(rng));
  for (let i = 0; i < n; i++) {
    problem.c[i] = 3 * normal(rng);
    for (let j = 0; j < n; j++) {
      let sum = i === j ? 0.1 : 0;
      for (let k = 0; k < n; k++) sum += b[i * n + k] * b[j * n + k];
      problem.H[i * n + j] = sum;
    }
  }
  fillRows(rng, problem.A, problem.b, n, point, () => 0);
  fillRows(rng, problem.G, problem.h, n, point, () => (feasible ? Math.max(0, uniform(rng, -0.5, 1)) : normal(rng)));
  return problem;
}

function fillRows(rng: Rng, rows: Float64Array, right: Float64Array, n: number, at: Float64Array, slack: () => number) {
  for (let r = 0; r < right.length; r++) {
    right[r] = slack();
    for (let j = 0; j < n; j++) {
      rows[r * n + j] = normal(rng);
      right[r] += rows[r * n + j] * at[j];
    }
  }
}

const solved = (problem: QpProblem) => solveQp(problem, createQpScratch(problem));

const shapes = fc.record({ n: fc.integer({ min: 1, max: 25 }), m: fc.nat(40), me: fc.nat(8), seed: fc.nat(1e9) });

describe('dense QP', () => {
  it('meets the optimality conditions on random feasible problems', () => {
    fc.assert(
      fc.property(shapes, ({ n, m, me, seed }) => {
        const problem = randomQp(createRng(seed), { n, equalities: Math.min(me, n - 1), inequalities: m });
        const outcome = solved(problem);
        expect(outcome.status).toBe('solved');
        expect(outcome.kktResidual).toBeLessThan(1e-8);
      }),
      { numRuns: 300, seed: 3 },
    );
  });

  it('agrees with trying every active set, feasible or not', () => {
    const counts = { solved: 0, infeasible: 0, active: 0 };
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 4 }), fc.nat(6), fc.boolean(), (seed, n, m, feasible) => {
        const equalities = seed % 2 && n > 1 ? 1 : 0;
        const problem = randomQp(createRng(seed), { n, equalities, inequalities: m }, feasible);
        const best = bestActiveSet(problem);
        const outcome = solved(problem);
        expect(outcome.status).toBe(best ? 'solved' : 'infeasible');
        if (best)
          for (let i = 0; i < n; i++) expect(Math.abs(outcome.x[i] - best[i])).toBeLessThan(1e-8 * (1 + largest(best)));
        counts[best ? 'solved' : 'infeasible']++;
        if (outcome.multipliers.some((u) => u > 0)) counts.active++;
      }),
      { numRuns: 300, seed: 5 },
    );
    expect(Math.min(counts.solved, counts.infeasible, counts.active)).toBeGreaterThan(20);
  });

  it('takes repeated and dependent rows', () => {
    const rng = createRng(7);
    for (let trial = 0; trial < 50; trial++) {
      const problem = randomQp(rng, { n: 6, equalities: 4, inequalities: 12 });
      // equality 3 = equality 0 + equality 1; inequalities in pairs, one of them scaled
      for (let j = 0; j < 6; j++) {
        problem.A[18 + j] = problem.A[j] + problem.A[6 + j];
        for (let r = 1; r < 12; r += 2) problem.G[6 * r + j] = (r % 4 === 1 ? 1 : 3) * problem.G[6 * (r - 1) + j];
      }
      problem.b[3] = problem.b[0] + problem.b[1];
      for (let r = 1; r < 12; r += 2) problem.h[r] = (r % 4 === 1 ? 1 : 3) * problem.h[r - 1];
      const outcome = solved(problem);
      expect(outcome.status).toBe('solved');
      expect(outcome.kktResidual).toBeLessThan(1e-8);
    }
  });

  it('says when rows contradict each other', () => {
    const problem = randomQp(createRng(1), { n: 3, equalities: 2, inequalities: 2 });
    problem.A.copyWithin(3, 0, 3);
    problem.b[1] = problem.b[0] + 1;
    expect(solved(problem)).toMatchObject({ status: 'infeasible', reason: 'equalities contradict each other' });
    problem.equalities = 1;
    problem.G.set([1, 0, 0, -1, 0, 0]);
    problem.h.set([0, -1]);
    expect(solved(problem)).toMatchObject({ status: 'infeasible', reason: 'inequalities cannot be met' });
  });

  it.each([
    ['H', 'stalled', 'H is not finite'],
    ['c', 'stalled', 'c is not finite'],
    ['A', 'stalled', 'an equality is not finite'],
    ['b', 'stalled', 'an equality is not finite'],
    ['G', 'stalled', 'an inequality is not finite'],
    ['h', 'stalled', 'an inequality is not finite'],
  ] as const)('says when a number in %s is not one', (part, status, reason) => {
    for (let at = 0; at < 2; at++) {
      const problem = randomQp(createRng(1), { n: 3, equalities: 2, inequalities: 2 });
      problem[part][at] = Number.NaN;
      expect(solved(problem)).toMatchObject({ status, reason, kktResidual: Infinity });
      if (part === 'h') continue;
      problem[part][at] = -Infinity;
      expect(solved(problem)).toMatchObject({ status, reason });
    }
  });

  it('says when H is lopsided or has a valley that never ends', () => {
    const problem = randomQp(createRng(1), { n: 3, equalities: 0, inequalities: 2 });
    problem.H[1] += 0.01;
    expect(solved(problem)).toMatchObject({ status: 'stalled', reason: 'H is not symmetric' });
    problem.H[1] = problem.H[3]; // rounding passes
    problem.H[1] *= 1 + 1e-12;
    expect(solved(problem).status).toBe('solved');
    problem.H[0] = -1;
    expect(solved(problem)).toMatchObject({ status: 'stalled', reason: 'H is not positive definite' });
  });

  it('says when a bound can never be met, and refuses rows without room', () => {
    const problem = randomQp(createRng(1), { n: 3, equalities: 0, inequalities: 2 });
    problem.h[1] = -Infinity;
    expect(solved(problem)).toMatchObject({ status: 'infeasible', reason: 'a bound is −Infinity' });
    problem.inequalities = 1; // out of use, it does not matter
    expect(solved(problem).status).toBe('solved');
    problem.inequalities = 3;
    expect(() => solved(problem)).toThrow(/room for 0 equalities and 2 inequalities, found 0 and 3/);
  });

  it('ignores rows that are switched off', () => {
    const problem = randomQp(createRng(2), { n: 4, equalities: 0, inequalities: 5 });
    problem.h.fill(Infinity);
    const outcome = solved(problem);
    expect(outcome.kktResidual).toBeLessThan(1e-12);
    expect([...outcome.multipliers]).toEqual([0, 0, 0, 0, 0]);
  });

  it('gives the same numbers again', () => {
    const problem = randomQp(createRng(9), { n: 12, equalities: 3, inequalities: 20 });
    const scratch = createQpScratch(problem);
    const first = solveQp(problem, scratch).x.slice();
    solveQp(randomQp(createRng(10), { n: 12, equalities: 3, inequalities: 20 }), scratch);
    expect(solveQp(problem, scratch).x).toEqual(first);
  });

  it('with equalities alone, equals a dense solve of the KKT system', () => {
    const rng = createRng(4);
    for (const [n, m] of [
      [1, 0],
      [5, 2],
      [20, 7],
      [40, 18],
    ]) {
      const problem = randomQp(rng, { n, equalities: m, inequalities: 0 });
      const outcome = solved(problem);
      expect(outcome.status).toBe('solved');
      const kkt = solveDense(problem, []);
      for (let i = 0; i < n; i++) expect(outcome.x[i]).toBeCloseTo(kkt[i], 8);
    }
  });
});
