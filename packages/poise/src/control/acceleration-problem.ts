/**
 * The accelerations nearest to a wish that meet rows of demands, together with the ground's wrench that makes them possible:
 *
 *   min ½ (x − wish)ᵀ Q (x − wish) + ½ Σ (Eᵣx − eᵣ)²/softᵣ + goals(w)   with   A x = c + w,   w ∈ cone
 *
 * Q is the mass matrix with armature, sparse as the skeleton's tree; a row acts along the path from the root to one joint; the six
 * momentum rows A act on everything and are met exactly. With x = wish + Q⁻¹Eᵀμ everything happens in the small matrix E Q⁻¹Eᵀ + soft;
 * its last six rows give the price of the wrench, ½ (w + d)ᵀ S⁻¹ (w + d), which goals are added to before the cone is asked.
 */
import type { MovingFreedoms } from '../dynamics/tree-mass.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { factorCholesky, solveLower, solveLowerTransposed } from '../optim/cholesky.ts';
import type { ConeForce } from '../optim/cone-force.ts';
import { factorTree, sharedPath, solvePathTransposed, solveTree, solveTreeTransposed } from '../optim/tree-factor.ts';

const MOMENTUM = 6;
/** Added to the diagonal, relative: rows that say the same (two feet on straight legs) do not break the factor. */
const RELAXED = 1e-10;

export class AccelerationProblem {
  readonly freedoms: MovingFreedoms;
  readonly metric: Float64Array; // Q in the tree's layout; its factor after `factor`
  readonly wish: Float64Array; // n
  readonly x: Float64Array; // n  the solution
  readonly E: Float64Array; // rows×stride: each along the path to its freedom
  readonly target: Float64Array; // rows: e
  readonly softness: Float64Array; // rows
  readonly momentum: Float64Array; // 6×n: A
  readonly momentumTarget = new Float64Array(MOMENTUM); // c
  readonly stride: number; // longest path
  count = 0; // rows in use

  readonly #most: number;
  readonly #freedom: Int32Array; // rows: end of each row's path
  readonly #Y: Float64Array; // rows×stride: L⁻ᵀE
  readonly #momentumY: Float64Array; // 6×n
  readonly #B: Float64Array; // rows×rows: E Q⁻¹Eᵀ
  readonly #cross: Float64Array; // 6×rows: A Q⁻¹Eᵀ
  readonly #momentumB = new Float64Array(MOMENTUM * MOMENTUM);
  readonly #rest: Float64Array; // rows: e − E·wish
  readonly #momentumRest = new Float64Array(MOMENTUM);
  readonly #factor: Float64Array;
  readonly #mu: Float64Array;
  readonly #S = new Float64Array(MOMENTUM * MOMENTUM);
  readonly #d = new Float64Array(MOMENTUM);

  constructor(freedoms: MovingFreedoms, most: number) {
    const { n, size, length } = freedoms;
    this.freedoms = freedoms;
    this.stride = length.reduce((a, b) => Math.max(a, b), 0);
    this.#most = most;
    this.metric = new Float64Array(size);
    this.wish = new Float64Array(n);
    this.x = new Float64Array(n);
    this.E = new Float64Array(most * this.stride);
    this.target = new Float64Array(most);
    this.softness = new Float64Array(most);
    this.momentum = new Float64Array(MOMENTUM * n);
    this.#freedom = new Int32Array(most);
    this.#Y = new Float64Array(most * this.stride);
    this.#momentumY = new Float64Array(MOMENTUM * n);
    this.#B = new Float64Array(most * most);
    this.#cross = new Float64Array(MOMENTUM * most);
    this.#rest = new Float64Array(most);
    const all = most + MOMENTUM;
    this.#factor = new Float64Array(all * all);
    this.#mu = new Float64Array(all);
  }

  get isFull(): boolean {
    return this.count === this.#most;
  }

  /** Factors the metric. False: it is not positive definite. */
  factor(): boolean {
    return factorTree(this.metric, this.freedoms);
  }

  /** x ← Q⁻¹ x, for a whole vector. Needs `factor`. */
  solveMetric(x: Float64Array): void {
    solveTreeTransposed(this.metric, this.freedoms, x);
    solveTree(this.metric, this.freedoms, x);
  }

  /** Takes in the momentum rows and forgets all others. The wish must be whole. */
  begin(): void {
    const { n } = this.freedoms;
    const { momentum, wish } = this;
    const Y = this.#momentumY;
    this.count = 0;
    for (let i = 0; i < MOMENTUM * n; i++) Y[i] = momentum[i];
    for (let r = 0; r < MOMENTUM; r++) {
      solveTreeTransposed(this.metric, this.freedoms, Y, r * n);
      let rest = this.momentumTarget[r];
      for (let i = 0; i < n; i++) rest -= momentum[r * n + i] * wish[i];
      this.#momentumRest[r] = rest;
      for (let s = 0; s <= r; s++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += Y[r * n + i] * Y[s * n + i];
        this.#momentumB[r * MOMENTUM + s] = sum;
      }
    }
  }

  /** Room for a row along the path to `freedom`; returns where it starts in E. Fill it, then call `finishRow`. */
  startRow(freedom: number): number {
    this.#freedom[this.count] = freedom;
    return this.count * this.stride;
  }

  /** Takes in the row that was started. */
  finishRow(target: number, softness: number): void {
    const { freedoms, stride, E, wish } = this;
    const row = this.count++;
    const o = row * stride;
    const freedom = this.#freedom[row];
    const { path, n } = freedoms;
    const start = freedoms.start[freedom];
    const length = freedoms.length[freedom];
    const Y = this.#Y;
    this.target[row] = target;
    this.softness[row] = softness;
    let rest = target;
    for (let j = 0; j < length; j++) {
      Y[o + j] = E[o + j];
      rest -= E[o + j] * wish[path[start + j]];
    }
    this.#rest[row] = rest;
    solvePathTransposed(this.metric, freedoms, freedom, Y, o);
    for (let s = 0; s <= row; s++) {
      const other = s * stride;
      const shared = s === row ? length : sharedPath(freedoms, freedom, this.#freedom[s]);
      let sum = 0;
      for (let j = 0; j < shared; j++) sum += Y[o + j] * Y[other + j];
      this.#B[row * this.#most + s] = sum;
    }
    for (let r = 0; r < MOMENTUM; r++) {
      let sum = 0;
      for (let j = 0; j < length; j++) sum += Y[o + j] * this.#momentumY[r * n + path[start + j]];
      this.#cross[r * this.#most + row] = sum;
    }
  }

  /** Makes the last row yield: `share` of what one acts against, it gives way. */
  yieldRow(share: number): void {
    const row = this.count - 1;
    this.softness[row] = share * this.#B[row * this.#most + row];
  }

  /** Factors the rows and writes the price of the wrench into the problem of the cone: H and g. False: numbers make no sense. */
  price(cone: ConeForce): boolean {
    const { count } = this;
    const most = this.#most;
    const all = count + MOMENTUM;
    const factor = this.#factor;
    for (let r = 0; r < count; r++) {
      for (let s = 0; s <= r; s++) factor[r * all + s] = this.#B[r * most + s];
      factor[r * all + r] += this.softness[r] + RELAXED * factor[r * all + r];
    }
    for (let r = 0; r < MOMENTUM; r++) {
      const row = (count + r) * all;
      for (let s = 0; s < count; s++) factor[row + s] = this.#cross[r * most + s];
      for (let s = 0; s <= r; s++) factor[row + count + s] = this.#momentumB[r * MOMENTUM + s];
      factor[row + count + r] *= 1 + RELAXED;
    }
    if (factorCholesky(factor, all) >= 0) return false;
    this.#readPrice(cone, all);
    return true;
  }

  /** S is what the factor leaves of the momentum rows, d what they still miss. */
  #readPrice(cone: ConeForce, all: number): void {
    const { count } = this;
    const factor = this.#factor;
    const mu = this.#mu;
    const S = this.#S;
    const d = this.#d;
    for (let r = 0; r < count; r++) mu[r] = this.#rest[r];
    solveLower(factor, all, mu, 0, count);
    for (let i = 0; i < MOMENTUM; i++) {
      const row = (count + i) * all;
      let sum = this.#momentumRest[i];
      for (let k = 0; k < count; k++) sum -= factor[row + k] * mu[k];
      d[i] = sum;
      for (let j = 0; j <= i; j++) {
        const other = (count + j) * all;
        let entry = 0;
        for (let k = 0; k <= j; k++) entry += factor[row + count + k] * factor[other + count + k];
        S[MOMENTUM * i + j] = entry;
        S[MOMENTUM * j + i] = entry;
      }
    }
    invertSymmetric(cone.H, S, MOMENTUM);
    for (let i = 0; i < MOMENTUM; i++) {
      let sum = 0;
      for (let j = 0; j < MOMENTUM; j++) sum += cone.H[MOMENTUM * i + j] * d[j];
      cone.g[i] = sum;
    }
  }

  /** The accelerations with this wrench. Needs `price`. */
  solve(wrench: ReadonlyVector): void {
    const { count, stride, x, freedoms } = this;
    const { n, start, length, path } = freedoms;
    const all = count + MOMENTUM;
    const mu = this.#mu;
    for (let r = 0; r < count; r++) mu[r] = this.#rest[r];
    for (let i = 0; i < MOMENTUM; i++) mu[count + i] = this.#momentumRest[i] + wrench[i];
    solveLower(this.#factor, all, mu);
    solveLowerTransposed(this.#factor, all, mu);
    x.fill(0);
    for (let r = 0; r < MOMENTUM; r++) {
      const m = mu[count + r];
      for (let i = 0; i < n; i++) x[i] += m * this.#momentumY[r * n + i];
    }
    for (let r = 0; r < count; r++) {
      const m = mu[r];
      const from = start[this.#freedom[r]];
      const end = length[this.#freedom[r]];
      for (let j = 0; j < end; j++) x[path[from + j]] += m * this.#Y[r * stride + j];
    }
    solveTree(this.metric, freedoms, x);
    for (let i = 0; i < n; i++) x[i] += this.wish[i];
  }
}

/** out = S⁻¹ for a small symmetric positive definite matrix, by Gauss–Jordan; S is spoiled. */
export function invertSymmetric(out: Float64Array, S: Float64Array, n: number): void {
  out.fill(0, 0, n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  for (let k = 0; k < n; k++) {
    const pivot = 1 / S[k * n + k];
    for (let j = 0; j < n; j++) {
      S[k * n + j] *= pivot;
      out[k * n + j] *= pivot;
    }
    for (let i = 0; i < n; i++) {
      const share = S[i * n + k];
      if (i === k || share === 0) continue;
      for (let j = 0; j < n; j++) {
        S[i * n + j] -= share * S[k * n + j];
        out[i * n + j] -= share * out[k * n + j];
      }
    }
  }
}
