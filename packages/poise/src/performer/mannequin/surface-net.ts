/**
 * The skin of a field as triangles of nearly equal size: one vertex per lattice cell that the surface crosses (a surface net),
 * then evened out along the surface and put exactly onto it.
 */
import { along, cross, dot, mix, norm, scale, sub, unit } from '../../math/tuple.ts';
import type { Vec3 } from '../../math/types.ts';
import { type Field, slopeAt } from './implicit.ts';

export interface Surface {
  readonly points: readonly Vec3[]; // [m]
  readonly normals: readonly Vec3[];
  readonly triangles: readonly (readonly [number, number, number])[];
}

/** Lattice of boxes: `counts` points along each of three unit axes. */
export interface Lattice {
  readonly origin: Vec3;
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly counts: readonly [number, number, number];
  readonly cell: Vec3; // [m] edges of a box
}

/** Rounds of evening out. */
const ROUNDS = 4;

export function netSurface(field: Field, lattice: Lattice): Surface {
  const { points, quads } = netOf(field, lattice);
  const neighbours = points.map(() => new Set<number>());
  for (const quad of quads) {
    quad.forEach((a, k) => {
      neighbours[a].add(quad[(k + 1) % 4]);
      neighbours[quad[(k + 1) % 4]].add(a);
    });
  }
  let even: readonly Vec3[] = points;
  for (let round = 0; round < ROUNDS; round++) {
    const before = even;
    even = before.map((p, i) => {
      const around = [...neighbours[i]];
      const sum = around.reduce<Vec3>((total, j) => along(total, before[j], 1), [0, 0, 0]);
      return onto(
        field,
        mix(p, scale(sum, 1 / around.length), 0.6),
        Math.min(...lattice.cell),
        round + 1 === ROUNDS ? 3 : 1,
      );
    });
  }
  const normals = even.map((p) => unit(slopeAt(field, p).slope, [0, 1, 0]));
  return { points: even, normals, triangles: quads.flatMap((quad) => halves(quad, even, normals)) };
}

/** Steps down the slope until the field is zero. */
function onto(field: Field, start: Vec3, longest: number, steps: number): Vec3 {
  let p = start;
  for (let step = 0; step < steps; step++) {
    const { value, slope } = slopeAt(field, p);
    const move = scale(slope, -value / Math.max(dot(slope, slope), 0.05));
    const size = norm(move);
    p = along(p, move, size > longest ? longest / size : 1);
  }
  return p;
}

type Quad = readonly [number, number, number, number];

function netOf(field: Field, { origin, axes, counts, cell }: Lattice): { points: Vec3[]; quads: Quad[] } {
  const [nx, ny, nz] = counts;
  const strides = [1, nx, nx * ny] as const;
  const at = (i: number, j: number, k: number): Vec3 =>
    along(along(along(origin, axes[0], i * cell[0]), axes[1], j * cell[1]), axes[2], k * cell[2]);
  const values = latticeValues(field, at, counts, cell);
  // A vertex in the middle of the crossings of each cell's edges.
  const vertexOf = new Int32Array(values.length).fill(-1);
  const points: Vec3[] = [];
  for (let k = 0; k < nz - 1; k++)
    for (let j = 0; j < ny - 1; j++)
      for (let i = 0; i < nx - 1; i++) {
        const n = i + nx * (j + ny * k);
        const middle = crossingMiddle(values, n, strides);
        if (!middle) continue;
        vertexOf[n] = points.push(at(i + middle[0], j + middle[1], k + middle[2])) - 1;
      }
  // A quad around each lattice edge that the surface crosses, turned so that it faces outward.
  const quads: Quad[] = [];
  for (let k = 1; k < nz - 1; k++)
    for (let j = 1; j < ny - 1; j++)
      for (let i = 1; i < nx - 1; i++) {
        const n = i + nx * (j + ny * k);
        for (let axis = 0; axis < 3; axis++) {
          const inside = values[n] < 0;
          if (inside === values[n + strides[axis]] < 0) continue;
          const u = strides[(axis + 1) % 3];
          const v = strides[(axis + 2) % 3];
          const around = [n - u - v, n - v, n, n - u].map((m) => vertexOf[m]);
          const [a, b, c, d] = inside ? around : around.reverse();
          quads.push([a, b, c, d]);
        }
      }
  return { points, quads };
}

/** Lattice points along the edge of a block that is looked at as a whole first. */
const BLOCK = 4;

/** The field at all lattice points. Blocks far from the surface take the value of their middle. */
function latticeValues(
  field: Field,
  at: (i: number, j: number, k: number) => Vec3,
  [nx, ny, nz]: Lattice['counts'],
  cell: Vec3,
): Float64Array {
  const values = new Float64Array(nx * ny * nz);
  const clear = 1.4 * (BLOCK / 2) * Math.hypot(...cell); // fields grow a little faster or slower than distance
  const half = (BLOCK - 1) / 2;
  for (let k0 = 0; k0 < nz; k0 += BLOCK)
    for (let j0 = 0; j0 < ny; j0 += BLOCK)
      for (let i0 = 0; i0 < nx; i0 += BLOCK) {
        const middle = field(at(i0 + half, j0 + half, k0 + half));
        const far = Math.abs(middle) > clear;
        for (let k = k0; k < Math.min(nz, k0 + BLOCK); k++)
          for (let j = j0; j < Math.min(ny, j0 + BLOCK); j++)
            for (let i = i0; i < Math.min(nx, i0 + BLOCK); i++)
              values[i + nx * (j + ny * k)] = far ? middle : field(at(i, j, k));
      }
  return values;
}

/** Mean of the points where the edges of a cell cross zero, in cells; undefined where none does. */
function crossingMiddle(values: Float64Array, n: number, strides: readonly [number, number, number]): Vec3 | undefined {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let axis = 0; axis < 3; axis++) {
    for (let corner = 0; corner < 4; corner++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      const from = n + (corner & 1) * strides[u] + (corner >> 1) * strides[v];
      const a = values[from];
      const b = values[from + strides[axis]];
      if (a < 0 === b < 0) continue;
      sum[axis] += a / (a - b);
      sum[u] += corner & 1;
      sum[v] += corner >> 1;
      count++;
    }
  }
  return count === 0 ? undefined : [sum[0] / count, sum[1] / count, sum[2] / count];
}

/** Cuts a quad along the diagonal that keeps both halves facing outward, the shorter where both do. */
function halves(quad: Quad, points: readonly Vec3[], normals: readonly Vec3[]) {
  const [a, b, c, d] = quad;
  const ways = [
    [
      [a, b, c],
      [a, c, d],
    ],
    [
      [b, c, d],
      [b, d, a],
    ],
  ] as const satisfies (readonly (readonly [number, number, number])[])[];
  const badness = (way: (typeof ways)[number]): number =>
    Math.max(
      ...way.map(([p, q, r]) => {
        const facing = unit(cross(sub(points[q], points[p]), sub(points[r], points[p])), [0, 0, 0]);
        return 1 - dot(facing, unit(along(along(normals[p], normals[q], 1), normals[r], 1), [0, 0, 0]));
      }),
    );
  const lengths = [norm(sub(points[a], points[c])), norm(sub(points[b], points[d]))];
  const scores = [badness(ways[0]) + 2 * lengths[0], badness(ways[1]) + 2 * lengths[1]];
  return scores[0] <= scores[1] ? ways[0] : ways[1];
}
