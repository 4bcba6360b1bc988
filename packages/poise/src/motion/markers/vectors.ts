/** What marker fits add to math/tuple: points of tracks, directions. */
import { along, dot, norm } from '../../math/tuple.ts';
import type { ReadonlyVector, Vec3 } from '../../math/types.ts';

export const at = (track: ReadonlyVector, frame: number): Vec3 => [
  track[3 * frame],
  track[3 * frame + 1],
  track[3 * frame + 2],
];

/** Unit vector, also of products as small as 1e-9; the fallback where there is no direction. */
export function directionOf(a: Vec3, fallback: Vec3 = [0, 1, 0]): Vec3 {
  const size = norm(a);
  return size > 1e-9 ? [a[0] / size, a[1] / size, a[2] / size] : fallback;
}

/** Part of a at right angles to a unit vector. */
export const reject = (a: Vec3, n: Vec3): Vec3 => along(a, n, -dot(a, n));

/** A track of points, frame by frame. */
export function trackFrom(frames: number, place: (frame: number) => Vec3): Float64Array {
  const out = new Float64Array(3 * frames);
  for (let f = 0; f < frames; f++) out.set(place(f), 3 * f);
  return out;
}
