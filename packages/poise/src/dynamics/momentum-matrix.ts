/**
 * The centroidal momentum matrix A (6 × nv, row-major: three rows of angular momentum about the CoM, then three rows of
 * linear momentum, world axes): (H; L) = A v. Sums over subtrees make every column O(1).
 *
 * Symbols, positions relative to the CoM: m, h, I mass, first moment and inertia of what joint k carries; o its origin;
 * s a world axis through o. Turning about s gives L = s × (h − m o) and H = I s − h × (s × o).
 */
import type { Body } from '../body/body.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { sumInertia } from './subtree-sums.ts';
import type { Workspace } from './workspace.ts';

/** out = A, 6 × nv. Needs the position level.
 *
 * ```ts
 * const A = new Float64Array(6 * freedomCount(body.skeleton));
 * centroidalMomentumMatrix(A, body, ws); // rows 0–2 angular, rows 3–5 linear
 * ```
 */
export function centroidalMomentumMatrix(out: Float64Array, body: Body, ws: Workspace): void {
  const { moving } = ws;
  const nv = freedomCount(body.skeleton);
  sumInertia(body, ws, ws.com);
  if (moving.length < body.mass.length) out.fill(0, 0, 6 * nv);
  // moving the root moves all mass and turns nothing
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 3; column++) out[row * nv + column] = row === column + 3 ? body.totalMass : 0;
  }
  for (let k = 0; k < moving.length; k++) writeColumns(out, nv, ws, moving[k]);
}

/** Three columns of a joint. H = N s with N = I + o hᵀ − (h·o) 1, L = s × e with e = h − m o. */
function writeColumns(out: Float64Array, nv: number, ws: Workspace, joint: number): void {
  const { segmentOrigin, com, worldFromSegment } = ws;
  const { moment, inertia } = ws.scratch;
  const k = 3 * joint;
  const i = 6 * joint;
  const m = ws.subtreeMass[joint];
  const ox = segmentOrigin[k] - com[0];
  const oy = segmentOrigin[k + 1] - com[1];
  const oz = segmentOrigin[k + 2] - com[2];
  const hx = moment[k];
  const hy = moment[k + 1];
  const hz = moment[k + 2];
  const ex = hx - m * ox;
  const ey = hy - m * oy;
  const ez = hz - m * oz;
  const nxx = inertia[i] - oy * hy - oz * hz;
  const nyy = inertia[i + 1] - ox * hx - oz * hz;
  const nzz = inertia[i + 2] - ox * hx - oy * hy;
  const ixy = inertia[i + 3];
  const ixz = inertia[i + 4];
  const iyz = inertia[i + 5];
  for (let c = 0; c < 3; c++) {
    const x = worldFromSegment[9 * joint + c];
    const y = worldFromSegment[9 * joint + 3 + c];
    const z = worldFromSegment[9 * joint + 6 + c];
    const o = 3 + k + c;
    out[o] = nxx * x + (ixy + ox * hy) * y + (ixz + ox * hz) * z;
    out[o + nv] = (ixy + oy * hx) * x + nyy * y + (iyz + oy * hz) * z;
    out[o + 2 * nv] = (ixz + oz * hx) * x + (iyz + oz * hy) * y + nzz * z;
    out[o + 3 * nv] = y * ez - z * ey;
    out[o + 4 * nv] = z * ex - x * ez;
    out[o + 5 * nv] = x * ey - y * ex;
  }
}
