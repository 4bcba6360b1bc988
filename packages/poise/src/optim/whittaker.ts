/**
 * Whittaker–Henderson smoothing: minimises Σ wᵢ (xᵢ − yᵢ)² + Σ λᵢ (Δ³x)ᵢ², so the result has little jerk, no lag (zero phase) and passes
 * parabolas unchanged. Weights and strengths may differ from row to row: weight 0 is a gap that is bridged, strength 0 leaves rows as they are.
 */
import { power } from '../math/power.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { bandIndex, createBanded, factorBanded, solveBanded } from './banded.ts';

const ORDER = 3;
const DIFFERENCE = [-1, 3, -3, 1];
/** Of the largest weight: keeps the equations regular where a gap reaches an end. */
const REGULAR = 1e-9;

/** λ at which a sine of this frequency [Hz] keeps half of its size. */
export const strengthOfCutoff = (cutoff: number, step: number): number =>
  power(2 * Math.sin(Math.min(Math.PI / 2, Math.PI * cutoff * step)), -2 * ORDER);

/** Smooths `values` (rows × width) in place. `strength[i]` belongs to the difference over rows i … i + 3. Linear in rows. */
export function whittaker(values: Float64Array, width: number, weight: ReadonlyVector, strength: ReadonlyVector): void {
  const rows = values.length / width;
  if (rows <= ORDER) return;
  const matrix = createBanded(rows, ORDER);
  for (let i = 0; i < rows; i++) matrix.entries[bandIndex(ORDER, i, i)] = weight[i] + REGULAR;
  for (let i = 0; i + ORDER < rows; i++) {
    for (let a = 0; a <= ORDER; a++) {
      for (let b = 0; b <= a; b++) {
        matrix.entries[bandIndex(ORDER, i + a, i + b)] += strength[i] * DIFFERENCE[a] * DIFFERENCE[b];
      }
    }
  }
  // Rows are solved for their change, so that weightless rows keep near what they were where nothing else decides.
  const change = new Float64Array(values.length);
  for (let i = 0; i + ORDER < rows; i++) {
    for (let c = 0; c < width; c++) {
      let third = 0;
      for (let a = 0; a <= ORDER; a++) third += DIFFERENCE[a] * values[(i + a) * width + c];
      for (let a = 0; a <= ORDER; a++) change[(i + a) * width + c] -= strength[i] * DIFFERENCE[a] * third;
    }
  }
  if (factorBanded(matrix) >= 0) return;
  solveBanded(matrix, change, width);
  for (let k = 0; k < values.length; k++) values[k] += change[k];
}
