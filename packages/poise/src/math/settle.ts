/**
 * An offset that dies away without a jolt: quintic from (x0, v0) at 0 to rest at T. The start's curvature is chosen so that the
 * curve does not swing to the other side, and T is shortened where the offset is going home by itself.
 */

interface Quintic {
  readonly T: number;
  readonly a: number; // ½ a t² …
  readonly A: number; // t⁵
  readonly B: number; // t⁴
  readonly C: number; // t³
}

function quinticOf(x0: number, v0: number, longest: number): Quintic {
  const T = x0 * v0 < 0 ? Math.min(longest, (-5 * x0) / v0) : longest;
  const a = (-8 * v0 * T - 20 * x0) / (T * T);
  // an acceleration towards home at the start would make it swing over to the other side
  const a0 = a * x0 < 0 ? 0 : a;
  return {
    T,
    a: a0,
    A: -(a0 * T * T + 6 * v0 * T + 12 * x0) / (2 * T ** 5),
    B: (3 * a0 * T * T + 16 * v0 * T + 30 * x0) / (2 * T ** 4),
    C: -(3 * a0 * T * T + 12 * v0 * T + 20 * x0) / (2 * T ** 3),
  };
}

/** What is left of x0 after t. */
export function settle(x0: number, v0: number, longest: number, t: number): number {
  const { T, a, A, B, C } = quinticOf(x0, v0, longest);
  if (!(t < T)) return 0;
  return x0 + t * (v0 + t * (a / 2 + t * (C + t * (B + t * A))));
}

/** Its rate after t. */
export function settleRate(x0: number, v0: number, longest: number, t: number): number {
  const { T, a, A, B, C } = quinticOf(x0, v0, longest);
  if (!(t < T)) return 0;
  return v0 + t * (a + t * (3 * C + t * (4 * B + t * 5 * A)));
}
