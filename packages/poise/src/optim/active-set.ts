/**
 * The factors that the dual active-set method keeps: with H = L Lᵀ and N the columns of the active constraints,
 * Z = L⁻ᵀQ and R such that Zᵀ N = (R; 0). Adding and dropping a constraint turns pairs of columns of Z by Givens rotations.
 * After Goldfarb & Idnani (1983).
 */
export interface ActiveSet {
  readonly n: number;
  count: number; // active constraints
  readonly z: Float64Array; // n×n: row k is column k of Z
  readonly r: Float64Array; // n×n upper triangle: column k is at k·n
  readonly d: Float64Array; // n  Zᵀ of the constraint at hand
  readonly ids: Int32Array; // n  which constraint is k-th in the set
  // numbers that, as arguments or results, would be put on the heap
  readonly turn: Float64Array; // cosine and sine of the rotation at hand
  readonly outside: Float64Array; // |d₂|² of the constraint at hand, and its share of |d|²
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
    turn: new Float64Array(2),
    outside: new Float64Array(2),
    u: new Float64Array(n + 1),
  };
}

/** Empties the set: Z = L⁻ᵀ for the Cholesky factor L of H, so row k of `z` is row k of L⁻¹. */
export function resetActiveSet(set: ActiveSet, l: Float64Array): void {
  const { n, z } = set;
  set.count = 0;
  z.fill(0);
  // L L⁻¹ = 1, row by row: row i of L⁻¹ = (e_i − Σ_{k<i} L_ik row k)/L_ii
  for (let i = 0; i < n; i++) {
    const row = i * n;
    const inverse = 1 / l[row + i];
    for (let k = 0; k < i; k++) {
      const factor = -inverse * l[row + k];
      if (factor === 0) continue;
      for (let j = 0; j <= k; j++) z[row + j] += factor * z[k * n + j];
    }
    z[row + i] = inverse;
  }
}

/** d = Zᵀ g for a constraint row at g[o], times `sign`; fills set.outside, whose share is 0 when the row is a combination of
 *  active ones. */
export function projectRow(set: ActiveSet, g: Float64Array, o: number, sign: 1 | -1): void {
  const { n, z, d, count, outside } = set;
  let square = 0;
  let squareOutside = 0;
  for (let k = 0; k < n; k++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += z[k * n + i] * g[o + i];
    d[k] = sign * sum;
    square += sum * sum;
    if (k >= count) squareOutside += sum * sum;
  }
  outside[0] = squareOutside;
  outside[1] = square > 0 ? squareOutside / square : 0;
}

/** out = Z₂ d₂: the way x moves towards the constraint at hand while active ones are kept. */
export function primalDirection(out: Float64Array, set: ActiveSet): void {
  const { n, z, d, count } = set;
  out.fill(0);
  for (let k = count; k < n; k++) {
    const dk = d[k];
    for (let i = 0; i < n; i++) out[i] += dk * z[k * n + i];
  }
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
  const { n, z, r, d, count, turn } = set;
  for (let k = n - 1; k > count; k--) {
    if (d[k] === 0) continue;
    const length = Math.sqrt(d[k - 1] * d[k - 1] + d[k] * d[k]);
    turn[0] = d[k - 1] / length;
    turn[1] = d[k] / length;
    d[k - 1] = length;
    d[k] = 0;
    turnPairs(z, (k - 1) * n, 1, n, n, turn);
  }
  for (let i = 0; i <= count; i++) r[count * n + i] = d[i];
  set.ids[count] = id;
  set.count = count + 1;
}

/** Drops the constraint at `place`; later ones move up. */
export function dropRow(set: ActiveSet, place: number): void {
  const { n, z, r, ids, u, count, turn } = set;
  for (let k = place; k < count - 1; k++) {
    for (let i = 0; i <= k + 1; i++) r[k * n + i] = r[(k + 1) * n + i];
    ids[k] = ids[k + 1];
    u[k] = u[k + 1];
  }
  u[count - 1] = u[count]; // the multiplier of the constraint being added stays last
  // columns after `place` have one entry below the diagonal
  for (let k = place; k < count - 1; k++) {
    const above = r[k * n + k];
    const below = r[k * n + k + 1];
    if (below === 0) continue;
    const length = Math.sqrt(above * above + below * below);
    turn[0] = above / length;
    turn[1] = below / length;
    turnPairs(r, k * n + k, n, 1, count - 1 - k, turn);
    turnPairs(z, k * n, 1, n, n, turn);
  }
  set.count = count - 1;
}

/** Turns `count` pairs (a[i], a[i + apart]), i = first, first + stride, … */
function turnPairs(
  a: Float64Array,
  first: number,
  stride: number,
  apart: number,
  count: number,
  turn: Float64Array,
): void {
  const cosine = turn[0];
  const sine = turn[1];
  for (let k = 0, i = first; k < count; k++, i += stride) {
    const x = a[i];
    const y = a[i + apart];
    a[i] = cosine * x + sine * y;
    a[i + apart] = cosine * y - sine * x;
  }
}
