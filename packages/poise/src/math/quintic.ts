/** Offsets that die out: the quintic from x₀, moving with v₀ and accelerating by a₀, to rest at zero after t₁. */
import { power } from './power.ts';

/** a₀ [m/s²] so that it does not swing to the other side: one that leads home at the start would. (Bollo, "Inertialization", GDC 2018.) */
export function gentleStart(x0: number, v0: number, t1: number): number {
  const a0 = (-8 * v0 * t1 - 20 * x0) / (t1 * t1);
  return a0 * x0 < 0 ? 0 : a0;
}

/** out (3) = factors of t⁵, t⁴ and t³; those of t², t and 1 are a₀/2, v₀ and x₀. */
export function quinticFactors(out: Float64Array, x0: number, v0: number, a0: number, t1: number): void {
  out[0] = -(a0 * t1 * t1 + 6 * v0 * t1 + 12 * x0) / (2 * power(t1, 5));
  out[1] = (3 * a0 * t1 * t1 + 16 * v0 * t1 + 30 * x0) / (2 * power(t1, 4));
  out[2] = -(3 * a0 * t1 * t1 + 12 * v0 * t1 + 20 * x0) / (2 * power(t1, 3));
}
