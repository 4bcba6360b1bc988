/**
 * An offset that dies away without a jolt: quintic from (x0, v0) at 0 to rest. Its time is shortened where the offset is going home
 * by itself.
 */
import { gentleStart, quinticFactors } from './quintic.ts';

/** [s] until it is gone, at most `longest`. */
const endOf = (x0: number, v0: number, longest: number): number =>
  x0 * v0 < 0 ? Math.min(longest, (-5 * x0) / v0) : longest;

const factors = new Float64Array(3);

/** What is left of x0 after t. */
export function settle(x0: number, v0: number, longest: number, t: number): number {
  const end = endOf(x0, v0, longest);
  if (!(t < end)) return 0;
  const a0 = gentleStart(x0, v0, end);
  quinticFactors(factors, x0, v0, a0, end);
  return x0 + t * (v0 + t * (a0 / 2 + t * (factors[2] + t * (factors[1] + t * factors[0]))));
}

/** Its rate after t. */
export function settleRate(x0: number, v0: number, longest: number, t: number): number {
  const end = endOf(x0, v0, longest);
  if (!(t < end)) return 0;
  const a0 = gentleStart(x0, v0, end);
  quinticFactors(factors, x0, v0, a0, end);
  return v0 + t * (a0 + t * (3 * factors[2] + t * (4 * factors[1] + t * 5 * factors[0])));
}
