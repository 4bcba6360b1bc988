import { describe, expect, it } from 'vitest';
import { createRng, normal, type Rng, uniform } from '../../src/math/random.ts';
import { BoxQp } from '../../src/optim/box-qp.ts';
import { solveLinear } from './brute-force.ts';

interface Term {
  readonly weight: number;
  readonly row: Float64Array;
  readonly c: number;
}

interface Problem {
  readonly terms: readonly Term[];
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Terms that fix every unknown, as steps and shifts are, and some that couple them strongly, as the end of a plan does. */
function randomProblem(rng: Rng, n: number): Problem {
  const own = Array.from({ length: n }, (_, i) => {
    const row = new Float64Array(n);
    row[i] = 1;
    return { weight: uniform(rng, 0.2, 2), row, c: normal(rng) };
  });
  const coupled = Array.from({ length: 1 + Math.floor(uniform(rng, 0, 3)) }, () => ({
    weight: uniform(rng, 1, 100),
    row: Float64Array.from({ length: n }, () => 3 * normal(rng)),
    c: 3 * normal(rng),
  }));
  const lower = Float64Array.from({ length: n }, () => uniform(rng, -1, 0.5));
  const upper = lower.map((low) => (rng.next() < 0.1 ? low : low + uniform(rng, 0, 1.2)));
  return { terms: [...own, ...coupled], lower, upper };
}

const costOf = ({ terms }: Problem, x: ArrayLike<number>): number =>
  terms.reduce((sum, { weight, row, c }) => sum + weight * (row.reduce((s, a, i) => s + a * x[i], 0) + c) ** 2, 0);

/** The least cost over every choice of unknowns at their lower bound, at their upper bound, or free. */
function bruteForce(problem: Problem): number {
  const { terms, lower, upper } = problem;
  const n = lower.length;
  let least = Infinity;
  for (let code = 0; code < 3 ** n; code++) {
    const side = Array.from({ length: n }, (_, i) => Math.floor(code / 3 ** i) % 3);
    const free = side.flatMap((s, i) => (s === 2 ? [i] : []));
    const x = Float64Array.from(side, (s, i) => (s === 0 ? lower[i] : s === 1 ? upper[i] : 0));
    const H = new Float64Array(free.length ** 2);
    const right = new Float64Array(free.length);
    for (const { weight, row, c } of terms) {
      const rest = row.reduce((s, a, i) => s + a * x[i], 0) + c;
      free.forEach((i, a) => {
        right[a] -= weight * row[i] * rest;
        free.forEach((j, b) => {
          H[a * free.length + b] += weight * row[i] * row[j];
        });
      });
    }
    solveLinear(H, right).forEach((value, a) => {
      x[free[a]] = value;
    });
    if (free.every((i) => x[i] >= lower[i] && x[i] <= upper[i])) least = Math.min(least, costOf(problem, x));
  }
  return least;
}

function solve(qp: BoxQp, { terms, lower, upper }: Problem): number {
  qp.begin(lower.length);
  for (const { weight, row, c } of terms) {
    qp.row.set(row);
    qp.add(weight, c);
  }
  qp.lower.set(lower);
  qp.upper.set(upper);
  return qp.solve();
}

describe('squares in a box', () => {
  it('are as small as trying every set of bounds makes them (400 problems, seeds 1 to 400)', () => {
    const qp = new BoxQp(6);
    let bound = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const rng = createRng(seed);
      const n = 1 + Math.floor(uniform(rng, 0, 6));
      const problem = randomProblem(rng, n);
      const cost = solve(qp, problem);
      const x = qp.x.slice(0, n);
      const { lower, upper } = problem;
      expect(x.every((value, i) => value >= lower[i] && value <= upper[i])).toBe(true);
      if (x.some((value, i) => value === lower[i] || value === upper[i])) bound++;
      const own = costOf(problem, x);
      expect(Math.abs(cost - own), `seed ${seed}`).toBeLessThan(1e-8 * (1 + own));
      expect(own, `seed ${seed}`).toBeLessThan(bruteForce(problem) * (1 + 1e-9) + 1e-9);
    }
    expect(bound).toBeGreaterThan(200);
  });

  it('forget the problem before', () => {
    const problem = randomProblem(createRng(5), 4);
    const fresh = new BoxQp(6);
    solve(fresh, problem);
    const used = new BoxQp(6);
    solve(used, randomProblem(createRng(6), 6));
    solve(used, problem);
    expect(used.x.slice(0, 4)).toEqual(fresh.x.slice(0, 4));
  });
});
