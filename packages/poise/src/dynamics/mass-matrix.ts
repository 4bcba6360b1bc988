/** The joint-space mass matrix by composite rigid bodies: what joint i carries, seen from each of its ancestors. */
import type { Body } from '../body/body.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { centroidalMomentumMatrix } from './momentum-matrix.ts';
import type { Workspace } from './workspace.ts';

/** out = M, nv × nv, row-major, symmetric: kinetic energy ½ vᵀ M v, joint torques M a + bias. Rows and columns of joints
 *  that carry no mass are zero. Needs the position level. */
export function massMatrix(out: Float64Array, body: Body, ws: Workspace): void {
  const { parents } = body.skeleton;
  const { moving } = ws;
  const { columns } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  centroidalMomentumMatrix(columns, body, ws);
  out.fill(0, 0, nv * nv);
  for (let k = 0; k < 3; k++) out[k * nv + k] = body.totalMass;
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    writeRootRows(out, columns, nv, 3 + 3 * i);
    for (let j = i; j >= 0; j = parents[j]) writeBlock(out, ws, nv, i, j);
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

/** Block of joint i against its ancestor (or self) j: R_jᵀ (H − o × L), the momentum of i's columns about j's origin o,
 *  in j's frame; o is relative to the CoM, about which H is taken. */
function writeBlock(out: Float64Array, ws: Workspace, nv: number, i: number, j: number): void {
  const { segmentOrigin, com, worldFromSegment: r } = ws;
  const { columns } = ws.scratch;
  const ox = segmentOrigin[3 * j] - com[0];
  const oy = segmentOrigin[3 * j + 1] - com[1];
  const oz = segmentOrigin[3 * j + 2] - com[2];
  const first = 3 + 3 * j;
  const at = 9 * j;
  for (let c = 3 + 3 * i; c < 6 + 3 * i; c++) {
    const lx = columns[3 * nv + c];
    const ly = columns[4 * nv + c];
    const lz = columns[5 * nv + c];
    const hx = columns[c] - oy * lz + oz * ly;
    const hy = columns[nv + c] - oz * lx + ox * lz;
    const hz = columns[2 * nv + c] - ox * ly + oy * lx;
    const x = r[at] * hx + r[at + 3] * hy + r[at + 6] * hz;
    const y = r[at + 1] * hx + r[at + 4] * hy + r[at + 7] * hz;
    const z = r[at + 2] * hx + r[at + 5] * hy + r[at + 8] * hz;
    out[first * nv + c] = x;
    out[(first + 1) * nv + c] = y;
    out[(first + 2) * nv + c] = z;
    out[c * nv + first] = x;
    out[c * nv + first + 1] = y;
    out[c * nv + first + 2] = z;
  }
}
