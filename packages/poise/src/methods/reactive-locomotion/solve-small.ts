/** A few linear equations. */

const MOST = 6;
const matrix = new Float64Array(MOST * MOST);

/** Replaces b (n, at most 6) by the x of A x = b. A: n rows out of a matrix with `stride` columns, from `start` on; it is kept.
 *  False, and b of no use, where A is singular. */
export function solveSmall(a: Float64Array, b: Float64Array, n: number, stride = n, start = 0): boolean {
  for (let row = 0; row < n; row++) {
    for (let column = 0; column < n; column++) matrix[MOST * row + column] = a[start + stride * row + column];
  }
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(matrix[MOST * row + column]) > Math.abs(matrix[MOST * pivot + column])) pivot = row;
    }
    if (!(Math.abs(matrix[MOST * pivot + column]) > 1e-12)) return false;
    if (pivot !== column) swapRows(b, pivot, column);
    for (let row = column + 1; row < n; row++) {
      const factor = matrix[MOST * row + column] / matrix[MOST * column + column];
      for (let k = column; k < n; k++) matrix[MOST * row + k] -= factor * matrix[MOST * column + k];
      b[row] -= factor * b[column];
    }
  }
  for (let row = n - 1; row >= 0; row--) {
    for (let k = row + 1; k < n; k++) b[row] -= matrix[MOST * row + k] * b[k];
    b[row] /= matrix[MOST * row + row];
  }
  return true;
}

function swapRows(b: Float64Array, i: number, j: number): void {
  for (let k = 0; k < MOST; k++) {
    const kept = matrix[MOST * i + k];
    matrix[MOST * i + k] = matrix[MOST * j + k];
    matrix[MOST * j + k] = kept;
  }
  const kept = b[i];
  b[i] = b[j];
  b[j] = kept;
}
