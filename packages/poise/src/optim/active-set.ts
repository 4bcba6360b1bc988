/**
 * The factors that the dual active-set method keeps: with H = L Lᵀ and N the columns of the active constraints,
 * Z = L⁻ᵀQ and R such that Zᵀ N = (R; 0). Adding and dropping a constraint turns pairs of columns of Z by Givens rotations.
 * After Goldfarb & Idnani (1983).
 */
import { solveLower } from './cholesky.ts';

export interface ActiveSet {
  readonly n: number;
  count: number; // active constraints
  readonly z: Float64Array; // n×n: row k is column k of Z
  readonly r: Float64Array; // n×n upper triangle: column k is at k·n
  readonly d: Float64Array; // n  Zᵀ of the constraint at hand
  readonly ids: Int32Array; // n  which constraint is k-th in the set
  readonly u: Float64Array; // n+1 multipliers, by place in the set; the last belongs to the constraint being added
}

export function createActiveSet(n: number): ActiveSet {
  return {
    n,
    count: 0,
    z: new Float64Array(n * n),
    r: new Float64Array(n * n),
    d: new Float64Array(n),
    ids: new Int32Array(n),
    u: new Float64Array(n + 1),
  };
}

/** Empties the set; Z = L⁻ᵀ for the Cholesky factor L of H, row k of L⁻¹ᵀ being column k of L⁻ᵀ's transpose. */
export function resetActiveSet(set: ActiveSet, l: Float64Array): void {
  const { n, z, d } = set;
  set.count = 0;
  // column j of L⁻¹ is L⁻¹ e_j; entry k of it is entry j of row k of L⁻¹, which is column k of L⁻ᵀ
  for (let j = 0; j < n; j++) {
    d.fill(0);
    d[j] = 1;
    solveLower(l, n, d);
    for (let k = 0; k < n; k++) z[k * n + j] = d[k];
  }
}

/** d = Zᵀ g for a constraint row at g[o], times `sign`. Returns the squared length of the part outside the active rows,
 *  relative to the whole: 0 when the row is a combination of active ones. */
export function projectRow(set: ActiveSet, g: Float64Array, o: number, sign: number): number {
  const { n, z, d, count } = set;
  let inside = 0;
  let outside = 0;
  for (let k = 0; k < n; k++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += z[k * n + i] * g[o + i];
    d[k] = sign * sum;
    if (k < count) inside += sum * sum;
    else outside += sum * sum;
  }
  return inside + outside > 0 ? outside / (inside + outside) : 0;
}

/** out = Z₂ d₂: the way x moves towards the constraint at hand while active ones are kept. */
export function primalDirection(out: Float64Array, set: ActiveSet): void {
  const { n, z, d, count } = set;
  out.fill(0);
  for (let k = count; k < n; k++) for (let i = 0; i < n; i++) out[i] += d[k] * z[k * n + i];
}

/** out = R⁻¹ d₁: how the multipliers of the active constraints give way. */
export function dualDirection(out: Float64Array, set: ActiveSet): void {
  const { n, r, d, count } = set;
  for (let i = count - 1; i >= 0; i--) {
    let sum = d[i];
    for (let k = i + 1; k < count; k++) sum -= r[k * n + i] * out[k];
    out[i] = sum / r[i * n + i];
  }
}

/** Takes the projected constraint d into the set, as constraint `id` with multiplier u[count]. */
export function addRow(set: ActiveSet, id: number): void {
  const { n, z, r, d, count } = set;
  for (let k = n - 1; k > count; k--) {
    const length = Math.hypot(d[k - 1], d[k]);
    if (length === 0) continue;
    const cosine = d[k - 1] / length;
    const sine = d[k] / length;
    d[k - 1] = length;
    d[k] = 0;
    turnRows(z, n, k - 1, cosine, sine);
  }
  for (let i = 0; i <= count; i++) r[count * n + i] = d[i];
  set.ids[count] = id;
  set.count = count + 1;
}

/** Drops the constraint at `place`; later ones move up. */
export function dropRow(set: ActiveSet, place: number): void {
  const { n, z, r, ids, u, count } = set;
  for (let k = place; k < count - 1; k++) {
    for (let i = 0; i <= k + 1; i++) r[k * n + i] = r[(k + 1) * n + i];
    ids[k] = ids[k + 1];
    u[k] = u[k + 1];
  }
  u[count - 1] = u[count]; // the multiplier of the constraint being added stays last
  // columns after `place` have one entry below the diagonal
  for (let k = place; k < count - 1; k++) {
    const length = Math.hypot(r[k * n + k], r[k * n + k + 1]);
    if (length === 0) continue;
    const cosine = r[k * n + k] / length;
    const sine = r[k * n + k + 1] / length;
    for (let column = k; column < count - 1; column++) turnPair(r, column * n + k, column * n + k + 1, cosine, sine);
    turnRows(z, n, k, cosine, sine);
  }
  set.count = count - 1;
}

function turnRows(z: Float64Array, n: number, k: number, cosine: number, sine: number): void {
  for (let i = 0; i < n; i++) turnPair(z, k * n + i, (k + 1) * n + i, cosine, sine);
}

function turnPair(a: Float64Array, i: number, j: number, cosine: number, sine: number): void {
  const first = a[i];
  const second = a[j];
  a[i] = cosine * first + sine * second;
  a[j] = cosine * second - sine * first;
}
