/**
 * The small matrix F of all demands on accelerations, rows and momentum, in the metric: F = [E; A] Q⁻¹ [E; A]ᵀ + softness. With it
 * μ = F⁻¹ (rest + w), the share of each row, for any wrench w that is added to the rest of the momentum rows. H = (F⁻¹) and
 * g = (F⁻¹ rest), both of the momentum rows, are the wrench's price: ∂/∂w = H w + g.
 *
 * Order of the factor F = L Lᵀ: the rows that are there when it is made first, the momentum rows, then rows that come later. These
 * only lengthen L, and each changes H by one square: F⁻¹ becomes F⁻¹ + z zᵀ/λ², λ the new pivot, z = L⁻ᵀ of the new row.
 */
import type { ReadonlyVector } from '../math/types.ts';
import { factorCholesky, invertCholesky, solveLowerTransposed } from '../optim/cholesky.ts';
import type { DemandRows } from './demand-rows.ts';

export class DemandFactor {
  /** Rows that are factored. */
  rows = 0;
  readonly share: Float64Array; // rows: μ
  readonly momentumShare: Float64Array; // size

  readonly #rows: DemandRows;
  readonly #momentumB: Float64Array; // size×size
  readonly #momentumRest: Float64Array; // size
  readonly #relaxed: number;
  readonly #size: number;
  readonly #most: number; // entries from row to row of L
  readonly #L: Float64Array;
  readonly #forward: Float64Array; // L⁻¹ rest
  readonly #x: Float64Array;
  readonly #softness: Float64Array; // rows: as factored
  readonly #H: Float64Array; // size×size
  readonly #corner: Float64Array; // size×size
  #base = 0; // rows before the momentum rows

  constructor(rows: DemandRows, momentumB: Float64Array, momentumRest: Float64Array, relaxed: number) {
    const size = momentumRest.length;
    this.#rows = rows;
    this.#momentumB = momentumB;
    this.#momentumRest = momentumRest;
    this.#relaxed = relaxed;
    this.#size = size;
    this.#most = rows.most + size;
    this.share = new Float64Array(rows.most);
    this.momentumShare = new Float64Array(size);
    this.#L = new Float64Array(this.#most * this.#most);
    this.#forward = new Float64Array(this.#most);
    this.#x = new Float64Array(this.#most);
    this.#softness = new Float64Array(rows.most);
    this.#H = new Float64Array(size * size);
    this.#corner = new Float64Array(size * size);
  }

  /** The next price is made from scratch. */
  forget(): void {
    this.rows = 0;
    this.#base = -1;
  }

  /** Factors what is new among `count` rows and writes H and g. False: F is not positive definite. */
  price(H: Float64Array, g: Float64Array, count: number): boolean {
    const isKept = this.#isKept(count);
    const size = this.#size;
    const from = isKept ? this.rows + size : 0;
    const all = count + size;
    if (!isKept) this.#write(count);
    else for (let r = this.rows; r < count; r++) this.#writeLater(r);
    for (let r = 0; r < count; r++) this.#softness[r] = this.#rows.softness[r];
    this.rows = count;
    if (factorCholesky(this.#L, this.#most, from, all) >= 0) {
      this.forget();
      return false;
    }
    this.#solveForward(from, all);
    if (!isKept) this.#invertCorner();
    else for (let k = from; k < all; k++) this.#addSquare(k);
    H.set(this.#H);
    this.#x.set(this.#forward);
    this.#solveBack(all, this.#base);
    for (let i = 0; i < size; i++) g[i] = this.#x[this.#base + i];
    return true;
  }

  /** Whether what is factored is still true. */
  #isKept(count: number): boolean {
    if (this.#base < 0 || count < this.rows) return false;
    for (let r = 0; r < this.rows; r++) if (this.#softness[r] !== this.#rows.softness[r]) return false;
    return true;
  }

  #write(count: number): void {
    const { B, softness, cross, rest, most } = this.#rows;
    const size = this.#size;
    const L = this.#L;
    const n = this.#most;
    const slack = this.#relaxed;
    this.#base = count;
    for (let r = 0; r < count; r++) {
      for (let s = 0; s <= r; s++) L[r * n + s] = B[r * most + s];
      L[r * n + r] += softness[r] + slack * L[r * n + r];
      this.#forward[r] = rest[r];
    }
    for (let r = 0; r < size; r++) {
      const row = (count + r) * n;
      for (let s = 0; s < count; s++) L[row + s] = cross[r * most + s];
      for (let s = 0; s <= r; s++) L[row + count + s] = this.#momentumB[r * size + s];
      L[row + count + r] *= 1 + slack;
      this.#forward[count + r] = this.#momentumRest[r];
    }
  }

  /** A row that comes after the momentum rows. */
  #writeLater(r: number): void {
    const { B, softness, cross, rest, most } = this.#rows;
    const size = this.#size;
    const L = this.#L;
    const base = this.#base;
    const row = (r + size) * this.#most;
    for (let s = 0; s < base; s++) L[row + s] = B[r * most + s];
    for (let i = 0; i < size; i++) L[row + base + i] = cross[i * most + r];
    for (let s = base; s <= r; s++) L[row + size + s] = B[r * most + s];
    L[row + size + r] += softness[r] + this.#relaxed * L[row + size + r];
    this.#forward[r + size] = rest[r];
  }

  #solveForward(from: number, all: number): void {
    const L = this.#L;
    const y = this.#forward;
    for (let i = from; i < all; i++) {
      const row = i * this.#most;
      let sum = y[i];
      for (let k = 0; k < i; k++) sum -= L[row + k] * y[k];
      y[i] = sum / L[row + i];
    }
  }

  /** x ← L⁻ᵀ x for the entries `first` … end − 1, all that depend on nothing before them. */
  #solveBack(end: number, first: number): void {
    const L = this.#L;
    const x = this.#x;
    for (let i = end - 1; i >= first; i--) {
      const row = i * this.#most;
      const value = x[i] / L[row + i];
      x[i] = value;
      for (let k = first; k < i; k++) x[k] -= L[row + k] * value;
    }
  }

  /** H of the momentum rows while they are the last. */
  #invertCorner(): void {
    const size = this.#size;
    const base = this.#base;
    for (let i = 0; i < size; i++) {
      for (let j = 0; j <= i; j++) this.#corner[i * size + j] = this.#L[(base + i) * this.#most + base + j];
    }
    invertCholesky(this.#H, this.#corner, size);
  }

  /** What the row at place k of L adds to H. */
  #addSquare(k: number): void {
    const size = this.#size;
    const base = this.#base;
    const row = k * this.#most;
    const x = this.#x;
    for (let j = base; j < k; j++) x[j] = this.#L[row + j];
    this.#solveBack(k, base);
    const scale = 1 / this.#L[row + k];
    for (let i = 0; i < size; i++) {
      const z = scale * scale * x[base + i];
      for (let j = 0; j < size; j++) this.#H[i * size + j] += z * x[base + j];
    }
  }

  /** Writes the shares of all rows with this wrench. Needs `price`. */
  solve(wrench: ReadonlyVector): void {
    const size = this.#size;
    const base = this.#base;
    const all = this.rows + size;
    const L = this.#L;
    const x = this.#x;
    // the wrench enters with the momentum rows; what is before them is as it was
    for (let i = base; i < all; i++) {
      const row = i * this.#most;
      let sum = i < base + size ? wrench[i - base] : 0;
      for (let k = base; k < i; k++) sum -= L[row + k] * x[k];
      x[i] = sum / L[row + i];
    }
    for (let i = 0; i < base; i++) x[i] = this.#forward[i];
    for (let i = base; i < all; i++) x[i] += this.#forward[i];
    solveLowerTransposed(L, this.#most, x, 0, all);
    for (let r = 0; r < this.rows; r++) this.share[r] = x[r < base ? r : r + size];
    for (let i = 0; i < size; i++) this.momentumShare[i] = x[base + i];
  }
}
