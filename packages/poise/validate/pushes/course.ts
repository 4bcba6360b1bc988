/** How the CoM goes along a push, as the table of captured pushes defines it. */
import type { Tracks } from './steps.ts';

const STOPPED = 0.05; // [m/s]; some answers come to rest without turning back. How the table of people defines its stop is not written there

export interface Course {
  readonly onset: number; // frame
  readonly peak: number; // frame
  readonly stop: number; // frame
  readonly fastest: number; // [m/s]
  readonly travel: number; // [m] from onset to stop
}

/** Onset at 7 % of the greatest speed after `time` (at least 4 cm/s), peak, the first stop after it. Frames between frames by straight lines. */
export function courseOf({ com }: Tracks, [x, z]: readonly [number, number], time: number, rate: number): Course {
  const frames = com.length / 3;
  const at = (f: number): number => com[3 * f] * x + com[3 * f + 2] * z;
  const speed = Float64Array.from({ length: frames }, (_, f) => {
    const [a, b] = [Math.max(0, f - 1), Math.min(frames - 1, f + 1)];
    return ((at(b) - at(a)) / (b - a)) * rate;
  });
  let peak = Math.round(time * rate);
  for (let f = peak; f < frames; f++) if (speed[f] > speed[peak]) peak = f;
  const least = Math.max(0.04, 0.07 * speed[peak]);
  let onset = peak;
  while (onset > 0 && speed[onset - 1] > least) onset--;
  let stop = peak;
  while (stop < frames - 1 && speed[stop] > STOPPED) stop++;
  return { onset, peak, stop, fastest: speed[peak], travel: at(stop) - at(onset) };
}
