/**
 * The accelerations nearest to a wish that meet rows of demands, together with the ground's wrench that makes them possible:
 *
 *   min ½ (x − wish)ᵀ Q (x − wish) + ½ Σ (Eᵣx − eᵣ)²/softᵣ + goals(w)   with   A x = c + w,   w ∈ cone
 *
 * Q is sparse as the skeleton's tree: the mass matrix with armature, or a plain diagonal. A row acts along the path from the root to one
 * freedom, or on all freedoms; the momentum rows A, as many as the wrench has numbers, act on everything and are met exactly. With
 * x = wish + Q⁻¹Eᵀμ everything happens in the small matrix E Q⁻¹Eᵀ + soft; its last rows give the price of the wrench,
 * ½ (w + d)ᵀ S⁻¹ (w + d), which goals are added to before the cone is asked.
 */
import type { MovingFreedoms } from '../dynamics/tree-mass.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { factorCholesky, solveLower, solveLowerTransposed } from '../optim/cholesky.ts';
import type { ConeForce } from '../optim/cone-force.ts';
import { invertSymmetric } from '../optim/invert-symmetric.ts';
import { sharedPath, type TreePattern } from '../optim/tree-factor.ts';
import { TreeMetric } from '../optim/tree-metric.ts';

/** In place of a freedom: a row that acts on all of them. */
const WHOLE = -1;

export interface ProblemShape {
  readonly wrench: number; // numbers of the wrench: 6, in the plane 3
  readonly rows: 'paths' | 'whole'; // whole: there may be rows that act on all freedoms
  /** Added to the diagonal, relative: rows that say the same (two feet on straight legs) do not break the factor. */
  readonly relaxed: number;
}

/** Of a body in space that has rows along paths only. */
export const SPACE_PROBLEM: ProblemShape = { wrench: 6, rows: 'paths', relaxed: 1e-10 };

export class AccelerationProblem<Freedoms extends TreePattern = MovingFreedoms> {
  readonly freedoms: Freedoms;
  readonly metric: Float64Array; // Q in the tree's layout; its factor after `factor`
  readonly wish: Float64Array; // n
  readonly x: Float64Array; // n  the solution
  readonly E: Float64Array; // rows×stride: each along the path to its freedom
  readonly target: Float64Array; // rows: e
  readonly softness: Float64Array; // rows
  readonly momentum: Float64Array; // size×n: A
  readonly momentumTarget: Float64Array; // size: c
  readonly size: number; // of the wrench
  readonly stride: number; // longest row
  count = 0; // rows in use; a smaller number forgets the last ones

  readonly #metric: TreeMetric;
  readonly #most: number;
  readonly #relaxed: number;
  readonly #acted: Int32Array; // freedoms of all paths of the tree, then all freedoms in their order: what rows act on
  readonly #freedom: Int32Array; // rows: end of each row's path, or WHOLE
  readonly #first: Int32Array; // rows: where the freedoms that it acts on start in #acted
  readonly #length: Int32Array; // rows: how many they are
  readonly #Y: Float64Array; // rows×stride: L⁻ᵀE
  readonly #momentumY: Float64Array; // size×n
  readonly #B: Float64Array; // rows×rows: E Q⁻¹Eᵀ
  readonly #cross: Float64Array; // size×rows: A Q⁻¹Eᵀ
  readonly #momentumB: Float64Array; // size×size
  readonly #rest: Float64Array; // rows: e − E·wish
  readonly #momentumRest: Float64Array; // size
  readonly #factor: Float64Array;
  readonly #mu: Float64Array;
  readonly #S: Float64Array; // size×size
  readonly #d: Float64Array; // size

  constructor(freedoms: Freedoms, most: number, shape: ProblemShape = SPACE_PROBLEM) {
    const { n, length } = freedoms;
    const size = shape.wrench;
    this.freedoms = freedoms;
    this.size = size;
    this.stride = shape.rows === 'whole' ? n : length.reduce((a, b) => Math.max(a, b), 0);
    this.#most = most;
    this.#relaxed = shape.relaxed;
    this.#metric = new TreeMetric(freedoms);
    this.metric = this.#metric.values;
    this.wish = new Float64Array(n);
    this.x = new Float64Array(n);
    this.E = new Float64Array(most * this.stride);
    this.target = new Float64Array(most);
    this.softness = new Float64Array(most);
    this.momentum = new Float64Array(size * n);
    this.momentumTarget = new Float64Array(size);
    this.#acted = Int32Array.of(...freedoms.path, ...this.wish.keys());
    this.#freedom = new Int32Array(most);
    this.#first = new Int32Array(most);
    this.#length = new Int32Array(most);
    this.#Y = new Float64Array(most * this.stride);
    this.#momentumY = new Float64Array(size * n);
    this.#B = new Float64Array(most * most);
    this.#cross = new Float64Array(size * most);
    this.#momentumB = new Float64Array(size * size);
    this.#rest = new Float64Array(most);
    this.#momentumRest = new Float64Array(size);
    const all = most + size;
    this.#factor = new Float64Array(all * all);
    this.#mu = new Float64Array(all);
    this.#S = new Float64Array(size * size);
    this.#d = new Float64Array(size);
  }

  get isFull(): boolean {
    return this.count === this.#most;
  }

  /** Factors the metric. False: it is not positive definite. */
  factor(): boolean {
    return this.#metric.factor();
  }

  /** Takes a diagonal metric instead: one positive number per freedom. */
  setDiagonal(weight: ReadonlyVector): void {
    this.#metric.setDiagonal(weight);
  }

  /** x ← Q⁻¹ x, for a whole vector. Needs `factor`. */
  solveMetric(x: Float64Array): void {
    this.#metric.solveTransposed(x, 0);
    this.#metric.solve(x);
  }

  /** Takes in the momentum rows and forgets all others. The wish must be whole. */
  begin(): void {
    const { n } = this.freedoms;
    const { momentum, wish, size } = this;
    const Y = this.#momentumY;
    this.count = 0;
    for (let i = 0; i < size * n; i++) Y[i] = momentum[i];
    // a wrench has 3 or 6 numbers: three sums at a time do not wait for each other
    for (let r = 0; r < size; r += 3) this.#metric.solveTransposed3(Y, r * n);
    for (let r = 0; r < size; r++) {
      let rest = this.momentumTarget[r];
      for (let i = 0; i < n; i++) rest -= momentum[r * n + i] * wish[i];
      this.#momentumRest[r] = rest;
      for (let s = 0; s <= r; s += 3) {
        let a = 0;
        let b = 0;
        let c = 0;
        for (let i = 0; i < n; i++) {
          const y = Y[r * n + i];
          a += y * Y[s * n + i];
          b += y * Y[(s + 1) * n + i];
          c += y * Y[(s + 2) * n + i];
        }
        this.#momentumB[r * size + s] = a;
        this.#momentumB[r * size + s + 1] = b;
        this.#momentumB[r * size + s + 2] = c;
      }
    }
  }

  /** Room for a row along the path to `freedom`; returns where it starts in E. Fill it, then call `finishRow`. */
  startRow(freedom: number): number {
    this.#freedom[this.count] = freedom;
    this.#first[this.count] = this.freedoms.start[freedom];
    this.#length[this.count] = this.freedoms.length[freedom];
    return this.count * this.stride;
  }

  /** The same for a row that acts on all freedoms, in their order. */
  startWholeRow(): number {
    this.#freedom[this.count] = WHOLE;
    this.#first[this.count] = this.freedoms.size;
    this.#length[this.count] = this.freedoms.n;
    return this.count * this.stride;
  }

  /** Takes in the row that was started. */
  finishRow(target: number, softness: number): void {
    this.target[this.count] = target;
    this.softness[this.count] = softness;
    this.#takeRow(this.count++);
  }

  #takeRow(row: number): void {
    const { E, wish, size } = this;
    const { n } = this.freedoms;
    const o = row * this.stride;
    const first = this.#first[row];
    const length = this.#length[row];
    const Y = this.#Y;
    const acted = this.#acted;
    let rest = this.target[row];
    for (let j = 0; j < length; j++) {
      Y[o + j] = E[o + j];
      rest -= E[o + j] * wish[acted[first + j]];
    }
    this.#rest[row] = rest;
    if (this.#freedom[row] === WHOLE) this.#metric.solveTransposed(Y, o);
    else this.#metric.solvePathTransposed(this.#freedom[row], Y, o);
    const M = this.#momentumY;
    for (let r = 0; r < size; r += 3) {
      let a = 0;
      let b = 0;
      let c = 0;
      for (let j = 0; j < length; j++) {
        const y = Y[o + j];
        const i = r * n + acted[first + j];
        a += y * M[i];
        b += y * M[i + n];
        c += y * M[i + 2 * n];
      }
      this.#cross[r * this.#most + row] = a;
      this.#cross[(r + 1) * this.#most + row] = b;
      this.#cross[(r + 2) * this.#most + row] = c;
    }
    this.#multiply(row);
  }

  /** B of a row and those before it. */
  #multiply(row: number): void {
    const { freedoms, stride } = this;
    const Y = this.#Y;
    const acted = this.#acted;
    const freedom = this.#freedom[row];
    const first = this.#first[row];
    const length = this.#length[row];
    const o = row * stride;
    let last = freedom; // of the row that was met before, and how much of its path it shares with this one
    let shared = length;
    for (let s = row; s >= 0; s--) {
      const other = this.#freedom[s];
      const p = s * stride;
      let sum = 0;
      if (freedom === WHOLE) {
        const begin = this.#first[s];
        for (let j = 0; j < this.#length[s]; j++) sum += Y[p + j] * Y[o + acted[begin + j]];
      } else if (other === WHOLE) {
        for (let j = 0; j < length; j++) sum += Y[o + j] * Y[p + acted[first + j]];
      } else {
        if (other !== last) shared = sharedPath(freedoms, freedom, other);
        last = other;
        for (let j = 0; j < shared; j++) sum += Y[o + j] * Y[p + j];
      }
      this.#B[row * this.#most + s] = sum;
    }
  }

  /** Makes the last row yield: `share` of what one acts against, it gives way. */
  yieldRow(share: number): void {
    const row = this.count - 1;
    this.softness[row] = share * this.#B[row * this.#most + row];
  }

  /** Factors the rows and writes the price of the wrench into the problem of the cone: H and g. False: numbers make no sense. */
  price(cone: ConeForce): boolean {
    const { count, size } = this;
    const most = this.#most;
    const all = count + size;
    const factor = this.#factor;
    for (let r = 0; r < count; r++) {
      for (let s = 0; s <= r; s++) factor[r * all + s] = this.#B[r * most + s];
      factor[r * all + r] += this.softness[r] + this.#relaxed * factor[r * all + r];
    }
    for (let r = 0; r < size; r++) {
      const row = (count + r) * all;
      for (let s = 0; s < count; s++) factor[row + s] = this.#cross[r * most + s];
      for (let s = 0; s <= r; s++) factor[row + count + s] = this.#momentumB[r * size + s];
      factor[row + count + r] *= 1 + this.#relaxed;
    }
    if (factorCholesky(factor, all) >= 0) return false;
    this.#readPrice(cone, all);
    return true;
  }

  /** S is what the factor leaves of the momentum rows, d what they still miss. */
  #readPrice(cone: ConeForce, all: number): void {
    const { count, size } = this;
    const factor = this.#factor;
    const mu = this.#mu;
    const S = this.#S;
    const d = this.#d;
    for (let r = 0; r < count; r++) mu[r] = this.#rest[r];
    solveLower(factor, all, mu, 0, count);
    for (let i = 0; i < size; i++) {
      const row = (count + i) * all;
      let sum = this.#momentumRest[i];
      for (let k = 0; k < count; k++) sum -= factor[row + k] * mu[k];
      d[i] = sum;
      for (let j = 0; j <= i; j++) {
        const other = (count + j) * all;
        let entry = 0;
        for (let k = 0; k <= j; k++) entry += factor[row + count + k] * factor[other + count + k];
        S[size * i + j] = entry;
        S[size * j + i] = entry;
      }
    }
    invertSymmetric(cone.H, S, size);
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += cone.H[size * i + j] * d[j];
      cone.g[i] = sum;
    }
  }

  /** The accelerations with this wrench. Needs `price`. */
  solve(wrench: ReadonlyVector): void {
    const { count, stride, x, size } = this;
    const { n } = this.freedoms;
    const all = count + size;
    const mu = this.#mu;
    for (let r = 0; r < count; r++) mu[r] = this.#rest[r];
    for (let i = 0; i < size; i++) mu[count + i] = this.#momentumRest[i] + wrench[i];
    solveLower(this.#factor, all, mu);
    solveLowerTransposed(this.#factor, all, mu);
    const M = this.#momentumY;
    x.fill(0);
    for (let r = 0; r < size; r += 3) {
      const a = mu[count + r];
      const b = mu[count + r + 1];
      const c = mu[count + r + 2];
      const o = r * n;
      for (let i = 0; i < n; i++) x[i] = x[i] + a * M[o + i] + b * M[o + n + i] + c * M[o + 2 * n + i];
    }
    for (let r = 0; r < count; r++) {
      const m = mu[r];
      const o = r * stride;
      const first = this.#first[r];
      const length = this.#length[r];
      for (let j = 0; j < length; j++) x[this.#acted[first + j]] += m * this.#Y[o + j];
    }
    this.#metric.solve(x);
    for (let i = 0; i < n; i++) x[i] += this.wish[i];
  }
}
