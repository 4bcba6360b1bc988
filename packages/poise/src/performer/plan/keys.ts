/** Curves that people's joints follow: sums of minimum-jerk moves, which may overlap (C2 everywhere). */
import { ease } from '../../math/ease.ts';

/** A change to a new value: when it starts [s], how long it lasts [s], the value when it and all before it are done, and a
 *  skew in −0.9…0.9 (0 when absent): positive moves peak early, as strikes do, negative ones late, as careful lifts do. */
export type Move = readonly [at: number, lasts: number, to: number, skew?: number];

export type Track = (t: number) => number;

/** Starts at `from`; each move adds its own share of change, so that a move may start before the last has ended.
 *
 * ```ts
 * const knee = track(5, [0.5, 1, 110], [1.9, 1.2, 5]); // down at 0.5 s, up at 1.9 s
 * ```
 */
export function track(from: number, ...moves: readonly Move[]): Track {
  let before = from;
  const changes = moves.map(([at, lasts, to, skew = 0]) => {
    const by = to - before;
    before = to;
    return { at, lasts, by, skew };
  });
  return (t) => {
    let value = from;
    for (const { at, lasts, by, skew } of changes) {
      const u = Math.min(1, Math.max(0, (t - at) / lasts));
      value += by * ease(u + skew * u * (1 - u));
    }
    return value;
  };
}

/** A move that goes a little too far and comes back: how limbs settle. `over`: share of the way; `back` [s]. */
export function settling(from: number, [at, lasts, to]: Move, over = 0.05, back = 0.45): readonly Move[] {
  return [
    [at, lasts, to + over * (to - from)],
    [at + 0.8 * lasts, back, to],
  ];
}

/** The same curve later [s]: what follows something else. */
export const delayed =
  (curve: Track, by: number): Track =>
  (t) =>
    curve(t - by);
