/** How far a foot is from where the clip has it, over the floor: still while it stands, a smooth way to the next place while it
 *  swings. A new goal in mid-air goes on from where the foot is, as fast as it is. */

/** One axis: quintic from (x0, v0, a0) at `start` to rest at x1 at `end`. */
interface Way {
  readonly x0: number;
  readonly v0: number;
  readonly a0: number;
  readonly x1: number;
}

export interface SwingOffset {
  readonly start: number; // [s]
  readonly end: number; // [s]
  readonly x: Way;
  readonly z: Way;
}

export const standingOffset = (x: number, z: number): SwingOffset => {
  const still = (x0: number): Way => ({ x0, v0: 0, a0: 0, x1: x0 });
  return { start: 0, end: 0, x: still(x), z: still(z) };
};

/** Value, rate and second rate at time t. */
function wayAt({ x0, v0, a0, x1 }: Way, start: number, end: number, t: number): readonly [number, number, number] {
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

/** Where the offset is at time t. */
export const offsetAt = (offset: SwingOffset, t: number): readonly [x: number, z: number] => [
  wayAt(offset.x, offset.start, offset.end, t)[0],
  wayAt(offset.z, offset.start, offset.end, t)[0],
];

/** The same foot, now on its way to another place, where it is to be at `end`. */
export function redirected(
  offset: SwingOffset,
  t: number,
  to: readonly [x: number, z: number],
  end: number,
): SwingOffset {
  const unchanged =
    Math.abs(offset.x.x1 - to[0]) + Math.abs(offset.z.x1 - to[1]) < 1e-9 && Math.abs(offset.end - end) < 1e-9;
  if (unchanged) return offset;
  const axis = (way: Way, x1: number): Way => {
    const [x0, v0, a0] = wayAt(way, offset.start, offset.end, t);
    return { x0, v0, a0, x1 };
  };
  return { start: t, end, x: axis(offset.x, to[0]), z: axis(offset.z, to[1]) };
}
