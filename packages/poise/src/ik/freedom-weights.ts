/**
 * The diagonal part of docs/ik.md (E1): preferred x̄ and D⁻¹, and what limits do to them along a direction g in the three
 * freedoms of one joint. With s = gᵀD⁻¹g, making D heavier by a factor 1 + κ along g is
 * D⁻¹ −= κ/(1+κ) (D⁻¹g)(D⁻¹g)ᵀ/s; κ → ∞ takes the direction out: the joint then cannot move along g.
 */
import type { LimitRows } from './limit-rows.ts';

export interface FreedomWeights {
  readonly preferred: Float64Array; // nv  x̄
  readonly inverse: Float64Array; // nv/3 × 9: 3×3 blocks of D⁻¹, row-major, symmetric
  readonly isFull: Uint8Array; // nv/3  1 where a block is more than a diagonal
  readonly free: Float64Array; // nv/3  trace of each block before limits touched it
  readonly along: Float64Array; // D⁻¹g (3), s = gᵀD⁻¹g
}

export function createFreedomWeights(nv: number): FreedomWeights {
  return {
    preferred: new Float64Array(nv),
    inverse: new Float64Array(3 * nv),
    isFull: new Uint8Array(nv / 3),
    free: new Float64Array(nv / 3),
    along: new Float64Array(4),
  };
}

/** Where D⁻¹ of freedom i stands: block ⌊i/3⌋, entry 4 (i mod 3). */
export const diagonalAt = (i: number): number => 3 * i + (i % 3);

export function copyFreedomWeights(out: FreedomWeights, from: FreedomWeights): void {
  out.preferred.set(from.preferred);
  out.inverse.set(from.inverse);
  out.isFull.set(from.isFull);
  out.free.set(from.free);
}

/** gᵀD⁻¹g below this share of |g|² and of what the joint had at first: the direction has been taken out already. */
const TAKEN_OUT = 1e-9;

/** Writes D⁻¹g and s of a limit row into weights.along; false when the joint cannot move along it any more. */
export function lookAlong({ inverse, free, along }: FreedomWeights, rows: LimitRows, row: number): boolean {
  const block = rows.joint[row] + 1;
  const { direction } = rows;
  const x = direction[3 * row];
  const y = direction[3 * row + 1];
  const z = direction[3 * row + 2];
  const i = 9 * block;
  along[0] = inverse[i] * x + inverse[i + 1] * y + inverse[i + 2] * z;
  along[1] = inverse[i + 3] * x + inverse[i + 4] * y + inverse[i + 5] * z;
  along[2] = inverse[i + 6] * x + inverse[i + 7] * y + inverse[i + 8] * z;
  along[3] = x * along[0] + y * along[1] + z * along[2];
  return along[3] > TAKEN_OUT * (x * x + y * y + z * z) * free[block];
}

/** out[row] = g · x for every limit row. An array, because a single number as a result may be put on the heap. */
export function writeRates(out: Float64Array, rows: LimitRows, x: Float64Array): void {
  const { joint, direction, count } = rows;
  for (let row = 0; row < count; row++) {
    const o = 3 * (joint[row] + 1);
    const d = 3 * row;
    out[row] = direction[d] * x[o] + direction[d + 1] * x[o + 1] + direction[d + 2] * x[o + 2];
  }
}

/** Moves x̄ so that g · x̄ = bounds[row], by the least change in the metric of D; with 'if-below' or 'if-above' only where it
 *  is on that side of it. Needs lookAlong. */
export function preferRate(
  { preferred, along }: FreedomWeights,
  { joint, direction }: LimitRows,
  row: number,
  bounds: Float64Array,
  when: 'always' | 'if-below' | 'if-above' = 'always',
): void {
  const o = 3 * (joint[row] + 1);
  const d = 3 * row;
  const rate = direction[d] * preferred[o] + direction[d + 1] * preferred[o + 1] + direction[d + 2] * preferred[o + 2];
  const bound = bounds[row];
  if ((when === 'if-below' && rate >= bound) || (when === 'if-above' && rate <= bound)) return;
  const t = (bound - rate) / along[3];
  preferred[o] += t * along[0];
  preferred[o + 1] += t * along[1];
  preferred[o + 2] += t * along[2];
}

/** Makes D heavier along g by the row's growth, or takes the direction out. Needs lookAlong. */
export function stiffen(
  { inverse, isFull, along }: FreedomWeights,
  rows: LimitRows,
  row: number,
  how: 'by-growth' | 'take-out',
): void {
  const block = rows.joint[row] + 1;
  const growth = rows.growth[row];
  const share = (how === 'take-out' ? 1 : growth / (1 + growth)) / along[3];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) inverse[9 * block + 3 * r + c] -= share * along[r] * along[c];
  }
  isFull[block] = 1;
}
