/** Small differences between people, from a seed. Seed 0 is the mean person. */
import { createRng, normal } from '../../math/random.ts';

export interface Style {
  readonly pace: number; // gain of the step rate
  readonly width: number; // gain of the step width
  readonly toeOut: number; // [rad]
  readonly lean: number; // [rad] of the chest, forward +
  readonly head: number; // [rad] mean pitch
  readonly twist: number; // gain of pelvis and chest rotation
  readonly arms: readonly [left: number, right: number]; // gain of the arm swing
}

const DEGREE = Math.PI / 180;

/** The style of a seed. Deviations stay within two of their standard deviations. */
export function styleOf(seed: number, toeOut: number): Style {
  const rng = createRng(seed);
  const draw = (deviation: number): number => (seed === 0 ? 0 : deviation * Math.min(2, Math.max(-2, normal(rng))));
  const arms = 1 + draw(0.12);
  const uneven = draw(0.06);
  return {
    pace: 1 + draw(0.012),
    width: 1 + draw(0.08),
    toeOut: toeOut + draw(2 * DEGREE),
    lean: draw(1 * DEGREE),
    head: draw(1.5 * DEGREE),
    twist: 1 + draw(0.1),
    arms: [arms + uneven, arms - uneven],
  };
}
