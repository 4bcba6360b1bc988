/**
 * Symmetric banded matrices and their Cholesky factors. Lower-band storage by rows: entry (i, j), i − halfBand ≤ j ≤ i, lies at
 * i·(halfBand + 1) + j − i + halfBand, so a row is contiguous and the inner loop is a dot product of two rows. Entries left of
 * the first column are kept in storage and must be 0.
 */

export interface BandedMatrix {
  readonly size: number;
  readonly halfBand: number; // entries below the diagonal in a column
  readonly entries: Float64Array; // size × (halfBand + 1)
}

export function createBanded(size: number, halfBand: number): BandedMatrix {
  return { size, halfBand, entries: new Float64Array(size * (halfBand + 1)) };
}

/** Where entry (i, j), j ≤ i, is stored. */
export const bandIndex = (halfBand: number, i: number, j: number): number => i * (halfBand + 1) + j - i + halfBand;

/** Replaces A by its Cholesky factor L, A = L Lᵀ. Returns −1, or the first row whose pivot is not positive (A is then
 *  overwritten up to that row). */
export function factorBanded(matrix: BandedMatrix): number {
  const { size, halfBand, entries } = matrix;
  const width = halfBand + 1;
  for (let i = 0; i < size; i++) {
    const row = i * width + halfBand - i; // entry (i, j) is at row + j
    const first = Math.max(0, i - halfBand);
    for (let j = first; j < i; j++) {
      const other = j * width + halfBand - j;
      let sum = entries[row + j];
      for (let k = Math.max(first, j - halfBand); k < j; k++) sum -= entries[row + k] * entries[other + k];
      entries[row + j] = sum / entries[other + j];
    }
    let pivot = entries[row + i];
    for (let k = first; k < i; k++) pivot -= entries[row + k] * entries[row + k];
    if (!(pivot > 0)) return i;
    entries[row + i] = Math.sqrt(pivot);
  }
  return -1;
}

/** Solves L Lᵀ X = B in place for a factor made by factorBanded. x holds size × columns numbers, row-major. */
export function solveBanded(factor: BandedMatrix, x: Float64Array, columns = 1): void {
  const { size, halfBand, entries } = factor;
  const width = halfBand + 1;
  // L Y = B
  for (let i = 0; i < size; i++) {
    const row = i * width + halfBand - i;
    for (let k = Math.max(0, i - halfBand); k < i; k++) subtractRow(x, i, k, entries[row + k], columns);
    divideRow(x, i, entries[row + i], columns);
  }
  // Lᵀ X = Y: row i of Y is finished once all later rows have been taken off
  for (let i = size - 1; i >= 0; i--) {
    const row = i * width + halfBand - i;
    divideRow(x, i, entries[row + i], columns);
    for (let k = Math.max(0, i - halfBand); k < i; k++) subtractRow(x, k, i, entries[row + k], columns);
  }
}

/** Row `to` −= factor · row `from`. */
function subtractRow(x: Float64Array, to: number, from: number, factor: number, columns: number): void {
  const o = to * columns;
  const i = from * columns;
  for (let c = 0; c < columns; c++) x[o + c] -= factor * x[i + c];
}

function divideRow(x: Float64Array, row: number, divisor: number, columns: number): void {
  const s = 1 / divisor;
  for (let c = row * columns; c < (row + 1) * columns; c++) x[c] *= s;
}
