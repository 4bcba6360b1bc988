/** Forces that the ground can give: edges of friction pyramids at the points that stand. */
import type { ReadonlyVector } from '../math/types.ts';
import type { ConeForce } from '../optim/cone-force.ts';

/** Points less firm than this carry nothing. */
export const LEAST_FIRMNESS = 0.02;
/** Edges of the pyramid at one point. */
export const EDGES = 4;
/** The first of the two edges that lie in the plane x = 0. */
const PLANE_EDGES = 2;

/** Writes the generators of all points that stand, in the order of the points: wrenches of moment about `origin`, then force. Four
 *  edges per point; for a wrench of three numbers the two in the plane x = 0, as moment about x and force along y and z. `rank`
 *  (EDGES per point) is where each generator went, −1 for those that are not used. */
export function writeGenerators(
  problem: ConeForce,
  rank: Int32Array,
  points: ReadonlyVector,
  normals: ReadonlyVector,
  firmness: ReadonlyVector,
  origin: ReadonlyVector,
  friction: number,
): void {
  const { W, size } = problem;
  const first = size === 3 ? PLANE_EDGES : 0;
  let count = 0;
  for (let k = 0; k < firmness.length; k++) {
    const w = firmness[k];
    for (let edge = 0; edge < EDGES; edge++) rank[EDGES * k + edge] = -1;
    if (!(w > LEAST_FIRMNESS)) continue;
    const x = points[3 * k] - origin[0];
    const y = points[3 * k + 1] - origin[1];
    const z = points[3 * k + 2] - origin[2];
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    for (let edge = first; edge < EDGES; edge++) {
      // tangents: world x and z made level with the ground
      const tx = edge < PLANE_EDGES ? ny : 0;
      const ty = edge < PLANE_EDGES ? -nx : -nz;
      const tz = edge < PLANE_EDGES ? 0 : ny;
      const sign = (edge & 1) === 0 ? 1 : -1;
      const s = (sign * friction) / Math.sqrt(tx * tx + ty * ty + tz * tz);
      const fx = w * (nx + s * tx);
      const fy = w * (ny + s * ty);
      const fz = w * (nz + s * tz);
      const o = size * count;
      W[o] = y * fz - z * fy;
      if (size === 3) {
        W[o + 1] = fy;
        W[o + 2] = fz;
      } else {
        W[o + 1] = z * fx - x * fz;
        W[o + 2] = x * fy - y * fx;
        W[o + 3] = fx;
        W[o + 4] = fy;
        W[o + 5] = fz;
      }
      rank[EDGES * k + edge] = count++;
    }
  }
  problem.count = count;
}
