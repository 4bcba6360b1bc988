/** Support polygons as edges that the ZMP must lie behind. */
import { convexHull } from '../../math/polygon.ts';

/** One edge: n·p ≥ offset for every p inside; n the inward unit normal. */
export interface Edges {
  readonly normals: Float64Array; // edges × 2 (x, z)
  readonly offsets: Float64Array; // edges [m], without the margin
  readonly margin: number; // [m] that fits into the polygon, as asked or less
  readonly extra: Float64Array; // edges [m] that the rows ask for beyond the margin: see hold-between.ts
  readonly points: Float64Array; // corners × 2, turning from x towards z
}

const THIN = 0.01; // [m] a line or a point is made this wide: no foot stands on less
const LEAST_MARGIN = 1e-4;

/** Edges of the convex hull of (x, z) pairs; undefined without points. */
export function edgesOf(pairs: readonly number[], margin: number): Edges | undefined {
  if (pairs.length === 0) return undefined;
  let points = hullOf(pairs);
  if (widthOf(points) < THIN) {
    const wide: number[] = [];
    for (let i = 0; i < points.length; i += 2) {
      for (const [x, z] of [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ]) {
        wide.push(points[i] + (x * THIN) / 2, points[i + 1] + (z * THIN) / 2);
      }
    }
    points = hullOf(wide);
  }
  const count = points.length / 2;
  const normals = new Float64Array(2 * count);
  const offsets = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const a = 2 * k;
    const b = 2 * ((k + 1) % count);
    const x = points[b] - points[a];
    const z = points[b + 1] - points[a + 1];
    const size = Math.hypot(x, z);
    normals[a] = -z / size;
    normals[a + 1] = x / size;
    offsets[k] = normals[a] * points[a] + normals[a + 1] * points[a + 1];
  }
  let fitting = margin;
  while (fitting > LEAST_MARGIN && insetOf(points, normals, offsets, fitting).length < 6) fitting /= 2;
  const extra = new Float64Array(count);
  return { normals, offsets, margin: fitting > LEAST_MARGIN ? fitting : 0, extra, points };
}

/** How far inside the inset polygon (x, z) lies [m]; negative: how far the worst edge is overstepped. */
export function insideBy({ normals, offsets, margin }: Edges, x: number, z: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < offsets.length; k++) {
    least = Math.min(least, normals[2 * k] * x + normals[2 * k + 1] * z - offsets[k] - margin);
  }
  return least;
}

/** Nearest point of the inset polygon. */
export function nearestInside(edges: Edges, x: number, z: number): readonly [x: number, z: number] {
  if (insideBy(edges, x, z) >= 0) return [x, z];
  const inset = insetOf(edges.points, edges.normals, edges.offsets, edges.margin);
  let best: readonly [number, number] = [x, z];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < inset.length; i += 2) {
    const j = (i + 2) % inset.length;
    const [ex, ez] = [inset[j] - inset[i], inset[j + 1] - inset[i + 1]];
    const square = ex * ex + ez * ez;
    const along = square > 0 ? ((x - inset[i]) * ex + (z - inset[i + 1]) * ez) / square : 0;
    const u = Math.min(1, Math.max(0, along));
    const [px, pz] = [inset[i] + u * ex, inset[i + 1] + u * ez];
    const distance = Math.hypot(x - px, z - pz);
    if (distance < least) {
      least = distance;
      best = [px, pz];
    }
  }
  return best;
}

function hullOf(pairs: readonly number[] | Float64Array): Float64Array {
  const sorted = Float64Array.from(pairs);
  const out = new Float64Array(pairs.length + 2);
  const count = convexHull(out, 0, sorted, pairs.length / 2);
  return out.slice(0, 2 * count);
}

/** Least width of a convex polygon over the directions of its edges. */
function widthOf(points: Float64Array): number {
  const count = points.length / 2;
  if (count < 3) return 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < count; k++) {
    const a = 2 * k;
    const b = 2 * ((k + 1) % count);
    const [x, z] = [points[b] - points[a], points[b + 1] - points[a + 1]];
    const size = Math.hypot(x, z);
    let most = 0;
    for (let i = 0; i < points.length; i += 2) {
      most = Math.max(most, (x * (points[i + 1] - points[a + 1]) - z * (points[i] - points[a])) / size);
    }
    least = Math.min(least, most);
  }
  return least;
}

/** The polygon cut by every edge moved inwards; fewer than three corners: nothing is left. */
function insetOf(points: Float64Array, normals: Float64Array, offsets: Float64Array, margin: number): number[] {
  let rest = Array.from(points);
  for (let k = 0; k < offsets.length && rest.length > 0; k++) {
    const height = (i: number): number =>
      normals[2 * k] * rest[i] + normals[2 * k + 1] * rest[i + 1] - offsets[k] - margin;
    const cut: number[] = [];
    for (let i = 0; i < rest.length; i += 2) {
      const j = (i + 2) % rest.length;
      const [h, next] = [height(i), height(j)];
      if (h >= 0) cut.push(rest[i], rest[i + 1]);
      if (h >= 0 !== next >= 0) {
        const u = h / (h - next);
        cut.push(rest[i] + u * (rest[j] - rest[i]), rest[i + 1] + u * (rest[j + 1] - rest[i + 1]));
      }
    }
    rest = cut;
  }
  return rest;
}
