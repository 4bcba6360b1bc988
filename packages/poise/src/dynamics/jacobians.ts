/** Jacobians: world velocities as linear functions of v. All 3 × nv, row-major; columns of joints that do not move the
 *  thing are zero. They need the position level only. */
import type { Body } from '../body/body.ts';
import { transformPoint3 } from '../math/mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { freedomCount } from '../motion/skeleton.ts';
import type { Workspace } from './workspace.ts';

/** out: world velocity of a point fixed in a segment = out · v. The point starts at pointInSegment[offset] [m].
 *
 * ```ts
 * pointJacobian(J, body, ws, sole.segments[0], sole.points, 0); // heel
 * ```
 */
export function pointJacobian(
  out: Float64Array,
  body: Body,
  ws: Workspace,
  segment: number,
  pointInSegment: ReadonlyVector,
  offset = 0,
): void {
  const { parents } = body.skeleton;
  const { segmentOrigin, worldFromSegment } = ws;
  const { block } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  transformPoint3(block, 0, segmentOrigin, 3 * segment, worldFromSegment, 9 * segment, pointInSegment, offset);
  out.fill(0, 0, 3 * nv);
  for (let k = 0; k < 3; k++) out[k * nv + k] = 1;
  for (let j = segment; j >= 0; j = parents[j]) {
    for (let k = 0; k < 3; k++) block[3 + k] = block[k] - segmentOrigin[3 * j + k];
    writeTurned(out, nv, ws, j, block, 3);
  }
}

/** out: world angular velocity of a segment = out · v. */
export function rotationJacobian(out: Float64Array, body: Body, ws: Workspace, segment: number): void {
  const { parents } = body.skeleton;
  const nv = freedomCount(body.skeleton);
  out.fill(0, 0, 3 * nv);
  for (let j = segment; j >= 0; j = parents[j]) {
    for (let row = 0; row < 3; row++) {
      for (let c = 0; c < 3; c++) out[row * nv + 3 + 3 * j + c] = ws.worldFromSegment[9 * j + 3 * row + c];
    }
  }
}

/** out: velocity of the whole body's CoM = out · v. */
export function comJacobian(out: Float64Array, body: Body, ws: Workspace): void {
  const { parents } = body.skeleton;
  const { moving, segmentOrigin, segmentCom, subtreeMass } = ws;
  const { moment, block } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  out.fill(0, 0, 3 * nv);
  for (let k = 0; k < 3; k++) out[k * nv + k] = 1;
  moment.fill(0);
  // children first: moment holds Σ m r of everything below when a joint is reached
  for (let k = moving.length - 1; k >= 0; k--) {
    const i = moving[k];
    const o = 3 * i;
    const m = body.mass[i];
    for (let c = 0; c < 3; c++) moment[o + c] += m * segmentCom[o + c];
    if (i > 0) for (let c = 0; c < 3; c++) moment[3 * parents[i] + c] += moment[o + c];
    for (let c = 0; c < 3; c++) {
      block[c] = (moment[o + c] - subtreeMass[i] * segmentOrigin[o + c]) / body.totalMass;
    }
    writeTurned(out, nv, ws, i, block, 0);
  }
}

/** Three columns of joint j: axis × arm for each of its axes. */
function writeTurned(out: Float64Array, nv: number, ws: Workspace, j: number, arm: ReadonlyVector, at: number): void {
  const armX = arm[at];
  const armY = arm[at + 1];
  const armZ = arm[at + 2];
  const { worldFromSegment: r } = ws;
  for (let c = 0; c < 3; c++) {
    const x = r[9 * j + c];
    const y = r[9 * j + 3 + c];
    const z = r[9 * j + 6 + c];
    const column = 3 + 3 * j + c;
    out[column] = y * armZ - z * armY;
    out[nv + column] = z * armX - x * armZ;
    out[2 * nv + column] = x * armY - y * armX;
  }
}
