/** Smoothing splines by least squares: Σ (s(tᵢ) − dᵢ)² + λ Σ h⁴ s̈² over sites, with h the site spacing. */
import { splineInterval, splineWeights, type UniformSpline } from '../math/spline.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { type BandedMatrix, bandIndex, createBanded, factorBanded, solveBanded } from './banded.ts';

/** Evenly timed data to be fitted: rows × width, the first row at `start`. */
export interface SplineData {
  readonly values: ReadonlyVector;
  readonly width: number;
  readonly start: number;
  readonly step: number;
}

export interface SplineGrid {
  readonly start: number;
  readonly spacing: number;
  readonly siteCount: number;
}

const HALF_BAND = 3;

/** Keeps the normal equations regular where no data touches a coefficient; relative to data weights of 1. */
const REGULAR = 1e-12;

/** The data part of the normal equations. Made once, solved for many λ. */
export interface SplineProblem {
  readonly grid: SplineGrid;
  readonly width: number;
  readonly gram: BandedMatrix; // Σ wᵢ wᵢᵀ
  readonly moments: Float64Array; // (N + 2) × width: Σ wᵢ dᵢ
}

export function buildSplineProblem(data: SplineData, grid: SplineGrid): SplineProblem {
  const { values, width } = data;
  const rows = values.length / width;
  const size = grid.siteCount + 2;
  const gram = createBanded(size, HALF_BAND);
  const moments = new Float64Array(size * width);
  const w = new Float64Array(4);
  for (let i = 0; i < rows; i++) {
    const t = data.start + i * data.step;
    const interval = splineInterval(grid, t);
    splineWeights(w, 0, Math.max(0, Math.min(1, (t - grid.start) / grid.spacing - interval)), 0);
    const used = Math.min(4, size - interval);
    for (let a = 0; a < used; a++) {
      for (let b = 0; b <= a; b++) gram.entries[bandIndex(HALF_BAND, interval + a, interval + b)] += w[a] * w[b];
      const o = (interval + a) * width;
      for (let c = 0; c < width; c++) moments[o + c] += w[a] * values[i * width + c];
    }
  }
  return { grid, width, gram, moments };
}

/** The smoothing spline for one λ ≥ 0; undefined where the data do not determine it. */
export function solveSplineProblem(problem: SplineProblem, lambda: number): UniformSpline | undefined {
  const { grid, width, gram } = problem;
  const matrix: BandedMatrix = { ...gram, entries: gram.entries.slice() };
  const bend = [1, -2, 1];
  // h⁴ s̈² at a site is the squared second difference of its three coefficients.
  for (let k = 0; k < grid.siteCount; k++) {
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++)
        matrix.entries[bandIndex(HALF_BAND, k + a, k + b)] += (lambda + REGULAR) * bend[a] * bend[b];
    }
  }
  for (let k = 0; k < matrix.size; k++) matrix.entries[bandIndex(HALF_BAND, k, k)] += REGULAR;
  if (factorBanded(matrix) >= 0) return undefined;
  const coefficients = problem.moments.slice();
  solveBanded(matrix, coefficients, width);
  return { ...grid, width, coefficients };
}
