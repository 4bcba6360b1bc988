/**
 * Dense Cholesky kernels for symmetric positive definite matrices, row-major with `n` numbers per row. Only the lower
 * triangle is read and written.
 */

/** Replaces A by its factor L, A = L Lᵀ. Returns −1, or the first row whose pivot is not positive (or not a number). */
export function factorCholesky(a: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) {
    eliminateRow(a, n, i, a, i * n);
    if (!(a[i * n + i] > 0)) return i;
    a[i * n + i] = Math.sqrt(a[i * n + i]);
  }
  return -1;
}

/** Row i of a factor whose rows before it are ready, from row i of A at source[s]. The last entry is left as the pivot,
 *  A_ii − Σ L_ik²: its square root belongs there when it is positive. */
export function eliminateRow(l: Float64Array, n: number, i: number, source: Float64Array, s: number): void {
  const row = i * n;
  let pivot = source[s + i];
  for (let j = 0; j < i; j++) {
    const other = j * n;
    let sum = source[s + j];
    for (let k = 0; k < j; k++) sum -= l[row + k] * l[other + k];
    const entry = sum / l[other + j];
    l[row + j] = entry;
    pivot -= entry * entry;
  }
  l[row + i] = pivot;
}

/** Solves L y = b in place; b starts at x[o]. With `rows` < n: for the leading rows and columns of L only. */
export function solveLower(l: Float64Array, n: number, x: Float64Array, o = 0, rows = n): void {
  for (let i = 0; i < rows; i++) {
    const row = i * n;
    let sum = x[o + i];
    for (let k = 0; k < i; k++) sum -= l[row + k] * x[o + k];
    x[o + i] = sum / l[row + i];
  }
}

/** Solves Lᵀ x = y in place; y starts at x[o]. With `rows` < n: for the leading rows and columns of L only. */
export function solveLowerTransposed(l: Float64Array, n: number, x: Float64Array, o = 0, rows = n): void {
  for (let i = rows - 1; i >= 0; i--) {
    const row = i * n;
    const value = x[o + i] / l[row + i];
    x[o + i] = value;
    for (let k = 0; k < i; k++) x[o + k] -= l[row + k] * value;
  }
}

/** Solves L Lᵀ x = b in place for a factor made by factorCholesky. */
export function solveCholesky(l: Float64Array, n: number, x: Float64Array, o = 0): void {
  solveLower(l, n, x, o);
  solveLowerTransposed(l, n, x, o);
}
