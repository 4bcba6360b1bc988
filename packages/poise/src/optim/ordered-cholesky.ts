/**
 * Cholesky for normal matrices S = J D⁻¹ Jᵀ whose rows may depend on each other. Rows count in their order: a row that is
 * (nearly) a combination of the rows before it is dropped, so earlier rows win. The relative pivot, what is left of S_ii
 * once the earlier rows have been taken out, is 1 for a row at right angles to them and 0 for a dependent one; it does not
 * depend on units.
 */
import { eliminateRow, solveLower, solveLowerTransposed } from './cholesky.ts';

export interface OrderedFactor {
  readonly n: number;
  readonly threshold: number; // relative pivot below which a row is dropped
  readonly l: Float64Array; // n×n, lower triangle; a dropped row is 0 with an infinite diagonal, so that nothing depends on it
  readonly pivots: Float64Array; // n   relative pivot of every row, before any dropping
  readonly dropped: Uint8Array; // n   1 where the row was left out
}

export function createOrderedFactor(n: number, threshold: number): OrderedFactor {
  return { n, threshold, l: new Float64Array(n * n), pivots: new Float64Array(n), dropped: new Uint8Array(n) };
}

/** Factors row i of S (n×n, lower triangle), rows before it being ready. scale[i] is the size that the pivot is measured by,
 *  normally S_ii. A relative pivot below the threshold drops the row. Returns whether the row was kept. */
export function factorOrderedRow(factor: OrderedFactor, s: Float64Array, i: number, scale: Float64Array): boolean {
  const { n, l, pivots, dropped, threshold } = factor;
  eliminateRow(l, n, i, s, i * n);
  const pivot = l[i * n + i];
  const relative = scale[i] > 0 ? pivot / scale[i] : 0;
  pivots[i] = relative;
  const kept = relative >= threshold && pivot > 0;
  dropped[i] = kept ? 0 : 1;
  if (kept) {
    l[i * n + i] = Math.sqrt(pivot);
    return true;
  }
  l.fill(0, i * n, i * n + i);
  l[i * n + i] = Infinity;
  return false;
}

/** Solves S x = b in place on the rows that were kept; x is 0 on dropped rows. With `rows` < n: for the first rows of S alone,
 *  and x is 0 on all others. */
export function solveOrdered(factor: OrderedFactor, x: Float64Array, rows = factor.n): void {
  solveLower(factor.l, factor.n, x, 0, rows);
  solveLowerTransposed(factor.l, factor.n, x, 0, rows);
  x.fill(0, rows, factor.n);
}
