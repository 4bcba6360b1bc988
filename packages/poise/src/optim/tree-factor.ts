/**
 * Symmetric positive definite matrices of a tree: an entry exists only between a freedom and its ancestors, as in the mass
 * matrix of a skeleton. The factor Q = LᵀL, made from the leaves to the root, has no further entries ([Featherstone08] §6.5).
 *
 * Layout: the row of freedom k holds its entries against its ancestors, root first, and itself last. The ancestors of an
 * ancestor are a prefix of that row, so every inner loop runs over neighbours in memory. A vector along the path from the root
 * to a freedom is stored the same way.
 */

export interface TreePattern {
  readonly n: number; // freedoms
  readonly parent: Int32Array; // n   −1 for the first
  readonly start: Int32Array; // n   where the row of a freedom starts
  readonly length: Int32Array; // n   entries in that row: ancestors and itself
  readonly path: Int32Array; // size: the freedom of each entry
  readonly size: number; // of all rows together
}

/** The pattern of a tree; `parent[k] < k`. */
export function createTreePattern(parent: Int32Array): TreePattern {
  const n = parent.length;
  const start = new Int32Array(n);
  const length = new Int32Array(n);
  let size = 0;
  for (let k = 0; k < n; k++) {
    length[k] = parent[k] < 0 ? 1 : length[parent[k]] + 1;
    start[k] = size;
    size += length[k];
  }
  const path = new Int32Array(size);
  for (let k = 0; k < n; k++) {
    if (parent[k] >= 0) path.copyWithin(start[k], start[parent[k]], start[parent[k]] + length[parent[k]]);
    path[start[k] + length[k] - 1] = k;
  }
  return { n, parent, start, length, path, size };
}

/** Replaces Q by its factor L, Q = LᵀL. False where Q is not positive definite. */
export function factorTree(values: Float64Array, { n, start, length, path }: TreePattern): boolean {
  for (let k = n - 1; k >= 0; k--) {
    const row = start[k];
    const last = row + length[k] - 1;
    if (!(values[last] > 0)) return false;
    const pivot = Math.sqrt(values[last]);
    const inverse = 1 / pivot;
    values[last] = pivot;
    for (let e = row; e < last; e++) values[e] *= inverse;
    for (let e = row; e < last; e++) {
      const above = start[path[e]];
      const factor = values[e];
      const count = e - row;
      for (let c = 0; c <= count; c++) values[above + c] -= factor * values[row + c];
    }
  }
  return true;
}

/** Solves Lᵀ y = b in place for b along the path to `freedom`, stored from x[o] on: y has no entries beside that path. */
export function solvePathTransposed(
  values: Float64Array,
  { start, length, path }: TreePattern,
  freedom: number,
  x: Float64Array,
  o: number,
): void {
  const row = start[freedom];
  for (let j = length[freedom] - 1; j >= 0; j--) {
    const own = start[path[row + j]];
    const y = x[o + j] / values[own + j];
    x[o + j] = y;
    for (let c = 0; c < j; c++) x[o + c] -= values[own + c] * y;
  }
}

/** Solves Lᵀ y = b in place for a whole vector of n numbers from x[o] on. */
export function solveTreeTransposed(
  values: Float64Array,
  { n, start, length, path }: TreePattern,
  x: Float64Array,
  o = 0,
): void {
  for (let k = n - 1; k >= 0; k--) {
    const row = start[k];
    const last = row + length[k] - 1;
    const y = x[o + k] / values[last];
    x[o + k] = y;
    for (let e = row; e < last; e++) x[o + path[e]] -= values[e] * y;
  }
}

/** The same for three vectors at once, the second and the third `stride` numbers after the one before: every entry is read once for all. */
export function solveTreeTransposed3(
  values: Float64Array,
  { n, start, length, path }: TreePattern,
  x: Float64Array,
  o: number,
  stride: number,
): void {
  const p = o + stride;
  const q = p + stride;
  for (let k = n - 1; k >= 0; k--) {
    const row = start[k];
    const last = row + length[k] - 1;
    const pivot = values[last];
    const a = x[o + k] / pivot;
    const b = x[p + k] / pivot;
    const c = x[q + k] / pivot;
    x[o + k] = a;
    x[p + k] = b;
    x[q + k] = c;
    for (let e = row; e < last; e++) {
      const value = values[e];
      const above = path[e];
      x[o + above] -= value * a;
      x[p + above] -= value * b;
      x[q + above] -= value * c;
    }
  }
}

/** Solves L x = y in place for a whole vector of n numbers from x[o] on. */
export function solveTree(values: Float64Array, { n, start, length, path }: TreePattern, x: Float64Array, o = 0): void {
  for (let k = 0; k < n; k++) {
    const row = start[k];
    const last = row + length[k] - 1;
    let sum = x[o + k];
    for (let e = row; e < last; e++) sum -= values[e] * x[o + path[e]];
    x[o + k] = sum / values[last];
  }
}

/** Number of leading freedoms that the paths to two freedoms share. */
export function sharedPath({ start, length, path }: TreePattern, a: number, b: number): number {
  const most = Math.min(length[a], length[b]);
  let shared = 0;
  while (shared < most && path[start[a] + shared] === path[start[b] + shared]) shared++;
  return shared;
}
