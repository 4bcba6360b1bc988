/**
 * The cheapest acceleration that meets rows of demands: min ½ Σ Dᵢ(xᵢ − aᵢ)² + ½ Σ wᵣ(Eᵣ x − eᵣ)², D diagonal; a row of soft
 * weight 1/w = 0 is met exactly. With x = a + D⁻¹Eᵀμ everything happens in the small matrix B = E D⁻¹Eᵀ + diag(1/w):
 * B μ = e − E a, and the cost is ½ μᵀB μ. The last rows stand for the wrench on the root, which is not known yet: their cost
 * as a function of it is ½ (w + d)ᵀ K (w + d), read off the factor of B.
 */
import { factorCholesky, solveLower, solveLowerTransposed } from '../../optim/cholesky.ts';

/** Added to the diagonal of B, relative: rows that say the same (two feet on straight legs) do not break the factor. */
const RELAXED = 1e-9;

export class RowProblem {
  readonly n: number;
  readonly most: number;
  readonly D: Float64Array; // n
  readonly a: Float64Array; // n
  readonly E: Float64Array; // most×n
  readonly e: Float64Array; // most
  readonly soft: Float64Array; // most: 1/w
  count = 0; // rows in use
  readonly x: Float64Array; // n the solution
  private readonly scaled: Float64Array; // most×n: E D⁻¹
  private readonly inverse: Float64Array; // n
  private readonly factor: Float64Array;
  private readonly packed: Float64Array;
  private readonly rest: Float64Array; // most: e − E a
  private readonly mu: Float64Array;

  constructor(n: number, most: number) {
    this.n = n;
    this.most = most;
    this.D = new Float64Array(n);
    this.a = new Float64Array(n);
    this.E = new Float64Array(most * n);
    this.e = new Float64Array(most);
    this.soft = new Float64Array(most);
    this.x = new Float64Array(n);
    this.scaled = new Float64Array(most * n);
    this.inverse = new Float64Array(n);
    this.factor = new Float64Array(most * most);
    this.packed = new Float64Array(most * most);
    this.rest = new Float64Array(most);
    this.mu = new Float64Array(most);
  }

  /** Makes room for a row of zeros; returns where it starts in E. */
  addRow(target: number, soft: number): number {
    const row = this.count++;
    const start = row * this.n;
    this.E.fill(0, start, start + this.n);
    this.e[row] = target;
    this.soft[row] = soft;
    return start;
  }

  /** Forms and factors B. Returns false when it is not positive definite (numbers that make no sense). */
  factorize(): boolean {
    const { n, count, E, scaled, inverse, packed, soft, D } = this;
    for (let i = 0; i < n; i++) inverse[i] = 1 / D[i];
    for (let r = 0; r < count; r++) {
      const row = r * n;
      for (let i = 0; i < n; i++) scaled[row + i] = E[row + i] * inverse[i];
      for (let s = 0; s <= r; s++) packed[r * count + s] = dot(scaled, row, E, s * n, n);
      packed[r * count + r] += soft[r] + RELAXED * packed[r * count + r] + 1e-12;
    }
    this.factor.set(packed);
    if (factorCholesky(this.factor, count) >= 0) return false;
    for (let r = 0; r < count; r++) this.rest[r] = this.e[r] - dot(E, r * n, this.a, 0, n);
    return true;
  }

  /** Cost of the wrench rows, the last `size`: S = K⁻¹ (size×size) and d. */
  readWrenchCost(S: Float64Array, d: Float64Array, size: number): void {
    const { count, factor, mu, rest } = this;
    const first = count - size;
    for (let r = 0; r < first; r++) mu[r] = rest[r];
    solveLower(factor, count, mu, 0, first);
    for (let i = 0; i < size; i++) {
      let sum = rest[first + i];
      for (let k = 0; k < first; k++) sum -= factor[(first + i) * count + k] * mu[k];
      d[i] = sum;
      for (let j = 0; j <= i; j++) {
        let entry = 0;
        for (let k = 0; k <= j; k++) {
          entry += factor[(first + i) * count + first + k] * factor[(first + j) * count + first + k];
        }
        S[i * size + j] = entry;
        S[j * size + i] = entry;
      }
    }
  }

  /** The acceleration, with the given wrench added to the targets of the last rows. */
  solve(wrench: Float64Array, size: number): void {
    const { n, count, mu, rest, x, scaled, a } = this;
    for (let r = 0; r < count; r++) mu[r] = rest[r];
    for (let i = 0; i < size; i++) mu[count - size + i] += wrench[i];
    solveLower(this.factor, count, mu);
    solveLowerTransposed(this.factor, count, mu);
    for (let i = 0; i < n; i++) x[i] = a[i];
    for (let r = 0; r < count; r++) {
      const m = mu[r];
      const row = r * n;
      for (let i = 0; i < n; i++) x[i] += m * scaled[row + i];
    }
  }
}

function dot(a: Float64Array, i: number, b: Float64Array, j: number, n: number): number {
  let sum = 0;
  for (let k = 0; k < n; k++) sum += a[i + k] * b[j + k];
  return sum;
}
