/** Gauss–Newton steps of small least-squares problems. */
import { factorCholesky, solveCholesky } from '../../optim/cholesky.ts';

/** Solves (JᵀJ + damping · diag) move = Jᵀ r; J by columns. */
export function normalStep(columns: readonly Float64Array[], r: Float64Array, damping: number): Float64Array {
  const n = columns.length;
  const matrix = new Float64Array(n * n);
  const move = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let i = 0; i < r.length; i++) sum += columns[a][i] * columns[b][i];
      matrix[a * n + b] = sum;
      matrix[b * n + a] = sum;
    }
    matrix[a * n + a] += damping * matrix[a * n + a] + 1e-12;
    for (let i = 0; i < r.length; i++) move[a] += columns[a][i] * r[i];
  }
  factorCholesky(matrix, n);
  solveCholesky(matrix, n, move);
  return move;
}
