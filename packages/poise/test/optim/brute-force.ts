/** The slow, sure way to solve small QPs: try every active set with a dense solve of its KKT system. */
import type { QpProblem } from '../../src/optim/qp.ts';

/** Solves M x = right by elimination with row exchanges; NaN when singular. M is n×n, row-major. */
export function solveLinear(matrix: ArrayLike<number>, right: ArrayLike<number>): Float64Array {
  const n = right.length;
  const m = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n + 1 }, (_, j) => (j < n ? matrix[i * n + j] : right[i])),
  );
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[p][k])) p = i;
    [m[k], m[p]] = [m[p], m[k]];
    if (Math.abs(m[k][k]) < 1e-13) return new Float64Array(n).fill(Number.NaN);
    for (let i = k + 1; i < n; i++) {
      const f = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= f * m[k][j];
    }
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    x[i] = m[i][n];
    for (let j = i + 1; j < n; j++) x[i] -= m[i][j] * x[j];
    x[i] /= m[i][i];
  }
  return x;
}

/** (x, multipliers) of the QP with all equalities and these inequalities met exactly. */
export function solveDense(
  { size: n, H, c, A, b, G, h, equalities }: QpProblem,
  active: readonly number[],
): Float64Array {
  const rows = [
    ...Array.from({ length: equalities }, (_, r) => ({ g: A.subarray(r * n, r * n + n), right: b[r] })),
    ...active.map((r) => ({ g: G.subarray(r * n, r * n + n), right: h[r] })),
  ];
  const size = n + rows.length;
  const m = new Float64Array(size * size);
  const right = new Float64Array(size);
  for (let i = 0; i < n; i++) {
    right[i] = -c[i];
    for (let j = 0; j < n; j++) m[i * size + j] = H[i * n + j];
    rows.forEach(({ g }, r) => {
      m[i * size + n + r] = g[i];
      m[(n + r) * size + i] = g[i];
    });
  }
  rows.forEach((row, r) => {
    right[n + r] = row.right;
  });
  return solveLinear(m, right);
}

/** The solution, or undefined when no active set is feasible and optimal. */
export function bestActiveSet(problem: QpProblem): Float64Array | undefined {
  const { size: n, G, h, inequalities, equalities } = problem;
  for (let mask = 0; mask < 1 << inequalities; mask++) {
    const active = Array.from({ length: inequalities }, (_, r) => r).filter((r) => mask & (1 << r));
    if (active.length + equalities > n) continue;
    const x = solveDense(problem, active);
    const size = x.slice(n).reduce((most, u) => Math.max(most, Math.abs(u)), 1);
    const signs = active.every((_, k) => x[n + equalities + k] >= -1e-9 * size);
    const met = Array.from({ length: inequalities }, (_, r) => {
      let slack = h[r];
      let terms = Math.abs(h[r]);
      for (let j = 0; j < n; j++) {
        slack -= G[r * n + j] * x[j];
        terms += Math.abs(G[r * n + j] * x[j]);
      }
      return slack >= -1e-9 * terms;
    });
    if (signs && met.every(Boolean)) return x.slice(0, n);
  }
  return undefined;
}
