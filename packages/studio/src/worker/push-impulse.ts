import type { ForceTrack, Vec3 } from 'poise';

/** Integral of the force over time [N·s], world axes. */
export function impulseOf({ time, force }: ForceTrack): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 1; i < time.length; i++) {
    const half = (time[i]! - time[i - 1]!) / 2;
    for (let k = 0; k < 3; k++) sum[k]! += half * (force[3 * i + k]! + force[3 * i - 3 + k]!);
  }
  return sum;
}
