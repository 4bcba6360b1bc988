/** Powers and tanh by +, ×, ÷, exp and log alone. Engines compute `**` and Math.tanh differently in the last bit, so results would differ. */

const MOST_FACTORS = 64;

/** xⁿ. Whole n up to 64 by repeated squaring, any other n as e^(n log x), for x ≥ 0. */
export function power(x: number, n: number): number {
  if (!Number.isInteger(n) || Math.abs(n) > MOST_FACTORS) return Math.exp(n * Math.log(x));
  let result = 1;
  let square = x;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square;
    square *= square;
  }
  return n < 0 ? 1 / result : result;
}

/** The hyperbolic tangent, within 3e-16. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  // below 1e-3 the difference from x is less than rounding once x³/3 is taken off
  if (size < 1e-3) return x * (1 - (x * x) / 3 + (2 * x * x * x * x) / 15);
  const shrunk = Math.exp(-2 * size);
  return (Math.sign(x) * (1 - shrunk)) / (1 + shrunk);
}
