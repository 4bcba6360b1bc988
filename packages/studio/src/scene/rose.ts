/** A rose of push limits on the floor: which one counts, and where its corners lie. */
import type { PushLimits } from '../worker/limits-api.ts';

export const PUSH_LIMITS = 'push-limits'; // id of the overlay

/** [m] on the floor for one N·s: the rings lie half a metre and a metre away. The legend tells them. */
export const SCALE = 0.01;
export const RINGS = [50, 100] as const; // [N·s]

/** The moment of `limits` whose pushes count at a time [s]: the nearest. */
export function nearestRose(limits: PushLimits, time: number): number {
  let near = 0;
  for (let i = 1; i < limits.length; i++)
    if (Math.abs(limits[i]!.time - time) < Math.abs(limits[near]!.time - time)) near = i;
  return near;
}

/** Corners (x, z) [m] of a rose about a place on the floor: sizes [N·s] from forward over the left. Pushes point to where they push. */
export function rosePoints(
  out: Float64Array,
  sizes: readonly number[],
  x: number,
  z: number,
  forwardX: number,
  forwardZ: number,
): void {
  for (let i = 0; i < sizes.length; i++) {
    const angle = (2 * Math.PI * i) / sizes.length;
    const [ahead, aside] = [SCALE * sizes[i]! * Math.cos(angle), SCALE * sizes[i]! * Math.sin(angle)];
    out[2 * i] = x + ahead * forwardX + aside * forwardZ; // left of (x, z) is (z, −x)
    out[2 * i + 1] = z + ahead * forwardZ - aside * forwardX;
  }
}
