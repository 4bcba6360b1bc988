/**
 * Momentum rows in the metric of the masses themselves, L⁻ᵀAᵀ, read from the factor. The first six rows of the mass matrix M are the
 * momentum about the root, so A = T (Q − D)₁…₆ with T from root to centre of mass and D the root's own armature in Q = M + armature = LᵀL:
 * L⁻ᵀ Q₁…₆ is the first six columns of L, and L⁻ᵀ D reaches no farther than the root.
 */
import type { Workspace } from '../dynamics/workspace.ts';
import type { TreeMetric } from '../optim/tree-metric.ts';

/** The root's freedoms, three of translation in world axes and three of its turn in its own, are the first of the tree. */
export interface RootMomentum {
  readonly worldFromRoot: Float64Array; // 9, row-major
  readonly com: Float64Array; // 3 [m] from the root, world axes
  readonly armature: Float64Array; // 6 [kg·m²] of the root in the metric: xx yx yy zx zy zz
  readonly scratch: Float64Array; // 6
}

export const createRootMomentum = (): RootMomentum => ({
  worldFromRoot: new Float64Array(9),
  com: new Float64Array(3),
  armature: new Float64Array(6),
  scratch: new Float64Array(6),
});

/** Of the body's pose now. Needs the position level. */
export function readRoot(root: RootMomentum, { com, worldFromSegment, segmentOrigin }: Workspace): void {
  for (let c = 0; c < 9; c++) root.worldFromRoot[c] = worldFromSegment[c];
  for (let c = 0; c < 3; c++) root.com[c] = com[c] - segmentOrigin[c];
}

/** out = L⁻ᵀAᵀ, 6×n: three rows of angular momentum about the centre of mass, three of linear momentum. The metric is factored. */
export function writeRootMomentum(out: Float64Array, metric: TreeMetric, root: RootMomentum): void {
  const { values } = metric;
  const { n, start } = metric.tree;
  const { worldFromRoot: R, com } = root;
  const x = com[0];
  const y = com[1];
  const z = com[2];
  for (let i = 0; i < n; i++) {
    const row = start[i];
    const u = values[row];
    const v = i > 0 ? values[row + 1] : 0;
    const w = i > 1 ? values[row + 2] : 0;
    const a = i > 2 ? values[row + 3] : 0;
    const b = i > 3 ? values[row + 4] : 0;
    const c = i > 4 ? values[row + 5] : 0;
    out[i] = R[0] * a + R[1] * b + R[2] * c - (y * w - z * v);
    out[n + i] = R[3] * a + R[4] * b + R[5] * c - (z * u - x * w);
    out[2 * n + i] = R[6] * a + R[7] * b + R[8] * c - (x * v - y * u);
    out[3 * n + i] = u;
    out[4 * n + i] = v;
    out[5 * n + i] = w;
  }
  for (let k = 0; k < 3; k++) takeOutArmature(out, metric, root, k);
}

/** Muscles and armature have no momentum: column k of the root's. */
function takeOutArmature(out: Float64Array, metric: TreeMetric, root: RootMomentum, k: number): void {
  const { worldFromRoot: R, armature: d, scratch } = root;
  const { n } = metric.tree;
  const x = d[k === 0 ? 0 : k === 1 ? 1 : 3];
  const y = d[k === 0 ? 1 : k === 1 ? 2 : 4];
  const z = d[k === 0 ? 3 : k === 1 ? 4 : 5];
  scratch.fill(0);
  scratch[3 + k] = 1;
  metric.solvePathTransposed(3 + k, scratch, 0);
  for (let r = 0; r < 3; r++) {
    const share = R[3 * r] * x + R[3 * r + 1] * y + R[3 * r + 2] * z;
    for (let i = 0; i <= 3 + k; i++) out[r * n + i] -= share * scratch[i];
  }
}
