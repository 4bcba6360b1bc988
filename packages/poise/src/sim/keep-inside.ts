/** Points kept inside a convex piece of ground. */
import { length2 } from '../math/length2.ts';
import { signedDistance } from '../math/polygon.ts';

/** Corners x, z from `start` on, and a point in the middle. */
export interface Region {
  readonly points: Float64Array;
  readonly start: number;
  readonly count: number;
  readonly centre: Float64Array;
}

const nearest = new Float64Array(2);

/** Moves a point into the region drawn in by a margin [m]; false if it was there already. */
export function keepInside(point: Float64Array, { points, start, count, centre }: Region, margin: number): boolean {
  const inside = signedDistance(nearest, points, start, count, point[0], point[1]);
  if (inside >= margin) return false;
  const cx = centre[0];
  const cz = centre[1];
  const away = length2(nearest[0] - cx, nearest[1] - cz);
  if (inside < 0) point.set(nearest);
  const share = Math.min(1, Math.max(0, margin - Math.max(0, inside)) / Math.max(away, 1e-6));
  point[0] += share * (cx - point[0]);
  point[1] += share * (cz - point[1]);
  return true;
}
