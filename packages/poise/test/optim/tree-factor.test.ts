import { describe, expect, it } from 'vitest';
import { createRng, normal, type Rng, uniform } from '../../src/math/random.ts';
import {
  createTreePattern,
  factorTree,
  sharedPath,
  solvePathTransposed,
  solvePathTransposed3,
  solveTree,
  solveTreeTransposed,
  solveTreeTransposed3,
  type TreePattern,
} from '../../src/optim/tree-factor.ts';
import { solveLinear } from './brute-force.ts';

const SEEDS = Array.from({ length: 25 }, (_, i) => i + 1);

/** A tree of n freedoms, every parent at random among the freedoms before. */
function randomTree(rng: Rng): TreePattern {
  const n = 1 + Math.floor(uniform(rng, 0, 30));
  return createTreePattern(Int32Array.from({ length: n }, (_, k) => (k === 0 ? -1 : Math.floor(uniform(rng, 0, k)))));
}

/** A tree of ball joints: three freedoms each, one below the other. */
function randomJoints(rng: Rng): TreePattern {
  const joints = 1 + Math.floor(uniform(rng, 0, 10));
  const parent = Array.from({ length: joints }, (_, j) => {
    const above = j === 0 ? -1 : 3 * Math.floor(uniform(rng, 0, j)) + 2;
    return [above, 3 * j, 3 * j + 1];
  });
  return createTreePattern(Int32Array.from(parent.flat()));
}

it('freedoms in threes are found', () => {
  expect(randomJoints(createRng(1)).isThrees).toBe(true);
  expect(createTreePattern(Int32Array.of(-1, 0, 1, 2, 3, 4, 2, 6, 7)).isThrees).toBe(true);
  expect(createTreePattern(Int32Array.of(-1, 0, 1, 2, 3)).isThrees).toBe(false);
  expect(createTreePattern(Int32Array.of(-1, 0, 1, 1, 3, 4)).isThrees).toBe(false); // hangs on the second of three
  expect(createTreePattern(Int32Array.of(-1, 0, 1, 2, 2, 4)).isThrees).toBe(false);
});

/** Whether `a` lies on the path from the root to `b`, found by walking up. */
function isAbove(parent: Int32Array, a: number, b: number): boolean {
  let k = b;
  while (k > a) k = parent[k];
  return k === a;
}

/** A dense lower factor with entries only along paths: Q = LᵀL is positive definite and has the tree's pattern. */
function randomFactor(rng: Rng, { n, parent }: TreePattern): Float64Array {
  const L = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let a = 0; a < k; a++) if (isAbove(parent, a, k)) L[k * n + a] = normal(rng);
    L[k * n + k] = uniform(rng, 0.5, 2);
  }
  return L;
}

const product = (L: Float64Array, n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, e) => {
    const [i, j] = [Math.floor(e / n), e % n];
    let sum = 0;
    for (let k = 0; k < n; k++) sum += L[k * n + i] * L[k * n + j];
    return sum;
  });

/** The entries of a dense matrix in the tree's layout. */
function pack(dense: Float64Array, { n, start, length, path, size }: TreePattern): Float64Array {
  const out = new Float64Array(size);
  for (let k = 0; k < n; k++) for (let e = start[k]; e < start[k] + length[k]; e++) out[e] = dense[k * n + path[e]];
  return out;
}

function expectNear(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance = 1e-9): void {
  let size = 1;
  for (let i = 0; i < expected.length; i++) size = Math.max(size, Math.abs(expected[i]));
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThan(tolerance * size);
}

const KINDS = [
  ['a random tree', randomTree],
  ['ball joints', randomJoints],
] as const;
const CASES = KINDS.flatMap(([name, create]) => SEEDS.map((seed) => [name, seed, create] as const));

describe.each(CASES)('matrix of %s, seed %i', (_, seed, create) => {
  const rng = createRng(seed);
  const pattern = create(rng);
  const { n } = pattern;
  const L = randomFactor(rng, pattern);
  const Q = product(L, n);
  const values = pack(Q, pattern);
  const b = Float64Array.from({ length: n }, () => normal(rng));

  it('solves for three vectors at once as for each by itself, to the bit', () => {
    const three = createRng(500 + seed);
    const own = values.slice();
    factorTree(own, pattern);
    const all = Float64Array.from({ length: 1 + 3 * n }, () => normal(three));
    const each = all.slice();
    solveTreeTransposed3(own, pattern, all, 1, n);
    for (let k = 0; k < 3; k++) solveTreeTransposed(own, pattern, each, 1 + k * n);
    expect(all).toEqual(each);
    expect(each[1 + 3 * n - 1]).not.toBe(0);
  });

  it('lists the ancestors of every freedom, root first', () => {
    for (let k = 0; k < n; k++) {
      const { start, length, path, parent } = pattern;
      const row = Array.from(path.subarray(start[k], start[k] + length[k]));
      expect(row).toEqual(Array.from({ length: k + 1 }, (_, a) => a).filter((a) => isAbove(parent, a, k)));
    }
  });

  it('the factor is the one that the matrix was made of, with no further entries', () => {
    const factor = values.slice();
    expect(factorTree(factor, pattern)).toBe(true);
    expectNear(factor, pack(L, pattern), 1e-8);
  });

  it('solves like dense elimination', () => {
    const factor = values.slice();
    factorTree(factor, pattern);
    const x = Float64Array.of(7, ...b);
    solveTreeTransposed(factor, pattern, x, 1);
    solveTree(factor, pattern, x, 1);
    // residual, so that ill-conditioned trees do not blur the claim
    const back = b.map((_, i) => {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += Q[i * n + j] * x[1 + j];
      return sum;
    });
    let scale = 1;
    for (const value of x) scale = Math.max(scale, Math.abs(value));
    for (const value of Q) scale = Math.max(scale, Math.abs(value));
    for (let i = 0; i < n; i++) expect(Math.abs(back[i] - b[i])).toBeLessThan(1e-11 * scale * scale);
    expectNear(x.subarray(1), solveLinear(Q, b), 1e-5);
    expect(x[0]).toBe(7);
  });

  it('a vector along a path is solved there as among all freedoms', () => {
    const factor = values.slice();
    factorTree(factor, pattern);
    const { start, length, path } = pattern;
    for (let k = 0; k < n; k++) {
      const along = Float64Array.from({ length: length[k] }, () => normal(rng));
      const whole = new Float64Array(n);
      along.forEach((value, j) => {
        whole[path[start[k] + j]] = value;
      });
      solvePathTransposed(factor, pattern, k, along, 0);
      solveTreeTransposed(factor, pattern, whole);
      expectNear(
        along,
        Float64Array.from({ length: length[k] }, (_, j) => whole[path[start[k] + j]]),
        1e-12,
      );
    }
  });

  it('three vectors along a path are solved as each by itself, to the bit', () => {
    const factor = values.slice();
    factorTree(factor, pattern);
    const k = n - 1;
    const stride = pattern.length[k] + 1;
    const all = Float64Array.from({ length: 1 + 3 * stride }, () => normal(rng));
    const each = all.slice();
    solvePathTransposed3(factor, pattern, k, all, 1, stride);
    for (let c = 0; c < 3; c++) solvePathTransposed(factor, pattern, k, each, 1 + c * stride);
    expect(all).toEqual(each);
  });

  it('two paths share their common ancestors', () => {
    for (let a = 0; a < n; a++) {
      for (let c = 0; c < n; c++) {
        let shared = 0;
        for (let k = 0; k < n; k++) if (isAbove(pattern.parent, k, a) && isAbove(pattern.parent, k, c)) shared++;
        expect(sharedPath(pattern, a, c)).toBe(shared);
      }
    }
  });
});

it('says when a matrix is not positive definite', () => {
  const pattern = createTreePattern(Int32Array.of(-1, 0, 0));
  // diag(1, 1, 1) with an entry 2 beside it: eigenvalue −1
  expect(factorTree(pack(Float64Array.of(1, 2, 0, 2, 1, 0, 0, 0, 1), pattern), pattern)).toBe(false);
  expect(factorTree(pack(Float64Array.of(1, NaN, 0, NaN, 1, 0, 0, 0, 1), pattern), pattern)).toBe(false);
});
