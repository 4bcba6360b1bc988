/**
 * Symmetric positive definite matrices of square blocks, of which two lie below the diagonal one: what comes out of rows
 * that touch three neighbouring blocks each. Block (K, K − b), b = 0 … 2, is stored row-major at blockAt(n, K, b). The block
 * size is a multiple of 4, so that every loop works on 4 × 4 tiles held in registers; pad with unit rows.
 */
import type { ReadonlyVector } from '../math/types.ts';

export interface BlockBanded {
  readonly blockCount: number;
  readonly blockSize: number; // multiple of 4
  readonly entries: Float64Array; // blockCount × 3 × blockSize²
}

const TILE = 4;

/** The next multiple of the tile size. */
export const paddedSize = (n: number): number => TILE * Math.ceil(n / TILE);

export function createBlockBanded(blockCount: number, blockSize: number): BlockBanded {
  return { blockCount, blockSize, entries: new Float64Array(3 * blockCount * blockSize * blockSize) };
}

/** Where block (K, K − b) starts. */
export const blockAt = (blockSize: number, block: number, below: number): number =>
  (3 * block + below) * blockSize * blockSize;

/** Replaces A by its Cholesky factor, A = L Lᵀ (upper halves of diagonal blocks are left as they were). Returns −1, or the
 *  block that has a pivot which is not positive. */
export function factorBlockBanded({ blockCount, blockSize: n, entries }: BlockBanded): number {
  for (let k = 0; k < blockCount; k++) {
    const own = blockAt(n, k, 0);
    const one = blockAt(n, k, 1);
    const two = blockAt(n, k, 2);
    if (k >= 2) solveRight(entries, two, blockAt(n, k - 2, 0), n);
    if (k >= 1) {
      if (k >= 2) subtractProduct(entries, one, two, blockAt(n, k - 1, 1), n, false);
      solveRight(entries, one, blockAt(n, k - 1, 0), n);
    }
    if (k >= 1) subtractProduct(entries, own, one, one, n, true);
    if (k >= 2) subtractProduct(entries, own, two, two, n, true);
    if (!factorBlock(entries, own, n)) return k;
  }
  return -1;
}

/** C −= A Bᵀ, block by block; `lower`: only tiles on and below the diagonal. */
function subtractProduct(x: Float64Array, c: number, a: number, b: number, n: number, lower: boolean): void {
  for (let i = 0; i < n; i += TILE) {
    const end = lower ? i : n - TILE;
    for (let j = 0; j <= end; j += TILE) subtractTile(x, c + i * n + j, a + i * n, b + j * n, n, n);
  }
}

/** X ← X L⁻ᵀ for a lower triangular block L. */
function solveRight(x: Float64Array, at: number, l: number, n: number): void {
  for (let i = 0; i < n; i += TILE) {
    for (let j = 0; j < n; j += TILE) {
      if (j > 0) subtractTile(x, at + i * n + j, at + i * n, l + j * n, n, j);
      finishTile(x, at + i * n + j, l + j * n + j, n);
    }
  }
}

/** Cholesky factor of one diagonal block, in place. */
function factorBlock(x: Float64Array, at: number, n: number): boolean {
  for (let j = 0; j < n; j += TILE) {
    if (j > 0) subtractTile(x, at + j * n + j, at + j * n, at + j * n, n, j);
    if (!factorTile(x, at + j * n + j, n)) return false;
    for (let i = j + TILE; i < n; i += TILE) {
      if (j > 0) subtractTile(x, at + i * n + j, at + i * n, at + j * n, n, j);
      finishTile(x, at + i * n + j, at + j * n + j, n);
    }
  }
  return true;
}

function factorTile(x: Float64Array, at: number, n: number): boolean {
  for (let j = 0; j < TILE; j++) {
    const row = at + j * n;
    let pivot = x[row + j];
    for (let k = 0; k < j; k++) pivot -= x[row + k] * x[row + k];
    if (!(pivot > 0 && pivot < Infinity)) return false;
    const root = Math.sqrt(pivot);
    x[row + j] = root;
    for (let i = j + 1; i < TILE; i++) {
      const other = at + i * n;
      let sum = x[other + j];
      for (let k = 0; k < j; k++) sum -= x[other + k] * x[row + k];
      x[other + j] = sum / root;
    }
  }
  return true;
}

/** Tile ← tile · T⁻ᵀ, T the lower triangular tile at l. */
function finishTile(x: Float64Array, c: number, l: number, n: number): void {
  const l10 = x[l + n];
  const l20 = x[l + 2 * n];
  const l21 = x[l + 2 * n + 1];
  const l30 = x[l + 3 * n];
  const l31 = x[l + 3 * n + 1];
  const l32 = x[l + 3 * n + 2];
  const d0 = 1 / x[l];
  const d1 = 1 / x[l + n + 1];
  const d2 = 1 / x[l + 2 * n + 2];
  const d3 = 1 / x[l + 3 * n + 3];
  for (let i = 0; i < TILE; i++) {
    const o = c + i * n;
    const x0 = x[o] * d0;
    const x1 = (x[o + 1] - x0 * l10) * d1;
    const x2 = (x[o + 2] - x0 * l20 - x1 * l21) * d2;
    x[o] = x0;
    x[o + 1] = x1;
    x[o + 2] = x2;
    x[o + 3] = (x[o + 3] - x0 * l30 - x1 * l31 - x2 * l32) * d3;
  }
}

/** Tile at c −= (4 rows at a) · (4 rows at b)ᵀ over the first `count` columns; all rows n apart. */
function subtractTile(x: Float64Array, c: number, a: number, b: number, n: number, count: number): void {
  let s00 = 0;
  let s01 = 0;
  let s02 = 0;
  let s03 = 0;
  let s10 = 0;
  let s11 = 0;
  let s12 = 0;
  let s13 = 0;
  let s20 = 0;
  let s21 = 0;
  let s22 = 0;
  let s23 = 0;
  let s30 = 0;
  let s31 = 0;
  let s32 = 0;
  let s33 = 0;
  const end = a + count;
  for (let i = a, j = b; i < end; i++, j++) {
    const a0 = x[i];
    const a1 = x[i + n];
    const a2 = x[i + 2 * n];
    const a3 = x[i + 3 * n];
    const b0 = x[j];
    const b1 = x[j + n];
    const b2 = x[j + 2 * n];
    const b3 = x[j + 3 * n];
    s00 += a0 * b0;
    s01 += a0 * b1;
    s02 += a0 * b2;
    s03 += a0 * b3;
    s10 += a1 * b0;
    s11 += a1 * b1;
    s12 += a1 * b2;
    s13 += a1 * b3;
    s20 += a2 * b0;
    s21 += a2 * b1;
    s22 += a2 * b2;
    s23 += a2 * b3;
    s30 += a3 * b0;
    s31 += a3 * b1;
    s32 += a3 * b2;
    s33 += a3 * b3;
  }
  x[c] -= s00;
  x[c + 1] -= s01;
  x[c + 2] -= s02;
  x[c + 3] -= s03;
  const c1 = c + n;
  x[c1] -= s10;
  x[c1 + 1] -= s11;
  x[c1 + 2] -= s12;
  x[c1 + 3] -= s13;
  const c2 = c1 + n;
  x[c2] -= s20;
  x[c2 + 1] -= s21;
  x[c2 + 2] -= s22;
  x[c2 + 3] -= s23;
  const c3 = c2 + n;
  x[c3] -= s30;
  x[c3 + 1] -= s31;
  x[c3 + 2] -= s32;
  x[c3 + 3] -= s33;
}

/** Solves L Lᵀ x = b in place for a factor made by factorBlockBanded. */
export function solveBlockBanded({ blockCount, blockSize: n, entries }: BlockBanded, x: Float64Array): void {
  for (let k = 0; k < blockCount; k++) {
    for (let below = Math.min(2, k); below > 0; below--) {
      const at = blockAt(n, k, below);
      const from = (k - below) * n;
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += entries[at + i * n + j] * x[from + j];
        x[k * n + i] -= sum;
      }
    }
    const own = blockAt(n, k, 0);
    for (let i = 0; i < n; i++) {
      let sum = x[k * n + i];
      for (let j = 0; j < i; j++) sum -= entries[own + i * n + j] * x[k * n + j];
      x[k * n + i] = sum / entries[own + i * n + i];
    }
  }
  for (let k = blockCount - 1; k >= 0; k--) {
    const own = blockAt(n, k, 0);
    for (let i = n - 1; i >= 0; i--) {
      const value = x[k * n + i] / entries[own + i * n + i];
      x[k * n + i] = value;
      for (let j = 0; j < i; j++) x[k * n + j] -= entries[own + i * n + j] * value;
    }
    for (let below = 1; below <= Math.min(2, k); below++) {
      const at = blockAt(n, k, below);
      const to = (k - below) * n;
      for (let i = 0; i < n; i++) {
        const value = x[k * n + i];
        for (let j = 0; j < n; j++) x[to + j] -= entries[at + i * n + j] * value;
      }
    }
  }
}

/** out = A x for a symmetric matrix (not a factor); of diagonal blocks only the lower half is read. */
export function multiplyBlockBanded(out: Float64Array, matrix: BlockBanded, x: ReadonlyVector): void {
  const { blockCount, blockSize: n, entries } = matrix;
  out.fill(0, 0, blockCount * n);
  for (let k = 0; k < blockCount; k++) {
    const own = blockAt(n, k, 0);
    for (let i = 0; i < n; i++) {
      out[k * n + i] += entries[own + i * n + i] * x[k * n + i];
      for (let j = 0; j < i; j++) {
        out[k * n + i] += entries[own + i * n + j] * x[k * n + j];
        out[k * n + j] += entries[own + i * n + j] * x[k * n + i];
      }
    }
    for (let below = 1; below <= Math.min(2, k); below++) {
      const at = blockAt(n, k, below);
      const other = (k - below) * n;
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          out[k * n + i] += entries[at + i * n + j] * x[other + j];
          out[other + j] += entries[at + i * n + j] * x[k * n + i];
        }
      }
    }
  }
}
