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
import {
  factorTree,
  sharedPath,
  solvePathTransposed,
  solveTree,
  solveTreeTransposed,
  type TreePattern,
} from '../optim/tree-factor.ts';

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

  readonly #most: number;
  readonly #relaxed: number;
  readonly #freedom: Int32Array; // rows: end of each row's path, or WHOLE
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
    const { n, size: entries, length } = freedoms;
    const size = shape.wrench;
    this.freedoms = freedoms;
    this.size = size;
    this.stride = shape.rows === 'whole' ? n : length.reduce((a, b) => Math.max(a, b), 0);
    this.#most = most;
    this.#relaxed = shape.relaxed;
    this.metric = new Float64Array(entries);
    this.wish = new Float64Array(n);
    this.x = new Float64Array(n);
    this.E = new Float64Array(most * this.stride);
    this.target = new Float64Array(most);
    this.softness = new Float64Array(most);
    this.momentum = new Float64Array(size * n);
    this.momentumTarget = new Float64Array(size);
    this.#freedom = new Int32Array(most);
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
    const { momentum, wish, size } = this;
    const Y = this.#momentumY;
    this.count = 0;
    for (let i = 0; i < size * n; i++) Y[i] = momentum[i];
    for (let r = 0; r < size; r++) {
      solveTreeTransposed(this.metric, this.freedoms, Y, r * n);
      let rest = this.momentumTarget[r];
      for (let i = 0; i < n; i++) rest -= momentum[r * n + i] * wish[i];
      this.#momentumRest[r] = rest;
      for (let s = 0; s <= r; s++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += Y[r * n + i] * Y[s * n + i];
        this.#momentumB[r * size + s] = sum;
      }
    }
  }

  /** Room for a row along the path to `freedom`; returns where it starts in E. Fill it, then call `finishRow`. */
  startRow(freedom: number): number {
    this.#freedom[this.count] = freedom;
    return this.count * this.stride;
  }

  /** The same for a row that acts on all freedoms, in their order. */
  startWholeRow(): number {
    this.#freedom[this.count] = WHOLE;
    return this.count * this.stride;
  }

  /** Takes in the row that was started. */
  finishRow(target: number, softness: number): void {
    const row = this.count++;
    this.target[row] = target;
    this.softness[row] = softness;
    if (this.#freedom[row] === WHOLE) this.#takeWhole(row);
    else this.#takePath(row);
    for (let s = 0; s <= row; s++) this.#B[row * this.#most + s] = this.#product(row, s);
  }

  #takePath(row: number): void {
    const { freedoms, stride, E, wish, size } = this;
    const o = row * stride;
    const freedom = this.#freedom[row];
    const { path, n } = freedoms;
    const start = freedoms.start[freedom];
    const length = freedoms.length[freedom];
    const Y = this.#Y;
    let rest = this.target[row];
    for (let j = 0; j < length; j++) {
      Y[o + j] = E[o + j];
      rest -= E[o + j] * wish[path[start + j]];
    }
    this.#rest[row] = rest;
    solvePathTransposed(this.metric, freedoms, freedom, Y, o);
    for (let r = 0; r < size; r++) {
      let sum = 0;
      for (let j = 0; j < length; j++) sum += Y[o + j] * this.#momentumY[r * n + path[start + j]];
      this.#cross[r * this.#most + row] = sum;
    }
  }

  #takeWhole(row: number): void {
    const { freedoms, stride, E, wish, size } = this;
    const o = row * stride;
    const { n } = freedoms;
    const Y = this.#Y;
    let rest = this.target[row];
    for (let i = 0; i < n; i++) {
      Y[o + i] = E[o + i];
      rest -= E[o + i] * wish[i];
    }
    this.#rest[row] = rest;
    solveTreeTransposed(this.metric, freedoms, Y, o);
    for (let r = 0; r < size; r++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += Y[o + i] * this.#momentumY[r * n + i];
      this.#cross[r * this.#most + row] = sum;
    }
  }

  /** Of two rows of Y: over the freedoms that both act on. */
  #product(row: number, other: number): number {
    const { freedoms, stride } = this;
    const Y = this.#Y;
    const a = this.#freedom[row];
    const b = this.#freedom[other];
    const o = row * stride;
    const p = other * stride;
    let sum = 0;
    if (a !== WHOLE && b !== WHOLE) {
      const shared = a === b ? freedoms.length[a] : sharedPath(freedoms, a, b);
      for (let j = 0; j < shared; j++) sum += Y[o + j] * Y[p + j];
    } else if (a === b) {
      for (let i = 0; i < freedoms.n; i++) sum += Y[o + i] * Y[p + i];
    } else {
      const end = a === WHOLE ? b : a;
      const along = a === WHOLE ? p : o;
      const whole = a === WHOLE ? o : p;
      const start = freedoms.start[end];
      for (let j = 0; j < freedoms.length[end]; j++) sum += Y[along + j] * Y[whole + freedoms.path[start + j]];
    }
    return sum;
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
    const { count, stride, x, freedoms, size } = this;
    const { n, start, length, path } = freedoms;
    const all = count + size;
    const mu = this.#mu;
    for (let r = 0; r < count; r++) mu[r] = this.#rest[r];
    for (let i = 0; i < size; i++) mu[count + i] = this.#momentumRest[i] + wrench[i];
    solveLower(this.#factor, all, mu);
    solveLowerTransposed(this.#factor, all, mu);
    x.fill(0);
    for (let r = 0; r < size; r++) {
      const m = mu[count + r];
      for (let i = 0; i < n; i++) x[i] += m * this.#momentumY[r * n + i];
    }
    for (let r = 0; r < count; r++) {
      const m = mu[r];
      const o = r * stride;
      const freedom = this.#freedom[r];
      if (freedom === WHOLE) {
        for (let i = 0; i < n; i++) x[i] += m * this.#Y[o + i];
        continue;
      }
      const from = start[freedom];
      const end = length[freedom];
      for (let j = 0; j < end; j++) x[path[from + j]] += m * this.#Y[o + j];
    }
    solveTree(this.metric, freedoms, x);
    for (let i = 0; i < n; i++) x[i] += this.wish[i];
  }
}

/** out = S⁻¹ for a small symmetric positive definite matrix, by Gauss–Jordan; S is spoiled. */
function invertSymmetric(out: Float64Array, S: Float64Array, n: number): void {
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
