/** Roots and minima of functions of one variable, safeguarded: the bracket never grows, the number of calls is bounded. */

export interface ScalarOptions {
  readonly tolerance: number; // width of the bracket at which x is good enough
  readonly iterations: number;
}

const ROOT_DEFAULTS: ScalarOptions = { tolerance: 1e-12, iterations: 200 };

export interface RootOutcome {
  readonly status: 'solved' | 'no-bracket' | 'stalled'; // no-bracket: f has one sign at both ends, or is not a number there
  readonly x: number; // best argument met, whatever the status
  readonly value: number; // f(x)
  readonly iterations: number;
}

/** A root of f between a and b by Brent's method (1973): inverse interpolation while it shrinks the bracket fast, else
 *  bisection.
 *
 * ```ts
 * const { status, x } = findRoot((pitch) => legLengthAt(pitch) - reach, 0, 1);
 * ```
 */
export function findRoot(
  f: (x: number) => number,
  a: number,
  b: number,
  options: Partial<ScalarOptions> = {},
): RootOutcome {
  const { tolerance, iterations } = { ...ROOT_DEFAULTS, ...options };
  let best = b; // best estimate, its other side of the bracket, the estimate before
  let other = a;
  let before = a;
  let fBest = f(b);
  let fOther = f(a);
  let fBefore = fOther;
  if (!(fBest * fOther <= 0)) {
    const left = Math.abs(fOther) < Math.abs(fBest) || Number.isNaN(fBest);
    return { status: 'no-bracket', x: left ? a : b, value: left ? fOther : fBest, iterations: 0 };
  }
  let last = b - a; // the last two moves
  let lastButOne = last;
  for (let iteration = 1; iteration <= iterations; iteration++) {
    if (Math.abs(fOther) < Math.abs(fBest)) {
      [before, best, other] = [best, other, best];
      [fBefore, fBest, fOther] = [fBest, fOther, fBest];
    }
    const half = 0.5 * (other - best);
    const least = 2 * Number.EPSILON * Math.abs(best) + 0.5 * tolerance;
    if (Math.abs(half) <= least || fBest === 0)
      return { status: 'solved', x: best, value: fBest, iterations: iteration };
    let move = interpolated(best, before, other, fBest, fBefore, fOther);
    // keep an interpolated step only if it stays in the bracket and shrinks faster than bisection did
    const inside = move * half > 0 && Math.abs(move) < 1.5 * Math.abs(half) - 0.5 * least;
    if (Math.abs(lastButOne) < least || !inside || Math.abs(move) >= 0.5 * Math.abs(lastButOne)) {
      move = half;
      last = half;
    }
    lastButOne = last;
    last = move;
    before = best;
    fBefore = fBest;
    best += Math.abs(move) > least ? move : Math.sign(half) * least;
    fBest = f(best);
    if (Number.isNaN(fBest)) return { status: 'stalled', x: before, value: fBefore, iterations: iteration };
    if (fBest * fOther > 0) {
      other = before;
      fOther = fBefore;
    }
  }
  return { status: 'stalled', x: best, value: fBest, iterations };
}

/** Step from `best` to the root of the line through two points or of the inverse parabola through three. */
function interpolated(
  best: number,
  before: number,
  other: number,
  fBest: number,
  fBefore: number,
  fOther: number,
): number {
  const s = fBest / fBefore;
  if (before === other || fBefore === fOther) return ((other - best) * fBest) / (fBest - fOther);
  const q = fBefore / fOther;
  const r = fBest / fOther;
  const p = s * ((other - best) * q * (q - r) - (best - before) * (r - 1));
  return -p / ((q - 1) * (r - 1) * (s - 1));
}

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A local minimum of f between a and b by golden section: f(x) and an x whose bracket is as narrow as asked for. Exact for
 *  functions with one valley. About √ε relative is the best that values of f can tell. */
export function goldenSection(
  f: (x: number) => number,
  a: number,
  b: number,
  options: Partial<ScalarOptions> = {},
): { readonly x: number; readonly value: number; readonly iterations: number } {
  const { tolerance, iterations } = { tolerance: 1e-8, iterations: 200, ...options };
  let low = Math.min(a, b);
  let high = Math.max(a, b);
  let left = high - GOLDEN * (high - low);
  let right = low + GOLDEN * (high - low);
  let fLeft = f(left);
  let fRight = f(right);
  let iteration = 0;
  while (high - low > tolerance && iteration < iterations) {
    iteration++;
    if (fLeft <= fRight || Number.isNaN(fRight)) {
      high = right;
      right = left;
      fRight = fLeft;
      left = high - GOLDEN * (high - low);
      fLeft = f(left);
    } else {
      low = left;
      left = right;
      fLeft = fRight;
      right = low + GOLDEN * (high - low);
      fRight = f(right);
    }
  }
  return fLeft <= fRight
    ? { x: left, value: fLeft, iterations: iteration }
    : { x: right, value: fRight, iterations: iteration };
}
