/** Equality-constrained QPs in the range space: one factor of H, one of the small matrix A H⁻¹ Aᵀ. */
import { factorCholesky, solveLower, solveLowerTransposed } from './cholesky.ts';
import { createOrderedFactor, factorOrderedRow, type OrderedFactor, solveOrdered } from './ordered-cholesky.ts';
import { faultOf, type QpProblem, type QpStatus } from './qp.ts';

/** Rows of A whose relative pivot is below this count as combinations of earlier ones and are left out. */
const DEPENDENT = 1e-13;
/** A row that was left out must be met to this, relative to its terms, or the equalities contradict each other. */
const CONSISTENT = 1e-7;

export interface EqualityQpScratch {
  readonly x: Float64Array; // n  the solution
  readonly multipliers: Float64Array; // λ of H x + c + Aᵀλ = 0
  readonly factor: Float64Array; // n×n
  readonly rows: Float64Array; // m×n: L⁻¹ of every row of A
  readonly normal: Float64Array; // m×m: A H⁻¹ Aᵀ
  readonly scale: Float64Array; // m: its diagonal
  readonly ordered: OrderedFactor;
}

/** Memory for problems with this many equalities; set `problem.equalities` to the same number. */
export function createEqualityQpScratch(size: number, equalities: number): EqualityQpScratch {
  return {
    x: new Float64Array(size),
    multipliers: new Float64Array(equalities),
    factor: new Float64Array(size * size),
    rows: new Float64Array(equalities * size),
    normal: new Float64Array(equalities * equalities),
    scale: new Float64Array(equalities),
    ordered: createOrderedFactor(equalities, DEPENDENT),
  };
}

/** Minimum of ½ xᵀHx + cᵀx on A x = b, inequalities ignored; x and multipliers are left in the scratch. 'stalled': H is not
 *  symmetric or not positive definite, or a number is not finite; 'infeasible': equalities contradict each other (x meets the earlier ones). */
export function solveEqualityQp(problem: QpProblem, scratch: EqualityQpScratch): QpStatus {
  const { size: n, H, c, A, b } = problem;
  const { x, multipliers, factor, rows, ordered } = scratch;
  const m = multipliers.length;
  if (faultOf(problem) !== '') return 'stalled';
  factor.set(H);
  if (factorCholesky(factor, n) >= 0) return 'stalled';
  for (let i = 0; i < n; i++) x[i] = -c[i];
  solveLower(factor, n, x); // y = L⁻¹(−c), so that x = L⁻ᵀ(y − Rᵀλ) with R = rows
  for (let r = 0; r < m; r++) {
    for (let j = 0; j < n; j++) rows[r * n + j] = A[r * n + j];
    solveLower(factor, n, rows, r * n);
  }
  factorRows(scratch, n, m);
  for (let r = 0; r < m; r++) multipliers[r] = dotRows(rows, r * n, x, 0, n) - b[r];
  solveOrdered(ordered, multipliers);
  for (let r = 0; r < m; r++) for (let j = 0; j < n; j++) x[j] -= multipliers[r] * rows[r * n + j];
  solveLowerTransposed(factor, n, x);
  return isMet(problem, x, m) ? 'solved' : 'infeasible';
}

function factorRows({ rows, normal, scale, ordered }: EqualityQpScratch, n: number, m: number): void {
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) normal[i * m + j] = dotRows(rows, i * n, rows, j * n, n);
    scale[i] = normal[i * m + i];
    factorOrderedRow(ordered, normal, i, scale);
  }
}

function dotRows(a: Float64Array, i: number, b: Float64Array, j: number, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += a[i + k] * b[j + k];
  return sum;
}

function isMet({ size: n, A, b }: QpProblem, x: Float64Array, m: number): boolean {
  for (let r = 0; r < m; r++) {
    let sum = -b[r];
    let scale = Math.abs(b[r]);
    for (let j = 0; j < n; j++) {
      sum += A[r * n + j] * x[j];
      scale += Math.abs(A[r * n + j] * x[j]);
    }
    if (!(Math.abs(sum) <= CONSISTENT * scale)) return false;
  }
  return true;
}
