/** A number on its smooth way to another: quintic, from any state to rest. */

/** Quintic from (x0, v0, a0) at `start` to rest at x1 at `end`; x1 from then on. Memory: a new goal is written over the old one. */
export interface Way {
  start: number; // [s]
  end: number; // [s]
  x0: number;
  v0: number;
  a0: number;
  x1: number;
}

export const createWay = (): Way => ({ start: 0, end: 0, x0: 0, v0: 0, a0: 0, x1: 0 });

/** At rest at x, always. */
export function restAt(way: Way, x: number): void {
  setWay(way, 0, 0, x, 0, 0, x);
}

/** On its way from a state at `start` to rest at x1 at `end`. */
export function setWay(way: Way, start: number, end: number, x0: number, v0: number, a0: number, x1: number): void {
  way.start = start;
  way.end = end;
  way.x0 = x0;
  way.v0 = v0;
  way.a0 = a0;
  way.x1 = x1;
}

/** Value, rate and second rate at time t into out[0 … 2]. */
export function writeWay(out: Float64Array, { start, end, x0, v0, a0, x1 }: Way, t: number): void {
  const T = end - start;
  if (!(t < end) || !(T > 0)) {
    out[0] = x1;
    out[1] = 0;
    out[2] = 0;
    return;
  }
  const u = Math.max(0, (t - start) / T);
  const d = x1 - x0;
  const v = v0 * T;
  const a = a0 * T * T;
  const c3 = 10 * d - 6 * v - 1.5 * a;
  const c4 = -15 * d + 8 * v + 1.5 * a;
  const c5 = 6 * d - 3 * v - 0.5 * a;
  out[0] = x0 + u * (v + u * (a / 2 + u * (c3 + u * (c4 + u * c5))));
  out[1] = (v + u * (a + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))) / T;
  out[2] = (a + u * (6 * c3 + u * (12 * c4 + u * 20 * c5))) / (T * T);
}

const now = new Float64Array(3);

/** From where it is at t, as fast as it is, to another place, at rest there at `end`. */
export function redirectWay(way: Way, t: number, x1: number, end: number): void {
  if (Math.abs(way.x1 - x1) < 1e-9 && Math.abs(way.end - end) < 1e-9) return;
  writeWay(now, way, t);
  setWay(way, t, end, now[0], now[1], now[2], x1);
}
