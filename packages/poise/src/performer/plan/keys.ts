/** Curves that people's joints follow: sums of minimum-jerk moves, which may overlap (C2 everywhere). */

/** 0 before 0, 1 after 1, minimum jerk between: the quintic whose speed and acceleration vanish at both ends. */
export function minimumJerk(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  return u * u * u * (10 - 15 * u + 6 * u * u);
}

/** A change to a new value. `skew` in −0.9…0.9: positive moves peak early (a strike), negative late (a careful lift). */
export interface Move {
  readonly at: number; // [s] when it starts
  readonly lasts: number; // [s]
  readonly to: number; // value when it and all before it are done
  readonly skew?: number;
}

export type Track = (t: number) => number;

/** Starts at `from`; each move adds its own share of change, so that a move may start before the last has ended.
 *
 * ```ts
 * const knee = track(5, { at: 0.5, lasts: 1, to: 110 }, { at: 1.9, lasts: 1.2, to: 5 });
 * ```
 */
export function track(from: number, ...moves: readonly Move[]): Track {
  let before = from;
  const changes = moves.map(({ at, lasts, to, skew = 0 }) => {
    const by = to - before;
    before = to;
    return { at, lasts, by, skew };
  });
  return (t) => {
    let value = from;
    for (const { at, lasts, by, skew } of changes) {
      const u = Math.min(1, Math.max(0, (t - at) / lasts));
      value += by * minimumJerk(u + skew * u * (1 - u));
    }
    return value;
  };
}

/** A move that goes a little too far and comes back: how limbs settle. `over`: share of the way. */
export function settling(from: number, move: Move, over = 0.05, back = 0.45): readonly Move[] {
  const far = move.to + over * (move.to - from);
  return [
    { ...move, to: far },
    { at: move.at + 0.8 * move.lasts, lasts: back, to: move.to },
  ];
}

/** The same curve later [s]: what follows something else. */
export const delayed =
  (curve: Track, by: number): Track =>
  (t) =>
    curve(t - by);
