/** Balls from everywhere, at random: the same seed throws the same volley. */
import { createRng, uniform } from 'poise/dynamics';
import { PLACES, type Place } from '../shared/places.ts';

export interface PlannedThrow {
  readonly wait: number; // [s] after the one before
  readonly angle: number; // [rad] it comes from, about the vertical, seen from where the person goes; 0 from ahead, left +
  readonly at: Place;
  readonly strength: number; // of the set speed
}

export function planVolley(count: number, seed: number): readonly PlannedThrow[] {
  const rng = createRng(seed);
  return Array.from({ length: count }, (_, k) => ({
    wait: k === 0 ? 0.2 : uniform(rng, 0.9, 2.2),
    angle: uniform(rng, -Math.PI, Math.PI),
    at: PLACES[Math.min(PLACES.length - 1, Math.floor(uniform(rng, 0, PLACES.length)))]!,
    strength: uniform(rng, 0.6, 1.1),
  }));
}
