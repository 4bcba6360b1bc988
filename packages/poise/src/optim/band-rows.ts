/**
 * Linear rows that touch three neighbouring blocks of the unknowns each: constraints of a spline at its sites. Row r reads
 * blocks first[r], first[r] + 1, first[r] + 2; blocks outside the matrix (coefficients that are held) are left out.
 */
import type { ReadonlyVector } from '../math/types.ts';
import { type BlockBanded, blockAt } from './block-banded.ts';

export interface BandRows {
  readonly blockSize: number;
  count: number;
  first: Int32Array; // count
  values: Float64Array; // count × 3 × blockSize
  residual: Float64Array; // count: the constraint's value at the point of linearisation
}

export function createBandRows(blockSize: number, capacity = 64): BandRows {
  return {
    blockSize,
    count: 0,
    first: new Int32Array(capacity),
    values: new Float64Array(3 * blockSize * capacity),
    residual: new Float64Array(capacity),
  };
}

/** Appends a row of zeros and returns its number. */
export function appendRow(rows: BandRows, first: number, residual: number): number {
  const row = rows.count++;
  const width = 3 * rows.blockSize;
  if (row >= rows.first.length) {
    rows.first = grown(rows.first, new Int32Array(2 * row));
    rows.residual = grown(rows.residual, new Float64Array(2 * row));
    rows.values = grown(rows.values, new Float64Array(2 * row * width));
  }
  rows.first[row] = first;
  rows.residual[row] = residual;
  rows.values.fill(0, row * width, (row + 1) * width);
  return row;
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** out = A x + residual · `share`. */
export function multiplyRows(
  out: Float64Array,
  rows: BandRows,
  x: ReadonlyVector,
  blockCount: number,
  share: number,
): void {
  const { blockSize: n, values } = rows;
  for (let r = 0; r < rows.count; r++) {
    let sum = share * rows.residual[r];
    const from = Math.max(0, -rows.first[r]);
    const end = Math.min(3, blockCount - rows.first[r]);
    const offset = rows.first[r] * n;
    for (let i = from * n; i < end * n; i++) sum += values[3 * n * r + i] * x[offset + i];
    out[r] = sum;
  }
}

/** out += Aᵀ y. */
export function addTransposed(out: Float64Array, rows: BandRows, y: ReadonlyVector, blockCount: number): void {
  const { blockSize: n, values } = rows;
  for (let r = 0; r < rows.count; r++) {
    const weight = y[r];
    if (weight === 0) continue;
    const from = Math.max(0, -rows.first[r]);
    const end = Math.min(3, blockCount - rows.first[r]);
    const offset = rows.first[r] * n;
    for (let i = from * n; i < end * n; i++) out[offset + i] += weight * values[3 * n * r + i];
  }
}

/** matrix += Aᵀ diag(weight) A. Rows with the same first block that follow each other are added two at a time. */
export function addGram(matrix: BlockBanded, rows: BandRows, weight: ReadonlyVector): void {
  for (let r = 0; r < rows.count; r++) {
    const pair = r + 1 < rows.count && rows.first[r + 1] === rows.first[r];
    addRows(matrix, rows, r, weight[r], pair ? r + 1 : r, pair ? weight[r + 1] : 0);
    if (pair) r++;
  }
}

/** matrix += w a aᵀ + u b bᵀ for rows a and b with the same first block. */
function addRows(matrix: BlockBanded, rows: BandRows, a: number, w: number, b: number, u: number): void {
  const { blockCount, blockSize: n, entries } = matrix;
  const { values } = rows;
  const first = rows.first[a];
  for (let p = 0; p < 3; p++) {
    const block = first + p;
    if (block < 0 || block >= blockCount) continue;
    for (let q = 0; q <= p; q++) {
      if (first + q < 0) continue;
      const at = blockAt(n, block, p - q);
      const right = (3 * a + q) * n;
      const otherRight = (3 * b + q) * n;
      for (let i = 0; i < n; i++) {
        const x = w * values[(3 * a + p) * n + i];
        const y = u * values[(3 * b + p) * n + i];
        if (x === 0 && y === 0) continue;
        const row = at + i * n;
        const end = p === q ? i + 1 : n;
        for (let j = 0; j < end; j++) entries[row + j] += x * values[right + j] + y * values[otherRight + j];
      }
    }
  }
}
