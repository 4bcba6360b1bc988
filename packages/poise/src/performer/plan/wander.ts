/** Curves of what never holds still: slow noise, small moves now and then, breath. All of them repeat with a period. */
import { normal, type Rng, uniform } from '../../math/random.ts';
import { type Move, type Track, track } from './keys.ts';

/** Slow noise of an RMS: harmonics first…last of the period [s], amplitudes falling as 1/f, as people's sway does. */
export function wander(rng: Rng, period: number, rms: number, first = 1, last = 9): Track {
  const waves = Array.from({ length: last - first + 1 }, (_, k) => ({
    rate: (2 * Math.PI * (first + k)) / period,
    size: uniform(rng, 0.7, 1.3) / (first + k),
    phase: uniform(rng, 0, 2 * Math.PI),
  }));
  const power = waves.reduce((total, { size }) => total + size ** 2 / 2, 0);
  const scale = rms / Math.sqrt(power);
  return (t) => scale * waves.reduce((total, { rate, size, phase }) => total + size * Math.sin(rate * t + phase), 0);
}

/** A part that is moved to another place now and then, and left there: `count` moves in a period [s] between places of a
 *  deviation. Limbs at rest do this; noise alone would look as if they swam. */
export function fidget(rng: Rng, period: number, deviation: number, count: number): Track {
  const place = (): number => deviation * Math.min(2, Math.max(-2, normal(rng)));
  const first = place();
  const each = period / count;
  const moves = Array.from({ length: count }, (_, k): Move => {
    const lasts = uniform(rng, 0.3, 0.5) * each;
    return [k * each + uniform(rng, 0, each - lasts), lasts, k === count - 1 ? first : place(), 0.2];
  });
  const once = track(first, ...moves);
  return (t) => once(t - period * Math.floor(t / period));
}

/** −1…1, in with the ribs quicker than out; the first breath begins at `start` [s], each lasts `breath` [s]. */
export function breathing(start: number, breath: number): Track {
  const rate = (2 * Math.PI) / breath;
  return (t) => {
    const phase = rate * (t - start);
    return Math.sin(phase + 0.35 * Math.sin(phase));
  };
}

export const sum =
  (...tracks: readonly Track[]): Track =>
  (t) =>
    tracks.reduce((total, curve) => total + curve(t), 0);
