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

/** An angle and its rate, and those of the source: what bounds of joints are told by. */
export interface BoundAngle {
  angle: number; // [rad]
  rate: number; // [rad/s]
  ownAngle: number;
  ownRate: number;
  ownAcceleration: number; // [rad/s²]
}

/** Least acceleration away from a bound of a joint; side 1: a lower one, −1: an upper one. A bound that the source oversteps is where the source is,
 *  and what the source does near it is allowed. */
export function leastFromBound(
  { angle, rate, ownAngle, ownRate, ownAcceleration }: BoundAngle,
  side: 1 | -1,
  limit: number,
  w: number,
): number {
  const follows = side > 0 ? ownAngle < limit : ownAngle > limit;
  const gap = side * (angle - (follows ? ownAngle : limit));
  const least =
    leastBraking(gap, side * (rate - (follows ? ownRate : 0)), w, w) + (follows ? side * ownAcceleration : 0);
  const overstep = follows ? 0 : leastBraking(side * (ownAngle - limit), side * ownRate, w, w) - side * ownAcceleration;
  return overstep > 0 ? least - overstep : least;
}
