/** A metric over the freedoms of a tree and its factor, Q = LᵀL: full, with the entries that a tree has, or a plain diagonal. */
import type { ReadonlyVector } from '../math/types.ts';
import {
  factorTree,
  solvePathTransposed,
  solvePathTransposed3,
  solveTree,
  solveTreeTransposed,
  solveTreeTransposed3,
  type TreePattern,
} from './tree-factor.ts';

export class TreeMetric {
  readonly tree: TreePattern;
  readonly values: Float64Array; // Q in the tree's layout; its factor after `factor`
  readonly #scale: Float64Array; // n  Q^(−1/2) of a diagonal
  #isDiagonal = false;

  constructor(tree: TreePattern) {
    this.tree = tree;
    this.values = new Float64Array(tree.size);
    this.#scale = new Float64Array(tree.n);
  }

  /** Factors the values. False: they are not positive definite. */
  factor(): boolean {
    this.#isDiagonal = false;
    return factorTree(this.values, this.tree);
  }

  /** Takes a diagonal instead of the values: one positive number per freedom. */
  setDiagonal(diagonal: ReadonlyVector): void {
    this.#isDiagonal = true;
    for (let i = 0; i < this.tree.n; i++) this.#scale[i] = 1 / Math.sqrt(diagonal[i]);
  }

  /** y ← L⁻ᵀ y, for the whole vector from y[o] on. */
  solveTransposed(y: Float64Array, o: number): void {
    if (this.#isDiagonal) for (let i = 0; i < this.tree.n; i++) y[o + i] *= this.#scale[i];
    else solveTreeTransposed(this.values, this.tree, y, o);
  }

  /** The same for three vectors of n numbers, one after the other. */
  solveTransposed3(y: Float64Array, o: number): void {
    const { n } = this.tree;
    if (this.#isDiagonal) for (let k = 0; k < 3; k++) this.solveTransposed(y, o + k * n);
    else solveTreeTransposed3(this.values, this.tree, y, o, n);
  }

  /** The same for a vector along the path to `freedom`. */
  solvePathTransposed(freedom: number, y: Float64Array, o: number): void {
    if (!this.#isDiagonal) {
      solvePathTransposed(this.values, this.tree, freedom, y, o);
      return;
    }
    const { start, length, path } = this.tree;
    for (let j = 0; j < length[freedom]; j++) y[o + j] *= this.#scale[path[start[freedom] + j]];
  }

  /** The same for three such vectors, each `stride` numbers after the one before. */
  solvePathTransposed3(freedom: number, y: Float64Array, o: number, stride: number): void {
    if (this.#isDiagonal) for (let k = 0; k < 3; k++) this.solvePathTransposed(freedom, y, o + k * stride);
    else solvePathTransposed3(this.values, this.tree, freedom, y, o, stride);
  }

  /** x ← L⁻¹ x, for a whole vector. */
  solve(x: Float64Array): void {
    if (this.#isDiagonal) for (let i = 0; i < this.tree.n; i++) x[i] *= this.#scale[i];
    else solveTree(this.values, this.tree, x);
  }
}
