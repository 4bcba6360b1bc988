import { HARD_SOFTNESS } from '../../src/ik/outcome.ts';
import type { IkProblem } from '../../src/ik/problem.ts';
import { solveLinear } from '../optim/brute-force.ts';

/** The whole KKT system, dense: D x − Jᵀλ = D x̄, J x + W′⁻¹ λ = b, W′⁻¹ = 0 where rows are hard. */
export function solveKkt({ freedoms: nv, weights, J, b, softness, rowCount: m }: IkProblem): Float64Array {
  const n = nv + m;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let block = 0; block < nv / 3; block++) {
    const inverse = weights.inverse.subarray(9 * block, 9 * block + 9);
    for (let c = 0; c < 3; c++) {
      const unit = Float64Array.from({ length: 3 }, (_, k) => (k === c ? 1 : 0));
      solveLinear(inverse, unit).forEach((d, r) => {
        matrix[(3 * block + r) * n + 3 * block + c] = d;
        right[3 * block + r] += d * weights.preferred[3 * block + c];
      });
    }
  }
  for (let row = 0; row < m; row++) {
    for (let i = 0; i < nv; i++) {
      matrix[i * n + nv + row] = -J[row * nv + i];
      matrix[(nv + row) * n + i] = J[row * nv + i];
    }
    matrix[(nv + row) * n + nv + row] = softness[row] > HARD_SOFTNESS ? softness[row] : 0;
    right[nv + row] = b[row];
  }
  return solveLinear(matrix, right).slice(0, nv);
}
