/** Banded block factors against products, and banded quadratic programs against their optimality conditions. */
import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import {
  addGram,
  addTransposed,
  appendRow,
  type BandRows,
  createBandRows,
  multiplyRows,
} from '../../src/optim/band-rows.ts';
import { type BandedQp, solveBandedQp } from '../../src/optim/banded-interior-point.ts';
import {
  createBlockBanded,
  factorBlockBanded,
  multiplyBlockBanded,
  paddedSize,
  solveBlockBanded,
} from '../../src/optim/block-banded.ts';

const SIZE = 8;
const BLOCKS = 7;

function randomRows(seed: number, count: number): BandRows {
  const rng = createRng(seed);
  const rows = createBandRows(SIZE, 1);
  for (let r = 0; r < count; r++) {
    // the first and last rows reach over the ends of the matrix
    const first = Math.floor(((BLOCKS + 2) * r) / count) - 2;
    const row = appendRow(rows, first, normal(rng));
    for (let i = 0; i < 3 * SIZE; i++) rows.values[3 * SIZE * row + i] = normal(rng);
  }
  return rows;
}

function randomMatrix(seed: number) {
  const matrix = createBlockBanded(BLOCKS, SIZE);
  const rows = randomRows(seed, 100);
  addGram(matrix, rows, new Float64Array(100).fill(0.1));
  for (let k = 0; k < BLOCKS; k++)
    for (let i = 0; i < SIZE; i++) matrix.entries[3 * k * SIZE * SIZE + i * (SIZE + 1)] += 0.5;
  return { matrix, rows };
}

describe('block banded matrices', () => {
  it('pads to whole tiles', () => {
    expect([1, 4, 31, 34].map(paddedSize)).toEqual([4, 4, 32, 36]);
  });

  it('are the sums of their rows', () => {
    const { matrix, rows } = randomMatrix(3);
    const rng = createRng(9);
    const x = Float64Array.from({ length: BLOCKS * SIZE }, () => normal(rng));
    const product = new Float64Array(x.length);
    multiplyBlockBanded(product, matrix, x);
    const seen = new Float64Array(rows.count);
    multiplyRows(seen, rows, x, BLOCKS, 0);
    const expected = x.map((value) => 0.5 * value);
    addTransposed(
      expected,
      rows,
      seen.map((value) => 0.1 * value),
      BLOCKS,
    );
    for (let i = 0; i < x.length; i++) expect(product[i]).toBeCloseTo(expected[i], 10);
  });

  it('are solved by their factor', () => {
    const { matrix } = randomMatrix(4);
    const rng = createRng(10);
    const x = Float64Array.from({ length: BLOCKS * SIZE }, () => normal(rng));
    const b = new Float64Array(x.length);
    multiplyBlockBanded(b, matrix, x);
    expect(factorBlockBanded(matrix)).toBe(-1);
    solveBlockBanded(matrix, b);
    for (let i = 0; i < x.length; i++) expect(b[i]).toBeCloseTo(x[i], 9);
  });

  it('name the block without a positive pivot', () => {
    const { matrix } = randomMatrix(5);
    matrix.entries[3 * 4 * SIZE * SIZE] = -1;
    expect(factorBlockBanded(matrix)).toBe(4);
  });
});

describe('banded quadratic programs', () => {
  it.each([11, 12, 13, 14, 15])('meet the optimality conditions, seed %i', (seed) => {
    const { matrix } = randomMatrix(seed);
    const rng = createRng(seed + 50);
    const gradient = Float64Array.from({ length: BLOCKS * SIZE }, () => normal(rng));
    const qp: BandedQp = {
      hessian: matrix,
      gradient,
      equalities: randomRows(seed + 1, 12),
      inequalities: randomRows(seed + 2, 40),
      elasticCost: new Float64Array(40).fill(seed % 2 === 0 ? 0.05 : 1e3), // the low price leaves some broken
    };
    const { status, d, y, z, e } = solveBandedQp(qp);
    expect(status).toBe('solved');
    const stationary = new Float64Array(d.length);
    multiplyBlockBanded(stationary, matrix, d);
    for (let i = 0; i < d.length; i++) stationary[i] = -stationary[i] - gradient[i];
    addTransposed(stationary, qp.equalities, y, BLOCKS);
    addTransposed(stationary, qp.inequalities, z, BLOCKS);
    for (const value of stationary) expect(Math.abs(value)).toBeLessThan(1e-6);
    const equal = new Float64Array(12);
    multiplyRows(equal, qp.equalities, d, BLOCKS, 1);
    for (const value of equal) expect(Math.abs(value)).toBeLessThan(1e-7);
    const unequal = new Float64Array(40);
    multiplyRows(unequal, qp.inequalities, d, BLOCKS, 1);
    let [active, broken] = [0, 0];
    unequal.forEach((value, i) => {
      expect(value + e[i]).toBeGreaterThan(-1e-7);
      expect(Math.abs((value + e[i]) * z[i])).toBeLessThan(1e-5);
      expect(Math.abs(e[i] * (qp.elasticCost[i] - z[i]))).toBeLessThan(1e-5);
      if (z[i] > 1e-3) active++;
      if (e[i] > 1e-3) broken++;
    });
    expect(active).toBeGreaterThan(0);
    if (seed % 2 === 0) expect(broken).toBeGreaterThan(0);
    else expect(broken).toBe(0);
  });
});
