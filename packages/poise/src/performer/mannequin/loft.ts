/** Surfaces from rings of points: fingers, shoes, heads. */
import { power } from '../../math/power.ts';
import { along, cross, dot, scale, sub } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Surface } from './surface-net.ts';

type Triangle = readonly [number, number, number];

/** Joins rings of equally many points. The first is closed by a fan, the last by a fan or, where it is long and narrow, by a
 *  strip across from its first and last points. Faces outward whichever way the rings turn. */
export function loft(rings: readonly (readonly Vec3[])[], closing: 'fan' | 'strip' = 'fan'): Surface {
  const n = rings[0].length;
  const points: Vec3[] = rings.flat();
  const triangles: Triangle[] = [];
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let k = 0; k < n; k++) {
      const a = ring * n + k;
      const b = ring * n + ((k + 1) % n);
      triangles.push([a, b, b + n], [a, b + n, a + n]);
    }
  }
  const middle = (ring: readonly Vec3[]): Vec3 =>
    scale(
      ring.reduce<Vec3>((sum, p) => along(sum, p, 1), [0, 0, 0]),
      1 / n,
    );
  const first = points.push(middle(rings[0])) - 1;
  for (let k = 0; k < n; k++) triangles.push([first, (k + 1) % n, k]);
  const top = (rings.length - 1) * n;
  if (closing === 'fan') {
    const last = points.push(middle(rings[rings.length - 1])) - 1;
    for (let k = 0; k < n; k++) triangles.push([last, top + k, top + ((k + 1) % n)]);
  } else {
    for (let k = 0; 2 * k + 2 < n; k++) {
      const [a, b, c, d] = [k, k + 1, n - 2 - k, n - 1 - k].map((index) => top + index);
      if (b < c) triangles.push([a, b, c]);
      triangles.push([a, c, d]);
    }
  }
  return finished(points, triangles);
}

/** Turns the triangles outward, drops empty ones and adds smooth normals. */
export function finished(points: readonly Vec3[], triangles: readonly Triangle[]): Surface {
  const area = ([a, b, c]: Triangle): Vec3 => cross(sub(points[b], points[a]), sub(points[c], points[a]));
  const volume =
    triangles.reduce((sum, t) => sum + dot(points[t[0]], area(t)), 0) - enclosedShift(points, triangles, area);
  const outward = volume >= 0 ? triangles : triangles.map(([a, b, c]): Triangle => [a, c, b]);
  const kept = outward.filter((t) => Math.hypot(...area(t)) > 1e-10);
  // Vertices at one place share a normal, so that no seam shows.
  const sums = new Map<string, Vec3>();
  const keys = points.map((p) => p.map((value) => Math.round(value * 1e5)).join());
  for (const t of kept) {
    const weight = area(t);
    for (const vertex of t) sums.set(keys[vertex], along(sums.get(keys[vertex]) ?? [0, 0, 0], weight, 1));
  }
  const normals = keys.map((key): Vec3 => {
    const sum = sums.get(key) ?? [0, 0, 0];
    const length = Math.hypot(...sum);
    return length > 1e-12 ? scale(sum, 1 / length) : [0, 1, 0];
  });
  return { points, normals, triangles: kept };
}

/** What an offset of the origin adds to the volume of a surface that is not quite closed. */
function enclosedShift(points: readonly Vec3[], triangles: readonly Triangle[], area: (t: Triangle) => Vec3): number {
  const centre = scale(
    points.reduce<Vec3>((sum, p) => along(sum, p, 1), [0, 0, 0]),
    1 / points.length,
  );
  return triangles.reduce((sum, t) => sum + dot(centre, area(t)), 0);
}

/** Points of a ring: a superellipse with four radii [m] around a centre. */
export function ringAround(
  centre: Vec3,
  right: Vec3,
  up: Vec3,
  radii: readonly [right: number, left: number, up: number, down: number],
  sides: number,
  exponent = 2,
): Vec3[] {
  return Array.from({ length: sides }, (_, k) => {
    const angle = (2 * Math.PI * k) / sides;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const x = Math.sign(c) * power(Math.abs(c), 2 / exponent) * (c >= 0 ? radii[0] : radii[1]);
    const y = Math.sign(s) * power(Math.abs(s), 2 / exponent) * (s >= 0 ? radii[2] : radii[3]);
    return along(along(centre, right, x), up, y);
  });
}
