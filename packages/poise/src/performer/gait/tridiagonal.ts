/** Second-order boundary problems on even grids: c″ − λ c = r, either repeating or held at both ends. */

/** Solves (c_{i+1} − 2 c_i + c_{i−1}) / dt² − λ_i c_i = r_i for c. `ends`: 'loop' repeats; 'held' keeps the first and last at 0.
 *  λ ≥ 0, and somewhere positive when it loops. */
export function solveBoundary(lambda: Float64Array, r: Float64Array, dt: number, ends: 'loop' | 'held'): Float64Array {
  const n = r.length;
  const off = 1 / (dt * dt);
  const diagonal = lambda.map((value) => -2 * off - value);
  if (ends === 'held') {
    const inner = thomas(diagonal.slice(1, n - 1), off, r.slice(1, n - 1));
    const out = new Float64Array(n);
    out.set(inner, 1);
    return out;
  }
  // Sherman–Morrison: the corner entries as a rank-one change of the plain tridiagonal matrix.
  const corner = -diagonal[0];
  const changed = diagonal.slice();
  changed[0] -= corner;
  changed[n - 1] -= (off * off) / corner;
  const u = new Float64Array(n);
  u[0] = corner;
  u[n - 1] = off;
  const y = thomas(changed, off, r);
  const z = thomas(changed, off, u);
  const share = (y[0] + (off / corner) * y[n - 1]) / (1 + z[0] + (off / corner) * z[n - 1]);
  return y.map((value, i) => value - share * z[i]);
}

/** Tridiagonal elimination with equal off-diagonals. */
function thomas(diagonal: Float64Array, off: number, r: Float64Array): Float64Array {
  const n = r.length;
  const ratio = new Float64Array(n);
  const x = new Float64Array(n);
  let pivot = diagonal[0];
  x[0] = r[0] / pivot;
  for (let i = 1; i < n; i++) {
    ratio[i] = off / pivot;
    pivot = diagonal[i] - off * ratio[i];
    x[i] = (r[i] - off * x[i - 1]) / pivot;
  }
  for (let i = n - 2; i >= 0; i--) x[i] -= ratio[i + 1] * x[i + 1];
  return x;
}
