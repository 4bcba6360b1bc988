/**
 * Sums over the generators of a cone, rows of W with `size` numbers each. They are asked for in every step of every tick, so the six
 * numbers of a wrench in space are written out, and numbers go from function to function in arrays.
 */
const SPACE = 6;

/** out[c] = −W_c · x for all generators. */
export function projectGenerators(
  out: Float64Array,
  W: Float64Array,
  count: number,
  size: number,
  x: Float64Array,
): void {
  if (size !== SPACE) {
    for (let c = 0; c < count; c++) {
      let sum = 0;
      for (let i = 0; i < size; i++) sum -= W[c * size + i] * x[i];
      out[c] = sum;
    }
    return;
  }
  const a = -x[0];
  const b = -x[1];
  const c = -x[2];
  const d = -x[3];
  const e = -x[4];
  const f = -x[5];
  for (let k = 0, o = 0; k < count; k++, o += 6) {
    out[k] = a * W[o] + b * W[o + 1] + (c * W[o + 2] + d * W[o + 3]) + (e * W[o + 4] + f * W[o + 5]);
  }
}

/** out = Σ share_c W_c over the `used` generators of `list`. */
export function addUpGenerators(
  out: Float64Array,
  W: Float64Array,
  list: Int32Array,
  used: number,
  size: number,
  share: Float64Array,
): void {
  if (size !== SPACE) {
    out.fill(0);
    for (let k = 0; k < used; k++) {
      const c = list[k];
      for (let i = 0; i < size; i++) out[i] += share[c] * W[c * size + i];
    }
    return;
  }
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  for (let k = 0; k < used; k++) {
    const at = list[k];
    const o = 6 * at;
    const s = share[at];
    a += s * W[o];
    b += s * W[o + 1];
    c += s * W[o + 2];
    d += s * W[o + 3];
    e += s * W[o + 4];
    f += s * W[o + 5];
  }
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = d;
  out[4] = e;
  out[5] = f;
}

/** out = Σ W_c W_cᵀ over the `used` generators of `list`, lower triangle of size×size. */
export function squareGenerators(
  out: Float64Array,
  W: Float64Array,
  list: Int32Array,
  used: number,
  size: number,
): void {
  out.fill(0);
  if (size !== SPACE) {
    for (let k = 0; k < used; k++) {
      const o = list[k] * size;
      for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) out[i * size + j] += W[o + i] * W[o + j];
    }
    return;
  }
  const pairs = used & ~1;
  for (let k = 0; k < pairs; k += 2) addSquares(out, W, 6 * list[k], 6 * list[k + 1]);
  if (pairs < used) addSquare(out, W, 6 * list[pairs]);
}

/** Two generators at once: every sum is read and written once for both. */
function addSquares(out: Float64Array, W: Float64Array, o: number, p: number): void {
  const a = W[o];
  const b = W[o + 1];
  const c = W[o + 2];
  const d = W[o + 3];
  const e = W[o + 4];
  const f = W[o + 5];
  const u = W[p];
  const v = W[p + 1];
  const w = W[p + 2];
  const x = W[p + 3];
  const y = W[p + 4];
  const z = W[p + 5];
  out[0] += a * a + u * u;
  out[6] += b * a + v * u;
  out[7] += b * b + v * v;
  out[12] += c * a + w * u;
  out[13] += c * b + w * v;
  out[14] += c * c + w * w;
  out[18] += d * a + x * u;
  out[19] += d * b + x * v;
  out[20] += d * c + x * w;
  out[21] += d * d + x * x;
  out[24] += e * a + y * u;
  out[25] += e * b + y * v;
  out[26] += e * c + y * w;
  out[27] += e * d + y * x;
  out[28] += e * e + y * y;
  out[30] += f * a + z * u;
  out[31] += f * b + z * v;
  out[32] += f * c + z * w;
  out[33] += f * d + z * x;
  out[34] += f * e + z * y;
  out[35] += f * f + z * z;
}

function addSquare(out: Float64Array, W: Float64Array, o: number): void {
  for (let i = 0; i < 6; i++) for (let j = 0; j <= i; j++) out[6 * i + j] += W[o + i] * W[o + j];
}
