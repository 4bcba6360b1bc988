/** The joint-space mass matrix by composite rigid bodies: what joint i carries, seen from each of its ancestors. */
import type { Body } from '../body/body.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { centroidalMomentumMatrix } from './momentum-matrix.ts';
import type { Workspace } from './workspace.ts';

/** out = M, nv × nv, row-major, symmetric: kinetic energy ½ vᵀ M v, joint torques M a + bias. Rows and columns of joints
 *  that carry no mass are zero. Needs the position level. */
export function massMatrix(out: Float64Array, body: Body, ws: Workspace): void {
  const { parents } = body.skeleton;
  const { moving, segmentOrigin, worldFromSegment, com } = ws;
  const { columns, block } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  centroidalMomentumMatrix(columns, body, ws);
  out.fill(0, 0, nv * nv);
  for (let k = 0; k < 3; k++) out[k * nv + k] = body.totalMass;
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    writeRootRows(out, columns, nv, 3 + 3 * i);
    for (let j = i; j >= 0; j = parents[j]) {
      block[0] = segmentOrigin[3 * j] - com[0];
      block[1] = segmentOrigin[3 * j + 1] - com[1];
      block[2] = segmentOrigin[3 * j + 2] - com[2];
      projectColumns(out, nv, 3 + 3 * i, 3 + 3 * j, columns, block, worldFromSegment, 9 * j);
    }
  }
}

/** Three columns against the root's translation: their linear momentum. */
function writeRootRows(out: Float64Array, columns: Float64Array, nv: number, column: number): void {
  for (let row = 0; row < 3; row++) {
    for (let c = column; c < column + 3; c++) {
      const value = columns[(3 + row) * nv + c];
      out[row * nv + c] = value;
      out[c * nv + row] = value;
    }
  }
}

/** Three columns, from `column` on, against the three axes of an ancestor (or self), from `first` on, and the mirror image:
 *  R_jᵀ (H − o × L), the momentum of the columns about the ancestor's origin o, in its frame. H and o are about the CoM. */
function projectColumns(
  out: Float64Array,
  nv: number,
  column: number,
  first: number,
  columns: Float64Array,
  origin: Float64Array,
  r: Float64Array,
  at: number,
): void {
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  const r0 = r[at];
  const r1 = r[at + 1];
  const r2 = r[at + 2];
  const r3 = r[at + 3];
  const r4 = r[at + 4];
  const r5 = r[at + 5];
  const r6 = r[at + 6];
  const r7 = r[at + 7];
  const r8 = r[at + 8];
  for (let c = column; c < column + 3; c++) {
    const lx = columns[3 * nv + c];
    const ly = columns[4 * nv + c];
    const lz = columns[5 * nv + c];
    const hx = columns[c] - oy * lz + oz * ly;
    const hy = columns[nv + c] - oz * lx + ox * lz;
    const hz = columns[2 * nv + c] - ox * ly + oy * lx;
    const x = r0 * hx + r3 * hy + r6 * hz;
    const y = r1 * hx + r4 * hy + r7 * hz;
    const z = r2 * hx + r5 * hy + r8 * hz;
    const row = c * nv + first;
    out[row] = x;
    out[row + 1] = y;
    out[row + 2] = z;
    out[first * nv + c] = x;
    out[(first + 1) * nv + c] = y;
    out[(first + 2) * nv + c] = z;
  }
}
