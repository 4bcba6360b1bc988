/**
 * Dense Cholesky kernels for symmetric positive definite matrices, row-major with `n` numbers per row. Only the lower
 * triangle is read and written.
 */

/** Replaces A by its factor L, A = L Lᵀ. Returns −1, or the first row whose pivot is not positive (or not a number). `n` is the number
 *  of entries from row to row; of `rows` rows those before `first` are factored already. */
export function factorCholesky(a: Float64Array, n: number, first = 0, rows = n): number {
  let i = first;
  for (; i + 2 < rows; i += 3) {
    eliminateRows3(a, n, i);
    for (let k = i; k < i + 3; k++) {
      if (k > i) finishRow(a, n, k, i);
      if (!(a[k * n + k] > 0)) return k;
      a[k * n + k] = Math.sqrt(a[k * n + k]);
    }
  }
  for (; i < rows; i++) {
    eliminateRow(a, n, i, a, i * n);
    if (!(a[i * n + i] > 0)) return i;
    a[i * n + i] = Math.sqrt(a[i * n + i]);
  }
  return -1;
}

/** Three rows from i on against those before: three sums at a time do not wait for each other. Pivots get what is left so far. */
function eliminateRows3(l: Float64Array, n: number, i: number): void {
  const row = i * n;
  const second = row + n;
  const third = second + n;
  let p = l[row + i];
  let q = l[second + i + 1];
  let r = l[third + i + 2];
  for (let j = 0; j < i; j++) {
    const other = j * n;
    let a = l[row + j];
    let b = l[second + j];
    let c = l[third + j];
    for (let k = 0; k < j; k++) {
      const entry = l[other + k];
      a -= l[row + k] * entry;
      b -= l[second + k] * entry;
      c -= l[third + k] * entry;
    }
    const pivot = l[other + j];
    a /= pivot;
    b /= pivot;
    c /= pivot;
    l[row + j] = a;
    l[second + j] = b;
    l[third + j] = c;
    p -= a * a;
    q -= b * b;
    r -= c * c;
  }
  l[row + i] = p;
  l[second + i + 1] = q;
  l[third + i + 2] = r;
}

/** Row i against the rows from `first` on; against those before it is done. */
function finishRow(l: Float64Array, n: number, i: number, first: number): void {
  const row = i * n;
  for (let j = first; j < i; j++) {
    const other = j * n;
    let sum = l[row + j];
    for (let k = 0; k < j; k++) sum -= l[row + k] * l[other + k];
    const entry = sum / l[other + j];
    l[row + j] = entry;
    l[row + i] -= entry * entry;
  }
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

/** out = (L Lᵀ)⁻¹, whole, for a factor made by factorCholesky; L is replaced by its inverse. */
export function invertCholesky(out: Float64Array, l: Float64Array, n: number): void {
  // L⁻¹, row by row: what is above row i is inverted already
  for (let i = 0; i < n; i++) {
    const row = i * n;
    const pivot = 1 / l[row + i];
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum += l[row + k] * l[k * n + j];
      l[row + j] = -sum * pivot;
    }
    l[row + i] = pivot;
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += l[k * n + i] * l[k * n + j];
      out[i * n + j] = sum;
      out[j * n + i] = sum;
    }
  }
}
