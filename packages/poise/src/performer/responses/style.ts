/** Small differences from one response to the next, by seed (docs/performer.md). */
import { createRng, uniform } from '../../math/random.ts';

export interface ResponseStyle {
  readonly reaction: number; // [s] later than the mean
  readonly lean: number; // times
  readonly arms: readonly [left: number, right: number]; // times
  readonly elbows: readonly [left: number, right: number]; // [deg] more
  readonly late: readonly [left: number, right: number]; // [s] the arms come later by this
  readonly settle: number; // times: how long coming back takes
  readonly look: number; // [deg] the head turns aside a little
}

export function responseStyle(seed: number): ResponseStyle {
  const rng = createRng(4099 * Math.round(seed) + 31);
  const around = (middle: number, by: number): number => middle + uniform(rng, -by, by);
  return {
    reaction: around(0, 0.015),
    lean: around(1, 0.15),
    arms: [around(1, 0.2), around(1, 0.2)],
    elbows: [around(3, 6), around(3, 6)],
    late: [around(0.015, 0.03), around(0.015, 0.03)],
    settle: around(1, 0.1),
    look: around(0, 3),
  };
}
