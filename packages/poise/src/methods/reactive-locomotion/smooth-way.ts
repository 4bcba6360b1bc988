/** A number on its smooth way to another: quintic, from any state to rest. */

/** Quintic from (x0, v0, a0) at `start` to rest at x1 at `end`; x1 from then on. */
export interface Way {
  readonly start: number; // [s]
  readonly end: number; // [s]
  readonly x0: number;
  readonly v0: number;
  readonly a0: number;
  readonly x1: number;
}

export const restAt = (x: number): Way => ({ start: 0, end: 0, x0: x, v0: 0, a0: 0, x1: x });

/** Value, rate and second rate at time t. */
export function wayAt({ start, end, x0, v0, a0, x1 }: Way, t: number): readonly [number, number, number] {
  const T = end - start;
  if (!(t < end) || !(T > 0)) return [x1, 0, 0];
  const u = Math.max(0, (t - start) / T);
  const [d, v, a] = [x1 - x0, v0 * T, a0 * T * T];
  const c3 = 10 * d - 6 * v - 1.5 * a;
  const c4 = -15 * d + 8 * v + 1.5 * a;
  const c5 = 6 * d - 3 * v - 0.5 * a;
  return [
    x0 + u * (v + u * (a / 2 + u * (c3 + u * (c4 + u * c5)))),
    (v + u * (a + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / T,
    (a + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (T * T),
  ];
}

/** From where it is at t, as fast as it is, to another place, at rest there at `end`. */
export function redirectWay(way: Way, t: number, x1: number, end: number): Way {
  if (Math.abs(way.x1 - x1) < 1e-9 && Math.abs(way.end - end) < 1e-9) return way;
  const [x0, v0, a0] = wayAt(way, t);
  return { start: t, end, x0, v0, a0, x1 };
}
