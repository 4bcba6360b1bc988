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
  readonly isThrees: boolean; // freedoms come in threes, one below the other, as those of ball joints do
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
  const isThrees = n % 3 === 0 && parent.every((above, k) => k % 3 === 0 || above === k - 1) && endsThrees(parent);
  return { n, parent, start, length, path, size, isThrees };
}

/** Whether nothing hangs on the first or second of three. */
const endsThrees = (parent: Int32Array): boolean =>
  parent.every((above, k) => k % 3 !== 0 || above < 0 || above % 3 === 2);

/** Replaces Q by its factor L, Q = LᵀL. False where Q is not positive definite. */
export function factorTree(values: Float64Array, tree: TreePattern): boolean {
  const { n, start, length, path, isThrees } = tree;
  for (let k = n - 1; k >= 0; k--) {
    const row = start[k];
    const last = row + length[k] - 1;
    if (!(values[last] > 0)) return false;
    const pivot = Math.sqrt(values[last]);
    const inverse = 1 / pivot;
    values[last] = pivot;
    for (let e = row; e < last; e++) values[e] *= inverse;
    // three freedoms of a joint act on all above them at once
    const nearest = isThrees ? last - (k % 3) : row;
    for (let e = nearest; e < last; e++) {
      const above = start[path[e]];
      const factor = values[e];
      const count = e - row;
      for (let c = 0; c <= count; c++) values[above + c] -= factor * values[row + c];
    }
    if (isThrees && k % 3 === 0) eliminateThrees(values, tree, k);
  }
  return true;
}

/** Takes the rows of freedoms k, k + 1, k + 2 out of all rows above, three of those at a time. */
function eliminateThrees(values: Float64Array, { start, length, path }: TreePattern, k: number): void {
  const r = start[k];
  const s = start[k + 1];
  const t = start[k + 2];
  const count = length[k] - 1;
  for (let e = 0; e < count; e += 3) {
    const x = start[path[r + e]];
    const y = start[path[r + e + 1]];
    const z = start[path[r + e + 2]];
    const rx = values[r + e];
    const ry = values[r + e + 1];
    const rz = values[r + e + 2];
    const sx = values[s + e];
    const sy = values[s + e + 1];
    const sz = values[s + e + 2];
    const tx = values[t + e];
    const ty = values[t + e + 1];
    const tz = values[t + e + 2];
    for (let c = 0; c <= e; c++) {
      const a = values[r + c];
      const b = values[s + c];
      const d = values[t + c];
      values[x + c] -= rx * a + sx * b + tx * d;
      values[y + c] -= ry * a + sy * b + ty * d;
      values[z + c] -= rz * a + sz * b + tz * d;
    }
    values[y + e + 1] -= ry * ry + sy * sy + ty * ty;
    values[z + e + 1] -= rz * ry + sz * sy + tz * ty;
    values[z + e + 2] -= rz * rz + sz * sz + tz * tz;
  }
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

/** The same for three vectors at once, the second and the third `stride` numbers after the one before. */
export function solvePathTransposed3(
  values: Float64Array,
  { start, length, path }: TreePattern,
  freedom: number,
  x: Float64Array,
  o: number,
  stride: number,
): void {
  const row = start[freedom];
  const p = o + stride;
  const q = p + stride;
  for (let j = length[freedom] - 1; j >= 0; j--) {
    const own = start[path[row + j]];
    const pivot = values[own + j];
    const a = x[o + j] / pivot;
    const b = x[p + j] / pivot;
    const c = x[q + j] / pivot;
    x[o + j] = a;
    x[p + j] = b;
    x[q + j] = c;
    for (let k = 0; k < j; k++) {
      const value = values[own + k];
      x[o + k] -= value * a;
      x[p + k] -= value * b;
      x[q + k] -= value * c;
    }
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
export function solveTree(values: Float64Array, tree: TreePattern, x: Float64Array, o = 0): void {
  const { n, start, length, path, isThrees } = tree;
  if (isThrees) {
    for (let k = 0; k < n; k += 3) solveThree(values, tree, x, o, k);
    return;
  }
  for (let k = 0; k < n; k++) {
    const row = start[k];
    const last = row + length[k] - 1;
    let sum = x[o + k];
    for (let e = row; e < last; e++) sum -= values[e] * x[o + path[e]];
    x[o + k] = sum / values[last];
  }
}

/** Freedoms k, k + 1 and k + 2 of that: what is above them is read once for all. */
function solveThree(values: Float64Array, tree: TreePattern, x: Float64Array, o: number, k: number): void {
  const { start, length, path } = tree;
  const r = start[k];
  const s = start[k + 1];
  const t = start[k + 2];
  const m = length[k] - 1;
  let a = x[o + k];
  let b = x[o + k + 1];
  let c = x[o + k + 2];
  for (let e = 0; e < m; e++) {
    const above = x[o + path[r + e]];
    a -= values[r + e] * above;
    b -= values[s + e] * above;
    c -= values[t + e] * above;
  }
  a /= values[r + m];
  b = (b - values[s + m] * a) / values[s + m + 1];
  c = (c - values[t + m] * a - values[t + m + 1] * b) / values[t + m + 2];
  x[o + k] = a;
  x[o + k + 1] = b;
  x[o + k + 2] = c;
}

/** Number of leading freedoms that the paths to two freedoms share. */
export function sharedPath({ start, length, path }: TreePattern, a: number, b: number): number {
  const most = Math.min(length[a], length[b]);
  let shared = 0;
  while (shared < most && path[start[a] + shared] === path[start[b] + shared]) shared++;
  return shared;
}
