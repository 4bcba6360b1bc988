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
  const { moving, worldFromSegment } = ws;
  const { block } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  sumInertia(body, ws, ws.com);
  if (moving.length < body.mass.length) out.fill(0, 0, 6 * nv);
  writeRootTranslation(out, nv, body.totalMass);
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    writeMomentumMaps(block, ws, i);
    writeProduct(out, nv, 3 + 3 * i, block, 0, worldFromSegment, 9 * i);
    writeProduct(out, nv, 3 * nv + 3 + 3 * i, block, 9, worldFromSegment, 9 * i);
  }
}

/** Moving the root moves all mass and turns nothing. */
function writeRootTranslation(out: Float64Array, nv: number, mass: number): void {
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 3; column++) out[row * nv + column] = row === column + 3 ? mass : 0;
  }
}

/** Two 3×3 matrices that take a world axis s through the origin of a joint to the angular momentum about the CoM,
 *  I + o hᵀ − (h·o) 1, and to the linear momentum, −[h − m o]×, of what the joint carries. */
export function writeMomentumMaps(out: Float64Array, ws: Workspace, joint: number): void {
  const { segmentOrigin, com, subtreeMass } = ws;
  const { moment, inertia } = ws.scratch;
  const ox = segmentOrigin[3 * joint] - com[0];
  const oy = segmentOrigin[3 * joint + 1] - com[1];
  const oz = segmentOrigin[3 * joint + 2] - com[2];
  const hx = moment[3 * joint];
  const hy = moment[3 * joint + 1];
  const hz = moment[3 * joint + 2];
  const i = 6 * joint;
  const m = subtreeMass[joint];
  out[0] = inertia[i] - oy * hy - oz * hz;
  out[1] = inertia[i + 3] + ox * hy;
  out[2] = inertia[i + 4] + ox * hz;
  out[3] = inertia[i + 3] + oy * hx;
  out[4] = inertia[i + 1] - ox * hx - oz * hz;
  out[5] = inertia[i + 5] + oy * hz;
  out[6] = inertia[i + 4] + oz * hx;
  out[7] = inertia[i + 5] + oz * hy;
  out[8] = inertia[i + 2] - ox * hx - oy * hy;
  out[9] = hx - m * ox;
  out[10] = hy - m * oy;
  out[11] = hz - m * oz;
  expandCross(out, 9);
}

/** Replaces the vector e at out[o] by the matrix of s ↦ s × e. */
export function expandCross(out: Float64Array, o: number): void {
  const x = out[o];
  const y = out[o + 1];
  const z = out[o + 2];
  out[o] = 0;
  out[o + 1] = z;
  out[o + 2] = -y;
  out[o + 3] = -z;
  out[o + 4] = 0;
  out[o + 5] = x;
  out[o + 6] = y;
  out[o + 7] = -x;
  out[o + 8] = 0;
}

/** Writes M R (3×3 each) into three columns of a matrix with rows of nv numbers; `at` is the place of the first entry. */
export function writeProduct(
  out: Float64Array,
  nv: number,
  at: number,
  m: Float64Array,
  i: number,
  r: Float64Array,
  j: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = m[i + 3 * row];
    const y = m[i + 3 * row + 1];
    const z = m[i + 3 * row + 2];
    const o = at + row * nv;
    out[o] = x * r[j] + y * r[j + 3] + z * r[j + 6];
    out[o + 1] = x * r[j + 1] + y * r[j + 4] + z * r[j + 7];
    out[o + 2] = x * r[j + 2] + y * r[j + 5] + z * r[j + 8];
  }
}
