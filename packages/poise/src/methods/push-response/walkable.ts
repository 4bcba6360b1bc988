/** Ground that carries, as polygons. */
import { convexHull, signedDistance } from '../../math/polygon.ts';
import type { Point } from './selection.ts';

/** [m] that the middle of a foot keeps from the edge. */
const MARGIN = 0.06;

/** Whether a foot may be put at (x, z); undefined: everywhere. */
export function walkableArea(polygons: readonly (readonly Point[])[]): ((x: number, z: number) => boolean) | undefined {
  if (polygons.length === 0) return undefined;
  const hulls = polygons.map((polygon) => {
    const points = Float64Array.from(polygon.flat());
    const hull = new Float64Array(points.length + 2);
    return { hull, count: convexHull(hull, 0, points, polygon.length) };
  });
  const nearest = new Float64Array(2);
  return (x, z) => hulls.some(({ hull, count }) => signedDistance(nearest, hull, 0, count, x, z) >= MARGIN);
}
