/** Eigenvalues and vectors of a small symmetric matrix by Jacobi rotations. */
import type { ReadonlyVector } from '../math/types.ts';

const MOST_SWEEPS = 50;

/** matrix (n×n) = vectors · diag(values) · vectorsᵀ; vectors are columns. The matrix is left as it is. */
export function symmetricEigen(values: Float64Array, vectors: Float64Array, matrix: ReadonlyVector, n: number): void {
  const a = Float64Array.from({ length: n * n }, (_, i) => matrix[i]);
  vectors.fill(0);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS && !isDiagonal(a, n); sweep++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotateAway(a, vectors, n, p, q);
  }
  for (let i = 0; i < n; i++) values[i] = a[i * n + i];
}

function isDiagonal(a: Float64Array, n: number): boolean {
  let off = 0;
  let trace = 0;
  for (let i = 0; i < n; i++) {
    trace += Math.abs(a[i * n + i]);
    for (let j = 0; j < i; j++) off += a[i * n + j] * a[i * n + j];
  }
  return off <= 1e-28 * trace * trace;
}

/** The rotation in the plane of p and q that makes a[p][q] zero. */
function rotateAway(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[k * n + p], a[k * n + q]];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[p * n + k], a[q * n + k]];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    const [u, v] = [vectors[k * n + p], vectors[k * n + q]];
    vectors[k * n + p] = c * u - s * v;
    vectors[k * n + q] = s * u + c * v;
  }
}
