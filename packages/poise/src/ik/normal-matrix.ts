/** Products with the rows of an IK problem that skip columns known to be 0. */
import type { FreedomWeights } from './freedom-weights.ts';
import type { IkProblem } from './problem.ts';

/** s = J D⁻¹ Jᵀ, lower triangle of m×m; `turned` is scratch of m×nv for J D⁻¹. */
export function writeNormalMatrix(
  s: Float64Array,
  turned: Float64Array,
  problem: IkProblem,
  weights: FreedomWeights,
): void {
  const { tasks, firstRow, spans, commonSpans } = problem;
  for (let t = 0; t < tasks.length; t++) {
    for (let row = firstRow[t]; row < firstRow[t + 1]; row++) {
      turnRow(turned, problem, weights, row, spans[t]);
      for (let other = 0; other <= t; other++) {
        const end = Math.min(row + 1, firstRow[other + 1]);
        multiplyRows(s, problem, turned, row, firstRow[other], end, commonSpans[(t * (t + 1)) / 2 + other]);
      }
    }
  }
}

/** Row of J D⁻¹. */
function turnRow(
  turned: Float64Array,
  { J, freedoms: nv }: IkProblem,
  { inverse, isFull }: FreedomWeights,
  row: number,
  spans: Int32Array,
): void {
  for (let k = 0; k < spans.length; k += 2) {
    for (let c = spans[k]; c < spans[k + 1]; c += 3) {
      const o = row * nv + c;
      const i = 3 * c;
      const x = J[o];
      const y = J[o + 1];
      const z = J[o + 2];
      if (isFull[c / 3] === 0) {
        turned[o] = inverse[i] * x;
        turned[o + 1] = inverse[i + 4] * y;
        turned[o + 2] = inverse[i + 8] * z;
      } else {
        turned[o] = inverse[i] * x + inverse[i + 1] * y + inverse[i + 2] * z;
        turned[o + 1] = inverse[i + 3] * x + inverse[i + 4] * y + inverse[i + 5] * z;
        turned[o + 2] = inverse[i + 6] * x + inverse[i + 7] * y + inverse[i + 8] * z;
      }
    }
  }
}

/** s[row][from … to − 1] = turned[row] · J[from … to − 1], three at a time: each number of `turned` is read once for three. */
function multiplyRows(
  s: Float64Array,
  { J, freedoms: nv, rowCount: m }: IkProblem,
  turned: Float64Array,
  row: number,
  from: number,
  to: number,
  spans: Int32Array,
): void {
  const o = row * nv;
  let column = from;
  for (; column + 2 < to; column += 3) {
    const i = column * nv;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let k = 0; k < spans.length; k += 2) {
      const end = spans[k + 1];
      for (let c = spans[k]; c < end; c++) {
        const value = turned[o + c];
        first += value * J[i + c];
        second += value * J[i + nv + c];
        third += value * J[i + 2 * nv + c];
      }
    }
    s[row * m + column] = first;
    s[row * m + column + 1] = second;
    s[row * m + column + 2] = third;
  }
  for (; column < to; column++) {
    let sum = 0;
    for (let k = 0; k < spans.length; k += 2) {
      for (let c = spans[k]; c < spans[k + 1]; c++) sum += turned[o + c] * J[column * nv + c];
    }
    s[row * m + column] = sum;
  }
}

/** out = b − J x for the b given, rows of the first `count` tasks; three rows at a time, so that x is read once for three. */
export function writeResidual(
  out: Float64Array,
  problem: IkProblem,
  b: Float64Array,
  x: Float64Array,
  count: number,
): void {
  const { firstRow, spans, J, freedoms: nv } = problem;
  for (let t = 0; t < count; t++) {
    const span = spans[t];
    const end = firstRow[t + 1];
    let row = firstRow[t];
    for (; row + 2 < end; row += 3) {
      const o = row * nv;
      let first = b[row];
      let second = b[row + 1];
      let third = b[row + 2];
      for (let k = 0; k < span.length; k += 2) {
        const last = span[k + 1];
        for (let c = span[k]; c < last; c++) {
          const value = x[c];
          first -= J[o + c] * value;
          second -= J[o + nv + c] * value;
          third -= J[o + 2 * nv + c] * value;
        }
      }
      out[row] = first;
      out[row + 1] = second;
      out[row + 2] = third;
    }
    for (; row < end; row++) {
      let sum = b[row];
      for (let k = 0; k < span.length; k += 2) {
        for (let c = span[k]; c < span[k + 1]; c++) sum -= J[row * nv + c] * x[c];
      }
      out[row] = sum;
    }
  }
}

/** x = x̄ + D⁻¹ Jᵀ λ over the first `count` tasks; `pull` is scratch of nv for Jᵀ λ, which takes three rows at a time. */
export function writeSolution(
  x: Float64Array,
  pull: Float64Array,
  problem: IkProblem,
  { preferred, inverse }: FreedomWeights,
  lambda: Float64Array,
  count: number,
): void {
  const { firstRow, spans, J, freedoms: nv } = problem;
  pull.fill(0);
  for (let t = 0; t < count; t++) {
    const span = spans[t];
    const end = firstRow[t + 1];
    let row = firstRow[t];
    for (; row + 2 < end; row += 3) {
      const o = row * nv;
      const first = lambda[row];
      const second = lambda[row + 1];
      const third = lambda[row + 2];
      for (let k = 0; k < span.length; k += 2) {
        const last = span[k + 1];
        for (let c = span[k]; c < last; c++) {
          pull[c] += first * J[o + c] + second * J[o + nv + c] + third * J[o + 2 * nv + c];
        }
      }
    }
    for (; row < end; row++) {
      const l = lambda[row];
      for (let k = 0; k < span.length; k += 2) {
        for (let c = span[k]; c < span[k + 1]; c++) pull[c] += l * J[row * nv + c];
      }
    }
  }
  for (let c = 0; c < nv; c += 3) {
    const i = 3 * c;
    x[c] = preferred[c] + inverse[i] * pull[c] + inverse[i + 1] * pull[c + 1] + inverse[i + 2] * pull[c + 2];
    x[c + 1] =
      preferred[c + 1] + inverse[i + 3] * pull[c] + inverse[i + 4] * pull[c + 1] + inverse[i + 5] * pull[c + 2];
    x[c + 2] =
      preferred[c + 2] + inverse[i + 6] * pull[c] + inverse[i + 7] * pull[c + 1] + inverse[i + 8] * pull[c + 2];
  }
}
