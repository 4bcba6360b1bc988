import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { factorCholesky, invertCholesky, solveCholesky } from '../../src/optim/cholesky.ts';
import { createOrderedFactor, factorOrderedRow, solveOrdered } from '../../src/optim/ordered-cholesky.ts';

/** rows · rowsᵀ for m random rows of n numbers; `copyOf[i]` makes row i equal to another. */
function gram(seed: number, m: number, n: number, copyOf: Readonly<Record<number, number>> = {}): Float64Array {
  const rng = createRng(seed);
  const rows = Array.from({ length: m }, () => Array.from({ length: n }, () => normal(rng)));
  for (const [i, j] of Object.entries(copyOf)) rows[Number(i)] = rows[j];
  return Float64Array.from({ length: m * m }, (_, k) => {
    const [i, j] = [Math.floor(k / m), k % m];
    return rows[i].reduce((sum, x, c) => sum + x * rows[j][c], 0);
  });
}

const times = (s: Float64Array, x: Float64Array): number[] =>
  Array.from(x, (_, i) => x.reduce((sum, value, j) => sum + s[i * x.length + j] * value, 0));

describe('dense Cholesky', () => {
  it.each([1, 2, 7, 30])('solves %i equations', (n) => {
    const s = gram(n, n, n + 3);
    const l = s.slice();
    expect(factorCholesky(l, n)).toBe(-1);
    const right = Float64Array.from({ length: n }, (_, i) => Math.sin(i + 1));
    const x = right.slice();
    solveCholesky(l, n, x);
    times(s, x).forEach((value, i) => {
      expect(value).toBeCloseTo(right[i], 9);
    });
  });

  it.each([1, 2, 6, 11])('inverts %i equations', (n) => {
    const s = gram(20 + n, n, n + 3);
    const l = s.slice();
    const inverse = new Float64Array(n * n);
    expect(factorCholesky(l, n)).toBe(-1);
    invertCholesky(inverse, l, n);
    for (let k = 0; k < n; k++) {
      const column = inverse.slice(k * n, (k + 1) * n);
      times(s, column).forEach((value, i) => {
        expect(value).toBeCloseTo(i === k ? 1 : 0, 9);
      });
    }
  });

  it('a factor is lengthened row by row, in a matrix with room', () => {
    const [n, room] = [10, 13];
    const s = gram(5, n, n + 3);
    const whole = s.slice();
    expect(factorCholesky(whole, n)).toBe(-1);
    const longer = new Float64Array(room * room).fill(Number.NaN);
    for (let i = 0; i < n; i++) longer.set(s.subarray(i * n, (i + 1) * n), i * room);
    for (const [first, rows] of [
      [0, 4],
      [4, 5],
      [5, n],
    ] as const) {
      expect(factorCholesky(longer, room, first, rows)).toBe(-1);
    }
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) expect(longer[i * room + j]).toBeCloseTo(whole[i * n + j], 12);
    }
  });

  it('names the row whose pivot fails', () => {
    const broken = gram(9, 8, 11);
    broken[5 * 8 + 5] = -1;
    expect(factorCholesky(broken, 8)).toBe(5);
    expect(factorCholesky(Float64Array.of(1, 0, 0, -1), 2)).toBe(1);
    expect(factorCholesky(Float64Array.of(Number.NaN), 1)).toBe(0);
  });
});

describe('ordered Cholesky', () => {
  it('drops the later of two equal rows and solves the rest', () => {
    const n = 5;
    const s = gram(3, n, 8, { 3: 1 });
    const factor = createOrderedFactor(n, 1e-8);
    const scale = Float64Array.from({ length: n }, (_, i) => s[i * n + i]);
    for (let i = 0; i < n; i++) expect(factorOrderedRow(factor, s, i, scale)).toBe(i !== 3);
    expect(factor.pivots[3]).toBeLessThan(1e-12);
    const right = Float64Array.of(1, 2, 3, 2, 5);
    const x = right.slice();
    solveOrdered(factor, x);
    expect(x[3]).toBe(0);
    times(s, x).forEach((value, i) => {
      expect(value).toBeCloseTo(right[i], 9);
    });
  });

  it('drops rows of zeros and rows that are not numbers', () => {
    const factor = createOrderedFactor(2, 1e-8);
    expect(factorOrderedRow(factor, Float64Array.of(0, 0, 0, 0), 0, Float64Array.of(0, 1))).toBe(false);
    expect(factorOrderedRow(factor, Float64Array.of(0, 0, Number.NaN, 1), 1, Float64Array.of(0, 1))).toBe(false);
    const x = Float64Array.of(1, 1);
    solveOrdered(factor, x);
    expect([...x]).toEqual([0, 0]);
  });
});
