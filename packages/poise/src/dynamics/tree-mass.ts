/**
 * The freedoms that move mass, as a tree, and their mass matrix in that tree's sparse layout (optim/tree-factor.ts). Order: root
 * translation, then three freedoms per joint that carries mass. Joints without mass (fingers, end bones) are left out.
 */
import type { Body } from '../body/body.ts';
import { createTreePattern, type TreePattern } from '../optim/tree-factor.ts';
import type { Workspace } from './workspace.ts';

export interface MovingFreedoms extends TreePattern {
  readonly joints: Int32Array; // joints that move mass, ascending
  readonly inV: Int32Array; // n   index of each freedom in v
  readonly lastOf: Int32Array; // joints of the skeleton: last freedom of the joint, or of the nearest ancestor that moves mass
}

export function createMovingFreedoms(body: Body, ws: Workspace): MovingFreedoms {
  const { parents } = body.skeleton;
  const joints = ws.moving;
  const n = 3 + 3 * joints.length;
  const parent = new Int32Array(n);
  const inV = new Int32Array(n);
  const lastOf = new Int32Array(parents.length).fill(-1);
  for (let k = 0; k < 3; k++) {
    parent[k] = k - 1;
    inV[k] = k;
  }
  for (let i = 0; i < joints.length; i++) {
    const joint = joints[i];
    const first = 3 + 3 * i;
    parent[first] = parents[joint] < 0 ? 2 : lastOf[parents[joint]];
    parent[first + 1] = first;
    parent[first + 2] = first + 1;
    for (let k = 0; k < 3; k++) inV[first + k] = 3 + 3 * joint + k;
    lastOf[joint] = first + 2;
  }
  for (let joint = 1; joint < parents.length; joint++) {
    if (lastOf[joint] < 0) lastOf[joint] = lastOf[parents[joint]];
  }
  return { ...createTreePattern(parent), joints, inV, lastOf };
}

/** out = the mass matrix of the moving freedoms in the tree's layout. `columns` is the centroidal momentum matrix of the same
 *  pose (6 × nv). Needs the position level. */
export function treeMassMatrix(
  out: Float64Array,
  freedoms: MovingFreedoms,
  body: Body,
  ws: Workspace,
  columns: Float64Array,
): void {
  const { joints, start, path, length } = freedoms;
  const nv = columns.length / 6;
  const { segmentOrigin, worldFromSegment: r, com } = ws;
  // root translation
  out[start[0]] = body.totalMass;
  out[start[1]] = 0;
  out[start[1] + 1] = body.totalMass;
  out[start[2]] = 0;
  out[start[2] + 1] = 0;
  out[start[2] + 2] = body.totalMass;
  for (let i = 0; i < joints.length; i++) {
    for (let k = 0; k < 3; k++) {
      const freedom = 3 + 3 * i + k;
      const column = 3 + 3 * joints[i] + k;
      const row = start[freedom];
      const lx = columns[3 * nv + column];
      const ly = columns[4 * nv + column];
      const lz = columns[5 * nv + column];
      const hx = columns[column];
      const hy = columns[nv + column];
      const hz = columns[2 * nv + column];
      out[row] = lx;
      out[row + 1] = ly;
      out[row + 2] = lz;
      // against the joints on the path: R_jᵀ (H − o × L), the momentum of the column about the ancestor's origin o
      const end = length[freedom];
      for (let e = 3; e < end; e += 3) {
        const j = joints[(path[row + e] - 3) / 3];
        const ox = segmentOrigin[3 * j] - com[0];
        const oy = segmentOrigin[3 * j + 1] - com[1];
        const oz = segmentOrigin[3 * j + 2] - com[2];
        const x = hx - oy * lz + oz * ly;
        const y = hy - oz * lx + ox * lz;
        const z = hz - ox * ly + oy * lx;
        const at = 9 * j;
        out[row + e] = r[at] * x + r[at + 3] * y + r[at + 6] * z;
        if (e + 1 < end) out[row + e + 1] = r[at + 1] * x + r[at + 4] * y + r[at + 7] * z;
        if (e + 2 < end) out[row + e + 2] = r[at + 2] * x + r[at + 5] * y + r[at + 8] * z;
      }
    }
  }
}
