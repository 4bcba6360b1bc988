/**
 * An offset that dies away without a jolt: quintic from (x0, v0) at 0 to rest. Its time is shortened, to the half at most, where the
 * offset is going home by itself: one that hurries home from near swings through.
 */
import { gentleStart, quinticFactors } from './quintic.ts';

/** [s] until it is at home and at rest, if it is going there by itself. */
const homeIn = (x0: number, v0: number): number => (x0 * v0 < 0 ? (-5 * x0) / v0 : Infinity);

const START = 3; // of the factors: the acceleration at 0
const factors = new Float64Array(4);

/** Writes the factors; returns the time [s] until the offset is gone, at most `longest`. */
function prepare(x0: number, v0: number, longest: number): number {
  const home = homeIn(x0, v0);
  const end = Math.max(longest / 2, Math.min(longest, home));
  factors[START] = home < end ? 0 : gentleStart(x0, v0, end);
  quinticFactors(factors, x0, v0, factors[START], end);
  return end;
}

/** What is left of x0 after t. */
export function settle(x0: number, v0: number, longest: number, t: number): number {
  if (!(t < prepare(x0, v0, longest))) return 0;
  return x0 + t * (v0 + t * (factors[START] / 2 + t * (factors[2] + t * (factors[1] + t * factors[0]))));
}

/** Its rate after t. */
export function settleRate(x0: number, v0: number, longest: number, t: number): number {
  if (!(t < prepare(x0, v0, longest))) return 0;
  return v0 + t * (factors[START] + t * (3 * factors[2] + t * (4 * factors[1] + t * 5 * factors[0])));
}
