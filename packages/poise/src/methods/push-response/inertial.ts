/**
 * Offsets that die out: at a change of motion the difference between old and new is kept, with its speed, and taken away by a
 * quintic within t₁. Value, slope and curvature vanish there. (Bollo, "Inertialization", GDC 2018.) Deviates: t₁ grows until the
 * quintic asks for no more acceleration than is allowed.
 */
import { gentleStart, quinticFactors } from '../../math/quintic.ts';

const ROW = 5; // x₀ v₀ a₀ t₁ — and whether it is at work
/** t₁ is never cut below this share: an offset near zero that moves fast would end in a jerk. */
const LEAST_SHARE = 0.6;
const LONGER = 1.15; // t₁ grows by this …
const LONGEST = 1.2; // [s] … up to this
const LOOKS = 10; // places at which the acceleration is looked at

export interface InertialOffsets {
  readonly count: number;
  readonly rows: Float64Array; // count × ROW
}

export const createOffsets = (count: number): InertialOffsets => ({ count, rows: new Float64Array(count * ROW) });

/** Starts offset k at x0 moving with v0, to vanish within `duration` [s], or later where that takes more acceleration than `most`. */
export function startOffset(
  { rows }: InertialOffsets,
  k: number,
  x0: number,
  v0: number,
  duration: number,
  most = Number.POSITIVE_INFINITY,
): void {
  const o = k * ROW;
  let t1 = duration;
  if (x0 * v0 < 0) t1 = Math.max(LEAST_SHARE * t1, Math.min(t1, (-5 * x0) / v0));
  t1 = gentleTime(x0, v0, t1, most);
  rows[o] = x0;
  rows[o + 1] = v0;
  rows[o + 2] = firstAcceleration(x0, v0, t1, most);
  rows[o + 3] = t1;
  rows[o + 4] = t1 > 0 && (x0 !== 0 || v0 !== 0) ? 1 : 0;
}

/** a₀: as Bollo chooses it, so that nothing overshoots, but no more than `most`. */
function firstAcceleration(x0: number, v0: number, t1: number, most: number): number {
  return t1 > 0 ? Math.max(-most, Math.min(most, gentleStart(x0, v0, t1))) : 0;
}

/** Time [s], from `least` on, within which an offset dies out with no more acceleration than `most`. */
export function gentleTime(x0: number, v0: number, least: number, most: number): number {
  if (!(most < Number.POSITIVE_INFINITY) || (x0 === 0 && v0 === 0)) return least;
  let t1 = Math.max(1e-3, least);
  while (t1 < LONGEST && peakAcceleration(x0, v0, t1, most) > 1.05 * most) t1 *= LONGER;
  return Math.max(least, Math.min(LONGEST, t1));
}

function peakAcceleration(x0: number, v0: number, t1: number, most: number): number {
  const a0 = firstAcceleration(x0, v0, t1, most);
  quinticFactors(factors, x0, v0, a0, t1);
  let peak = Math.abs(a0);
  for (let k = 1; k < LOOKS; k++) {
    const t = (k / LOOKS) * t1;
    peak = Math.max(peak, Math.abs(((20 * factors[0] * t + 12 * factors[1]) * t + 6 * factors[2]) * t + a0));
  }
  return peak;
}

const factors = new Float64Array(3);

/** Offset k, t seconds after its start. */
export function offsetAt({ rows }: InertialOffsets, k: number, t: number): number {
  const o = k * ROW;
  if (rows[o + 4] === 0) return 0;
  const t1 = rows[o + 3];
  if (t >= t1) return 0;
  quinticFactors(factors, rows[o], rows[o + 1], rows[o + 2], t1);
  return ((((factors[0] * t + factors[1]) * t + factors[2]) * t + rows[o + 2] / 2) * t + rows[o + 1]) * t + rows[o];
}

export const clearOffsets = ({ rows }: InertialOffsets): void => {
  rows.fill(0);
};

/** Is anything left, t seconds after the start? */
export function isOver({ rows, count }: InertialOffsets, t: number): boolean {
  for (let k = 0; k < count; k++) if (rows[k * ROW + 4] !== 0 && t < rows[k * ROW + 3]) return false;
  return true;
}

/** [s] after the start when nothing is left. */
export function endOf({ rows, count }: InertialOffsets): number {
  let end = 0;
  for (let k = 0; k < count; k++) if (rows[k * ROW + 4] !== 0) end = Math.max(end, rows[k * ROW + 3]);
  return end;
}
