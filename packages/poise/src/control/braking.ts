/**
 * How something that comes near a bound must be braked at the least. It may come near at ω times its distance; beyond that speed it is braked at the
 * rate κ, slower it may do what it likes. Never is it braked harder than by the constant braking that stops it at the bound: a foot that comes down to
 * rest, or a knee that stretches for a landing, does just that.
 *
 *   d̈ ≥ −ω ḋ − κ (ḋ + ω d), or d̈ ≥ ḋ²/2d where that asks for less
 */

/** Least acceleration away from a bound that is `gap` away, for something that moves away from it at `rate`; `near`: ω, `quick`: κ [1/s]. */
export function leastBraking(gap: number, rate: number, near: number, quick: number): number {
  const held = -near * quick * gap - (near + quick) * rate;
  return gap > 0 ? Math.min(held, (rate * rate) / (2 * gap)) : held;
}
