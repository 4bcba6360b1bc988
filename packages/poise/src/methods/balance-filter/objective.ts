/** E = ½ Σ (Δθᵀ M Δθ + τ⁴ Δθ̈ᵀ M Δθ̈) over sites, Δ = new − original: a quadratic in the coefficients. */
import { power } from '../../math/power.ts';
import { type BlockBanded, blockAt, createBlockBanded } from '../../optim/block-banded.ts';
import type { WindowProblem } from './problem.ts';

const REGULAR = 1e-6;

/** E and, where asked for, its gradient (freeCount × width). */
export function objective(problem: WindowProblem, coefficients: Float64Array, gradient?: Float64Array): number {
  const { demands, firstFree, freeCount } = problem;
  const { mechanism, angles } = demands.curve;
  const { total, free, width } = mechanism;
  const { siteCount, spacing, coefficients: original } = angles;
  const bend = power(demands.options.tau / spacing, 4);
  gradient?.fill(0);
  let sum = 0;
  const first = Math.max(0, firstFree - 2);
  const last = Math.min(siteCount - 1, firstFree + freeCount - 1);
  for (let k = first; k <= last; k++) {
    for (let j = 0; j < free; j++) {
      const at = k * total + j;
      const a = coefficients[at] - original[at];
      const b = coefficients[at + total] - original[at + total];
      const c = coefficients[at + 2 * total] - original[at + 2 * total];
      const shift = (a + 4 * b + c) / 6;
      const second = a - 2 * b + c;
      const m = demands.stiffness[j];
      sum += 0.5 * m * (shift * shift + bend * second * second);
      if (!gradient) continue;
      const row = k - firstFree;
      const outer = m * (shift / 6 + bend * second);
      if (row >= 0) gradient[row * width + j] += outer;
      if (row + 1 >= 0 && row + 1 < freeCount)
        gradient[(row + 1) * width + j] += m * ((4 / 6) * shift - 2 * bend * second);
      if (row + 2 < freeCount) gradient[(row + 2) * width + j] += outer;
    }
  }
  return sum;
}

/** Hessian of E over the free coefficients, with a little of the identity and `damping` times its own diagonal. */
export function objectiveHessian(problem: WindowProblem, damping: number): BlockBanded {
  const { demands, firstFree, freeCount } = problem;
  const { mechanism, angles } = demands.curve;
  const { free, width } = mechanism;
  const bend = power(demands.options.tau / angles.spacing, 4);
  const hessian = createBlockBanded(freeCount, width);
  const value = [1 / 6, 4 / 6, 1 / 6];
  const second = [1, -2, 1];
  const first = Math.max(0, firstFree - 2);
  const last = Math.min(angles.siteCount - 1, firstFree + freeCount - 1);
  for (let k = first; k <= last; k++) {
    for (let p = 0; p < 3; p++) {
      const row = k + p - firstFree;
      if (row < 0 || row >= freeCount) continue;
      for (let q = 0; q <= p; q++) {
        if (row - p + q < 0) continue;
        const weight = value[p] * value[q] + bend * second[p] * second[q];
        const at = blockAt(width, row, p - q);
        for (let j = 0; j < free; j++) hessian.entries[at + j * (width + 1)] += weight * demands.stiffness[j];
      }
    }
  }
  for (let row = 0; row < freeCount; row++) {
    const at = blockAt(width, row, 0);
    for (let j = 0; j < width; j++) {
      const i = at + j * (width + 1);
      hessian.entries[i] = j < free ? (1 + damping) * hessian.entries[i] + REGULAR : 1;
    }
  }
  return hessian;
}
