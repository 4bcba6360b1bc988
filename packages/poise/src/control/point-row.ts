/** A row that speaks of one point of the body. */
import type { Workspace } from '../dynamics/workspace.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { AccelerationProblem } from './acceleration-problem.ts';

/** Starts the row for the velocity along `way` (at w; world axes) of a world point (at p) that moves with a joint; returns where it starts in E.
 *  Finish it with finishRow. */
export function writePointRow(
  problem: AccelerationProblem,
  ws: Workspace,
  joint: number,
  point: ReadonlyVector,
  p: number,
  way: ReadonlyVector,
  w: number,
): number {
  const x = way[w];
  const y = way[w + 1];
  const z = way[w + 2];
  const { freedoms, E } = problem;
  const freedom = freedoms.lastOf[joint];
  const o = problem.startRow(freedom);
  const { segmentOrigin, worldFromSegment: r } = ws;
  E[o] = x;
  E[o + 1] = y;
  E[o + 2] = z;
  const start = freedoms.start[freedom];
  const length = freedoms.length[freedom];
  for (let e = 3; e < length; e += 3) {
    const j = freedoms.joints[(freedoms.path[start + e] - 3) / 3];
    const dx = point[p] - segmentOrigin[3 * j];
    const dy = point[p + 1] - segmentOrigin[3 * j + 1];
    const dz = point[p + 2] - segmentOrigin[3 * j + 2];
    // (axis × d)·n = axis · (d × n)
    const mx = dy * z - dz * y;
    const my = dz * x - dx * z;
    const mz = dx * y - dy * x;
    for (let k = 0; k < 3; k++) E[o + e + k] = r[9 * j + k] * mx + r[9 * j + 3 + k] * my + r[9 * j + 6 + k] * mz;
  }
  return o;
}
