/** Forces that the ground can give: edges of friction pyramids at the points that stand. */
import type { ReadonlyVector } from '../math/types.ts';
import type { ConeForce } from '../optim/cone-force.ts';

/** Points less firm than this carry nothing. */
export const LEAST_FIRMNESS = 0.02;

/** Writes the generators of all points that stand: four per point, in the order of the points; moments are about `com`. `rank`
 *  (four per point) is where each generator went, −1 for points in the air. */
export function writeGenerators(
  problem: ConeForce,
  rank: Int32Array,
  points: ReadonlyVector,
  normals: ReadonlyVector,
  firmness: ReadonlyVector,
  com: ReadonlyVector,
  friction: number,
): void {
  const { W } = problem;
  let count = 0;
  for (let k = 0; k < firmness.length; k++) {
    const w = firmness[k];
    if (!(w > LEAST_FIRMNESS)) {
      rank.fill(-1, 4 * k, 4 * k + 4);
      continue;
    }
    const x = points[3 * k] - com[0];
    const y = points[3 * k + 1] - com[1];
    const z = points[3 * k + 2] - com[2];
    const nx = normals[3 * k];
    const ny = normals[3 * k + 1];
    const nz = normals[3 * k + 2];
    for (let edge = 0; edge < 4; edge++) {
      // tangents: world x and z made level with the ground
      const tx = edge < 2 ? ny : 0;
      const ty = edge < 2 ? -nx : -nz;
      const tz = edge < 2 ? 0 : ny;
      const s = ((edge & 1) === 0 ? friction : -friction) / Math.sqrt(tx * tx + ty * ty + tz * tz);
      const fx = w * (nx + s * tx);
      const fy = w * (ny + s * ty);
      const fz = w * (nz + s * tz);
      const o = 6 * count;
      W[o] = y * fz - z * fy;
      W[o + 1] = z * fx - x * fz;
      W[o + 2] = x * fy - y * fx;
      W[o + 3] = fx;
      W[o + 4] = fy;
      W[o + 5] = fz;
      rank[4 * k + edge] = count++;
    }
  }
  problem.count = count;
}
