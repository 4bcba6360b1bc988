/**
 * Convex polygons on the ground, as flat (x, z) pairs at a place inside an array. A polygon may have any number of
 * points: one is a point, two a segment. Points turn from +x towards +z.
 */
import type { ReadonlyVector } from './types.ts';

/** Sorts `count` (x, z) pairs by x, then z, in place. Insertion sort: a foot has a dozen points. */
function sortPairs(points: Float64Array, count: number): void {
  for (let i = 1; i < count; i++) {
    const x = points[2 * i];
    const z = points[2 * i + 1];
    let j = i - 1;
    while (j >= 0 && (points[2 * j] > x || (points[2 * j] === x && points[2 * j + 1] > z))) {
      points[2 * j + 2] = points[2 * j];
      points[2 * j + 3] = points[2 * j + 1];
      j--;
    }
    points[2 * j + 2] = x;
    points[2 * j + 3] = z;
  }
}

/** Is the turn a→b→c from +x towards +z (positive), straight (0) or the other way? */
const turn = (h: ReadonlyVector, a: number, b: number, x: number, z: number): number =>
  (h[b] - h[a]) * (z - h[a + 1]) - (h[b + 1] - h[a + 1]) * (x - h[a]);

/** Convex hull of `count` (x, z) pairs (Andrew's monotone chain). Sorts `points` in place, writes the hull to `out` at
 *  `o` (room for count + 1 pairs), returns the number of hull points. Does not allocate. */
export function convexHull(out: Float64Array, o: number, points: Float64Array, count: number): number {
  if (count === 0) return 0;
  sortPairs(points, count);
  let size = 0;
  // Lower chain left to right, then upper chain right to left; both drop points that turn the wrong way.
  for (let pass = 0; pass < 2; pass++) {
    const floor = size;
    for (let k = 0; k < count; k++) {
      const i = pass === 0 ? k : count - 1 - k;
      const x = points[2 * i];
      const z = points[2 * i + 1];
      while (size >= floor + 2 && turn(out, o + 2 * (size - 2), o + 2 * (size - 1), x, z) <= 0) size--;
      out[o + 2 * size] = x;
      out[o + 2 * size + 1] = z;
      size++;
    }
    size--; // the last point starts the other chain
  }
  if (size === 2 && out[o] === out[o + 2] && out[o + 1] === out[o + 3]) return 1; // all points are the same
  return Math.max(1, size);
}

/** Distance from (x, z) to the polygon's edge: positive inside, negative outside. The nearest point of the polygon (the
 *  point itself when inside) is written to `nearest` (2). NaN for an empty polygon. */
export function signedDistance(
  nearest: Float64Array,
  polygon: ReadonlyVector,
  start: number,
  count: number,
  x: number,
  z: number,
): number {
  if (count === 0) return Number.NaN;
  let inside = count > 2;
  let best = Number.POSITIVE_INFINITY;
  let nearestX = x;
  let nearestZ = z;
  for (let k = 0; k < count; k++) {
    const a = start + 2 * k;
    const b = start + 2 * ((k + 1) % count);
    const ex = polygon[b] - polygon[a];
    const ez = polygon[b + 1] - polygon[a + 1];
    const px = x - polygon[a];
    const pz = z - polygon[a + 1];
    if (ex * pz - ez * px < 0) inside = false;
    // Nearest point on this edge.
    const length2 = ex * ex + ez * ez;
    const u = length2 > 0 ? Math.min(1, Math.max(0, (px * ex + pz * ez) / length2)) : 0;
    const dx = px - u * ex;
    const dz = pz - u * ez;
    const distance2 = dx * dx + dz * dz;
    if (distance2 < best) {
      best = distance2;
      nearestX = polygon[a] + u * ex;
      nearestZ = polygon[a + 1] + u * ez;
    }
  }
  nearest[0] = inside ? x : nearestX;
  nearest[1] = inside ? z : nearestZ;
  return inside ? Math.sqrt(best) : -Math.sqrt(best);
}

/** Area of a polygon [m²]. */
export function polygonArea(polygon: ReadonlyVector, start: number, count: number): number {
  let twice = 0;
  for (let k = 0; k < count; k++) {
    const a = start + 2 * k;
    const b = start + 2 * ((k + 1) % count);
    twice += polygon[a] * polygon[b + 1] - polygon[a + 1] * polygon[b];
  }
  return twice / 2;
}
