/** Exact derivatives of the ground wrench with respect to pose, velocity and acceleration, O(n). */
import type { Body } from '../body/body.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { sumInertia, sumMotion, sumWrench, ZERO } from './subtree-sums.ts';
import type { Workspace } from './workspace.ts';
import { GRAVITY, type SegmentInertia } from './wrench.ts';
import {
  AXIS,
  AXIS_VELOCITY,
  BASE_PUSH,
  BASE_VELOCITY,
  type WrenchDerivatives,
  writeWrenchColumns,
} from './wrench-column.ts';

/** Memory for wrenchDerivatives. */
export function createWrenchDerivatives(body: Body): WrenchDerivatives {
  const size = 6 * freedomCount(body.skeleton);
  return {
    byPosition: new Float64Array(size),
    byVelocity: new Float64Array(size),
    byAcceleration: new Float64Array(size),
  };
}

/** Derivatives of groundWrench(…, seg) at the state in ws (all three levels): how W changes when q moves to
 *  integrate(q, δ), with the components of v and a held, when v changes and when a changes. 6 × nv each.
 *
 * ```ts
 * const d = createWrenchDerivatives(body);
 * wrenchDerivatives(d, body, ws);
 * const verticalForceByRootHeight = d.byAcceleration[4 * nv + 1]; // the mass
 * ```
 */
export function wrenchDerivatives(out: WrenchDerivatives, body: Body, ws: Workspace, seg: SegmentInertia = 1): void {
  const { moving } = ws;
  const { block } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  sumInertia(body, ws, ZERO, seg);
  sumMotion(body, ws, ZERO, ZERO);
  sumWrench(body, ws, seg);
  if (moving.length < body.mass.length) clear(out, 6 * nv);
  // root translation: axes fixed in the world, standing on nothing
  block.fill(0);
  for (let c = 0; c < 3; c++) {
    for (let e = 0; e < 3; e++) block[AXIS + 3 + e] = e === c ? 1 : 0;
    block[BASE_PUSH + 4] = GRAVITY;
    writeWrenchColumns(out, nv, c, block, ws.scratch, 0);
  }
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    writeBase(block, body, ws, i);
    writeTwist(block, AXIS_VELOCITY, ws, i);
    for (let c = 0; c < 3; c++) {
      writeAxis(block, ws, i, c);
      writeWrenchColumns(out, nv, 3 + 3 * i + c, block, ws.scratch, i);
    }
  }
}

function clear(out: WrenchDerivatives, size: number): void {
  out.byPosition.fill(0, 0, size);
  out.byVelocity.fill(0, 0, size);
  out.byAcceleration.fill(0, 0, size);
}

/** Motion of what a ball joint stands on: its parent; for the root a frame that only translates. */
function writeBase(out: Float64Array, body: Body, ws: Workspace, joint: number): void {
  if (joint === 0) {
    for (let c = 0; c < 3; c++) {
      out[BASE_VELOCITY + c] = 0;
      out[BASE_VELOCITY + 3 + c] = ws.originVelocity[c];
      out[BASE_PUSH + c] = 0;
      out[BASE_PUSH + 3 + c] = ws.originAcceleration[c];
    }
  } else {
    writeTwist(out, BASE_VELOCITY, ws, body.skeleton.parents[joint]);
    writeAcceleration(out, BASE_PUSH, ws, body.skeleton.parents[joint]);
  }
  out[BASE_PUSH + 4] += GRAVITY;
}

/** Spatial velocity (ω; u − ω × o) of a segment. */
function writeTwist(out: Float64Array, at: number, ws: Workspace, segment: number): void {
  const { segmentOrigin, originVelocity, angularVelocity } = ws;
  const i = 3 * segment;
  const wx = angularVelocity[i];
  const wy = angularVelocity[i + 1];
  const wz = angularVelocity[i + 2];
  out[at] = wx;
  out[at + 1] = wy;
  out[at + 2] = wz;
  out[at + 3] = originVelocity[i] - wy * segmentOrigin[i + 2] + wz * segmentOrigin[i + 1];
  out[at + 4] = originVelocity[i + 1] - wz * segmentOrigin[i] + wx * segmentOrigin[i + 2];
  out[at + 5] = originVelocity[i + 2] - wx * segmentOrigin[i + 1] + wy * segmentOrigin[i];
}

/** Spatial acceleration of a segment, the rate of its twist: (α; u̇ − α × o − ω × u). */
function writeAcceleration(out: Float64Array, at: number, ws: Workspace, segment: number): void {
  const { segmentOrigin, originVelocity, angularVelocity, originAcceleration, angularAcceleration } = ws;
  const i = 3 * segment;
  const x = segmentOrigin[i];
  const y = segmentOrigin[i + 1];
  const z = segmentOrigin[i + 2];
  const ux = originVelocity[i];
  const uy = originVelocity[i + 1];
  const uz = originVelocity[i + 2];
  const wx = angularVelocity[i];
  const wy = angularVelocity[i + 1];
  const wz = angularVelocity[i + 2];
  const ax = angularAcceleration[i];
  const ay = angularAcceleration[i + 1];
  const az = angularAcceleration[i + 2];
  out[at] = ax;
  out[at + 1] = ay;
  out[at + 2] = az;
  out[at + 3] = originAcceleration[i] - ay * z + az * y - wy * uz + wz * uy;
  out[at + 4] = originAcceleration[i + 1] - az * x + ax * z - wz * ux + wx * uz;
  out[at + 5] = originAcceleration[i + 2] - ax * y + ay * x - wx * uy + wy * ux;
}

/** Axis c of a ball joint: (s; o × s), s its column of the segment's rotation matrix, o the joint's origin. */
function writeAxis(out: Float64Array, ws: Workspace, joint: number, c: number): void {
  const { segmentOrigin, worldFromSegment } = ws;
  const x = worldFromSegment[9 * joint + c];
  const y = worldFromSegment[9 * joint + 3 + c];
  const z = worldFromSegment[9 * joint + 6 + c];
  const o = 3 * joint;
  out[AXIS] = x;
  out[AXIS + 1] = y;
  out[AXIS + 2] = z;
  out[AXIS + 3] = segmentOrigin[o + 1] * z - segmentOrigin[o + 2] * y;
  out[AXIS + 4] = segmentOrigin[o + 2] * x - segmentOrigin[o] * z;
  out[AXIS + 5] = segmentOrigin[o] * y - segmentOrigin[o + 1] * x;
}
