import { describe, expect, it } from 'vitest';
import { createRng, normal } from '../../src/math/random.ts';
import { type BandedMatrix, bandIndex, createBanded, factorBanded, solveBanded } from '../../src/optim/banded.ts';

/** A = B Bᵀ + I for a random banded lower B: symmetric, positive definite, same band. */
function randomMatrix(size: number, halfBand: number, seed: number): BandedMatrix {
  const rng = createRng(seed);
  const b = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (j <= i && i - j <= halfBand ? normal(rng) : 0)),
  );
  const matrix = createBanded(size, halfBand);
  for (let i = 0; i < size; i++) {
    for (let j = Math.max(0, i - halfBand); j <= i; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k <= j; k++) sum += b[i][k] * b[j][k];
      matrix.entries[bandIndex(halfBand, i, j)] = sum;
    }
  }
  return matrix;
}

describe('banded Cholesky', () => {
  it.each([
    [1, 0],
    [6, 1],
    [20, 3],
    [40, 17],
    [5, 9],
  ])('solves %i equations of half-band %i for several right-hand sides', (size, halfBand) => {
    const matrix = randomMatrix(size, halfBand, size);
    const columns = 3;
    const rng = createRng(1);
    const rhs = Float64Array.from({ length: size * columns }, () => normal(rng));
    const factor = { ...matrix, entries: matrix.entries.slice() };
    expect(factorBanded(factor)).toBe(-1);
    const x = rhs.slice();
    solveBanded(factor, x, columns);
    // A x, entry by entry
    const entryAt = (i: number, j: number): number =>
      Math.abs(i - j) > halfBand ? 0 : matrix.entries[bandIndex(halfBand, Math.max(i, j), Math.min(i, j))];
    for (let c = 0; c < columns; c++) {
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += entryAt(i, j) * x[j * columns + c];
        expect(sum).toBeCloseTo(rhs[i * columns + c], 9);
      }
    }
  });

  it('names the row whose pivot fails', () => {
    const matrix = createBanded(4, 1);
    for (let i = 0; i < 4; i++) matrix.entries[bandIndex(1, i, i)] = i === 2 ? -1 : 1;
    expect(factorBanded(matrix)).toBe(2);
    const notANumber = createBanded(2, 1);
    notANumber.entries.fill(Number.NaN);
    expect(factorBanded(notANumber)).toBe(0);
  });
});
