/**
 * Rows of demands on accelerations, E x = e, each along the path from the root to one freedom or on all freedoms, and what they are in a
 * metric Q = LᵀL: Y = L⁻ᵀE, their products B = E Q⁻¹Eᵀ with each other and `cross` with the momentum rows. Rows are taken in
 * when products are asked for, three at a time where they act along the same path, as those of a foot do.
 */
import type { ReadonlyVector } from '../math/types.ts';
import { sharedPath, type TreePattern } from '../optim/tree-factor.ts';
import type { TreeMetric } from '../optim/tree-metric.ts';

/** In place of a freedom: a row that acts on all of them. */
const WHOLE = -1;

export class DemandRows {
  readonly E: Float64Array; // rows×stride: each along the path to its freedom
  readonly target: Float64Array; // rows: e
  readonly softness: Float64Array; // rows
  readonly stride: number; // longest row
  readonly most: number;
  readonly B: Float64Array; // rows×rows, lower triangle
  readonly cross: Float64Array; // size×rows: A Q⁻¹Eᵀ
  readonly rest: Float64Array; // rows: e − E·wish
  /** Rows that are taken in: products are of these. */
  taken = 0;

  readonly #tree: TreePattern;
  readonly #size: number; // of the wrench
  readonly #acted: Int32Array; // freedoms of all paths of the tree, then all freedoms in their order: what rows act on
  readonly #freedom: Int32Array; // rows: end of each row's path, or WHOLE
  readonly #first: Int32Array; // rows: where the freedoms that it acts on start in #acted
  readonly #length: Int32Array; // rows: how many they are
  readonly #Y: Float64Array; // rows×stride

  constructor(tree: TreePattern, most: number, size: number, reach: 'paths' | 'whole') {
    const { n, length } = tree;
    this.stride = reach === 'whole' ? n : length.reduce((a, b) => Math.max(a, b), 0);
    this.most = most;
    this.E = new Float64Array(most * this.stride);
    this.target = new Float64Array(most);
    this.softness = new Float64Array(most);
    this.B = new Float64Array(most * most);
    this.cross = new Float64Array(size * most);
    this.rest = new Float64Array(most);
    this.#tree = tree;
    this.#size = size;
    this.#acted = Int32Array.of(...tree.path, ...new Uint8Array(n).keys());
    this.#freedom = new Int32Array(most);
    this.#first = new Int32Array(most);
    this.#length = new Int32Array(most);
    this.#Y = new Float64Array(most * this.stride);
  }

  /** Row `row` acts along the path to `freedom`; returns where it starts in E. */
  start(row: number, freedom: number): number {
    this.#freedom[row] = freedom;
    this.#first[row] = this.#tree.start[freedom];
    this.#length[row] = this.#tree.length[freedom];
    return row * this.stride;
  }

  /** The same for a row that acts on all freedoms, in their order. */
  startWhole(row: number): number {
    this.#freedom[row] = WHOLE;
    this.#first[row] = this.#tree.size;
    this.#length[row] = this.#tree.n;
    return row * this.stride;
  }

  /** Takes in what is new among the first `count` rows. M = L⁻ᵀA of the momentum rows. */
  take(count: number, metric: TreeMetric, M: Float64Array, wish: Float64Array): void {
    const freedom = this.#freedom;
    while (this.taken < count) {
      const row = this.taken;
      const isSame = row + 2 < count && freedom[row + 1] === freedom[row] && freedom[row + 2] === freedom[row];
      if (isSame && freedom[row] !== WHOLE) {
        this.#takeThree(row, metric, M, wish);
        this.taken += 3;
      } else {
        this.#takeOne(row, metric, M, wish);
        this.taken++;
      }
    }
  }

  #copy(row: number, wish: Float64Array): void {
    const { E, stride } = this;
    const o = row * stride;
    const first = this.#first[row];
    const length = this.#length[row];
    const Y = this.#Y;
    const acted = this.#acted;
    let rest = this.target[row];
    for (let j = 0; j < length; j++) {
      Y[o + j] = E[o + j];
      rest -= E[o + j] * wish[acted[first + j]];
    }
    this.rest[row] = rest;
  }

  #takeOne(row: number, metric: TreeMetric, M: Float64Array, wish: Float64Array): void {
    const o = row * this.stride;
    this.#copy(row, wish);
    if (this.#freedom[row] === WHOLE) metric.solveTransposed(this.#Y, o);
    else metric.solvePathTransposed(this.#freedom[row], this.#Y, o);
    for (let r = 0; r < this.#size; r += 3) this.#crossOne(row, M, r);
    this.#multiply(row);
  }

  /** Products of a row with momentum rows r, r + 1 and r + 2. */
  #crossOne(row: number, M: Float64Array, r: number): void {
    const { n } = this.#tree;
    const { cross, most } = this;
    const Y = this.#Y;
    const acted = this.#acted;
    const o = row * this.stride;
    const first = this.#first[row];
    const length = this.#length[row];
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
    cross[r * most + row] = a;
    cross[(r + 1) * most + row] = b;
    cross[(r + 2) * most + row] = c;
  }

  /** B of a row and those before it. */
  #multiply(row: number): void {
    const { stride, B, most } = this;
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
        if (other !== last) shared = sharedPath(this.#tree, freedom, other);
        last = other;
        for (let j = 0; j < shared; j++) sum += Y[o + j] * Y[p + j];
      }
      B[row * most + s] = sum;
    }
  }

  #takeThree(row: number, metric: TreeMetric, M: Float64Array, wish: Float64Array): void {
    for (let k = row; k < row + 3; k++) this.#copy(k, wish);
    metric.solvePathTransposed3(this.#freedom[row], this.#Y, row * this.stride, this.stride);
    for (let r = 0; r < this.#size; r++) this.#crossThree(row, M, r);
    this.#multiplyThree(row);
  }

  /** Products of three rows with momentum row r. */
  #crossThree(row: number, M: Float64Array, r: number): void {
    const { stride, cross } = this;
    const Y = this.#Y;
    const acted = this.#acted;
    const o = row * stride;
    const first = this.#first[row];
    const length = this.#length[row];
    const m = r * this.#tree.n;
    let a = 0;
    let b = 0;
    let c = 0;
    for (let j = 0; j < length; j++) {
      const entry = M[m + acted[first + j]];
      a += entry * Y[o + j];
      b += entry * Y[o + stride + j];
      c += entry * Y[o + 2 * stride + j];
    }
    const at = r * this.most + row;
    cross[at] = a;
    cross[at + 1] = b;
    cross[at + 2] = c;
  }

  /** B of three rows along one path. */
  #multiplyThree(row: number): void {
    const { stride, B, most } = this;
    const Y = this.#Y;
    const acted = this.#acted;
    const freedom = this.#freedom[row];
    const first = this.#first[row];
    const length = this.#length[row];
    const o = row * stride;
    let last = freedom;
    let shared = length;
    for (let s = row + 2; s >= 0; s--) {
      const other = this.#freedom[s];
      const p = s * stride;
      if (other !== last && other !== WHOLE) shared = sharedPath(this.#tree, freedom, other);
      last = other;
      const isWhole = other === WHOLE;
      const reach = isWhole ? length : shared;
      let a = 0;
      let b = 0;
      let c = 0;
      for (let j = 0; j < reach; j++) {
        const y = isWhole ? Y[p + acted[first + j]] : Y[p + j];
        a += Y[o + j] * y;
        b += Y[o + stride + j] * y;
        c += Y[o + 2 * stride + j] * y;
      }
      B[row * most + s] = a;
      B[(row + 1) * most + s] = b;
      B[(row + 2) * most + s] = c;
    }
  }

  /** x += Σ share_r Y_r over the first `count` rows. */
  addTo(x: Float64Array, count: number, share: ReadonlyVector): void {
    const { stride } = this;
    const Y = this.#Y;
    const acted = this.#acted;
    for (let r = 0; r < count; r++) {
      const m = share[r];
      const o = r * stride;
      const first = this.#first[r];
      const length = this.#length[r];
      for (let j = 0; j < length; j++) x[acted[first + j]] += m * Y[o + j];
    }
  }
}
