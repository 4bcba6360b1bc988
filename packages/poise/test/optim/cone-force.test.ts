import { describe, expect, it } from 'vitest';
import { createRng, normal, type Rng, uniform } from '../../src/math/random.ts';
import { ConeForce } from '../../src/optim/cone-force.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);
const SIZE = 6;

interface Case {
  readonly cone: ConeForce;
  readonly H: Float64Array; // as given
  readonly g: Float64Array;
}

function randomCone(rng: Rng, withPrior: boolean): Case {
  const count = 4 * (1 + Math.floor(uniform(rng, 0, 8)));
  const cone = new ConeForce(SIZE, 40, 10 ** uniform(rng, -4, -1));
  cone.count = count;
  for (let e = 0; e < SIZE * count; e++) cone.W[e] = normal(rng);
  // a cone that has a "down" in it, as soles have, and prices that differ from row to row
  for (let c = 0; c < count; c++) cone.W[SIZE * c + 4] = uniform(rng, 0.5, 1);
  const B = Float64Array.from({ length: SIZE * SIZE }, () => normal(rng));
  for (let i = 0; i < SIZE; i++) {
    cone.g[i] = 10 * normal(rng);
    for (let j = 0; j < SIZE; j++) {
      let sum = i === j ? 0.2 : 0;
      for (let k = 0; k < SIZE; k++) sum += B[i * SIZE + k] * B[j * SIZE + k];
      cone.H[i * SIZE + j] = sum;
    }
  }
  if (withPrior) for (let c = 0; c < count; c++) cone.prior[c] = Math.max(0, 20 * normal(rng));
  return { cone, H: cone.H.slice(), g: cone.g.slice() };
}

/** Optimality of min ½wᵀHw + gᵀw + ½ε|λ − λ₀|², w = Wλ, λ ≥ 0, from its definition. Returns how many generators push. */
function expectOptimal({ cone, H, g }: Case): number {
  const { W, force, prior, price, count, wrench } = cone;
  const w = new Float64Array(SIZE);
  for (let c = 0; c < count; c++) for (let i = 0; i < SIZE; i++) w[i] += W[SIZE * c + i] * force[c];
  const y = g.map((value, i) => {
    let sum = value;
    for (let j = 0; j < SIZE; j++) sum += H[i * SIZE + j] * w[j];
    return sum;
  });
  let scale = 1;
  for (const value of g) scale = Math.max(scale, Math.abs(value));
  let pushing = 0;
  for (let i = 0; i < SIZE; i++) expect(Math.abs(wrench[i] - w[i])).toBeLessThan(1e-9 * (1 + Math.abs(w[i])));
  for (let c = 0; c < count; c++) {
    let slope = price * (force[c] - prior[c]);
    for (let i = 0; i < SIZE; i++) slope += W[SIZE * c + i] * y[i];
    expect(force[c]).toBeGreaterThanOrEqual(0);
    if (force[c] > 0) {
      pushing++;
      expect(Math.abs(slope)).toBeLessThan(1e-7 * scale);
    } else expect(slope).toBeGreaterThan(-1e-7 * scale);
  }
  return pushing;
}

describe('the cheapest wrench of a cone', () => {
  it.each([false, true])('meets the optimality conditions (prior %s)', (withPrior) => {
    let some = 0;
    for (const seed of SEEDS) {
      const problem = randomCone(createRng(seed), withPrior);
      expect(problem.cone.solve(false), `seed ${seed}`).toBe(true);
      const pushing = expectOptimal(problem);
      if (pushing > 0 && pushing < problem.cone.count) some++;
    }
    expect(some).toBeGreaterThan(SEEDS.length / 2);
  });

  it('is the prior itself where that is what the goal asks for', () => {
    for (const seed of SEEDS) {
      const { cone, H, g } = randomCone(createRng(seed), true);
      // g = −H W λ₀: the slope of the goal vanishes at λ₀
      g.fill(0);
      for (let c = 0; c < cone.count; c++) {
        for (let i = 0; i < SIZE; i++) {
          for (let j = 0; j < SIZE; j++) g[i] -= H[i * SIZE + j] * cone.W[SIZE * c + j] * cone.prior[c];
        }
      }
      cone.g.set(g);
      expect(cone.solve(false)).toBe(true);
      for (let c = 0; c < cone.count; c++) expect(Math.abs(cone.force[c] - cone.prior[c])).toBeLessThan(1e-6);
    }
  });

  it('does not depend on where the solve starts, and a restored start gives the same bytes', () => {
    for (const seed of SEEDS) {
      const first = randomCone(createRng(seed), true);
      first.cone.solve(false);
      const cold = first.cone.wrench.slice();
      const saved = new Float64Array(SIZE);
      first.cone.save(saved, 0);
      first.cone.solve(false);
      const warm = first.cone.wrench.slice();
      for (let i = 0; i < SIZE; i++) expect(Math.abs(warm[i] - cold[i])).toBeLessThan(1e-8 * (1 + Math.abs(cold[i])));
      const second = randomCone(createRng(seed), true);
      second.cone.restore(saved, 0);
      second.cone.solve(false);
      expect(second.cone.wrench).toEqual(warm);
    }
  });

  it('answers to a change of the goal however small: no dead band', () => {
    for (const seed of SEEDS) {
      const { cone } = randomCone(createRng(seed), true);
      const rng = createRng(1000 + seed);
      const turn = Float64Array.from({ length: SIZE }, () => normal(rng));
      cone.solve(false);
      const g = cone.g.slice();
      const start = cone.wrench.slice();
      const change = (size: number): Float64Array => {
        for (let i = 0; i < SIZE; i++) cone.g[i] = g[i] + size * turn[i];
        cone.solve(false);
        return cone.wrench.map((w, i) => (w - start[i]) / size);
      };
      const [small, large] = [change(1e-7), change(1e-5)];
      const length = Math.hypot(...large);
      for (let i = 0; i < SIZE; i++)
        expect(Math.abs(small[i] - large[i]), `seed ${seed}`).toBeLessThanOrEqual(0.1 * length);
    }
  });
});
