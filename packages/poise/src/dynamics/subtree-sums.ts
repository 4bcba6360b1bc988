/**
 * Sums over subtrees about one reference point, on the way to matrices: each joint gets what it carries. Only joints that
 * move mass are visited. Points come as arrays: a number handed to a function that is not inlined costs an allocation. Row k of a sum describes segment k and everything that hangs on it.
 */
import type { Body } from '../body/body.ts';
import { turnSymmetric3 } from '../math/mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { Workspace } from './workspace.ts';
import { GRAVITY, type SegmentInertia } from './wrench.ts';

/** The world origin, or at rest. */
export const ZERO: ReadonlyVector = new Float64Array(3);

/** Writes scratch.turned (world inertia of each segment) and scratch.moment and .inertia about a point. Needs the position
 *  level. */
export function sumInertia(body: Body, ws: Workspace, point: ReadonlyVector, seg: SegmentInertia = 1): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const { moving, worldFromSegment, segmentCom } = ws;
  const { moment, inertia, turned } = ws.scratch;
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    const m = body.mass[i];
    const rx = segmentCom[3 * i] - x;
    const ry = segmentCom[3 * i + 1] - y;
    const rz = segmentCom[3 * i + 2] - z;
    const hx = m * rx;
    const hy = m * ry;
    const hz = m * rz;
    const o = 6 * i;
    if (m > 0 && seg === 1) turnSymmetric3(turned, o, worldFromSegment, 9 * i, body.inertiaInSegment, o);
    else turned.fill(0, o, o + 6);
    moment[3 * i] = hx;
    moment[3 * i + 1] = hy;
    moment[3 * i + 2] = hz;
    inertia[o] = turned[o] + hy * ry + hz * rz;
    inertia[o + 1] = turned[o + 1] + hx * rx + hz * rz;
    inertia[o + 2] = turned[o + 2] + hx * rx + hy * ry;
    inertia[o + 3] = turned[o + 3] - hx * ry;
    inertia[o + 4] = turned[o + 4] - hx * rz;
    inertia[o + 5] = turned[o + 5] - hy * rz;
  }
  gather(body, ws, moment, 3);
  gather(body, ws, inertia, 6);
}

/** Writes scratch.momentum and .swirl about a point, with velocities relative to another. Needs the velocity level and
 *  sumInertia. */
export function sumMotion(body: Body, ws: Workspace, point: ReadonlyVector, velocity: ReadonlyVector): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const ux = velocity[0];
  const uy = velocity[1];
  const uz = velocity[2];
  const { moving, segmentCom, segmentComVelocity } = ws;
  const { momentum, swirl } = ws.scratch;
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    const o = 3 * i;
    const d = 9 * i;
    const m = body.mass[i];
    const px = m * (segmentComVelocity[o] - ux);
    const py = m * (segmentComVelocity[o + 1] - uy);
    const pz = m * (segmentComVelocity[o + 2] - uz);
    const rx = segmentCom[o] - x;
    const ry = segmentCom[o + 1] - y;
    const rz = segmentCom[o + 2] - z;
    momentum[o] = px;
    momentum[o + 1] = py;
    momentum[o + 2] = pz;
    swirl[d] = px * rx;
    swirl[d + 1] = px * ry;
    swirl[d + 2] = px * rz;
    swirl[d + 3] = py * rx;
    swirl[d + 4] = py * ry;
    swirl[d + 5] = py * rz;
    swirl[d + 6] = pz * rx;
    swirl[d + 7] = pz * ry;
    swirl[d + 8] = pz * rz;
    if (m > 0) addSpinSwirl(ws, i);
  }
  gather(body, ws, momentum, 3);
  gather(body, ws, swirl, 9);
}

/** swirl += [ω]× J, J = ½ tr(I) 1 − I: the part of ∫ u rᵀ dm that comes from a segment turning about its own CoM. */
function addSpinSwirl(ws: Workspace, segment: number): void {
  const { turned, swirl } = ws.scratch;
  const o = 6 * segment;
  const d = 9 * segment;
  const wx = ws.angularVelocity[3 * segment];
  const wy = ws.angularVelocity[3 * segment + 1];
  const wz = ws.angularVelocity[3 * segment + 2];
  const half = 0.5 * (turned[o] + turned[o + 1] + turned[o + 2]);
  const jxx = half - turned[o];
  const jyy = half - turned[o + 1];
  const jzz = half - turned[o + 2];
  const jxy = -turned[o + 3];
  const jxz = -turned[o + 4];
  const jyz = -turned[o + 5];
  swirl[d] += wy * jxz - wz * jxy;
  swirl[d + 1] += wy * jyz - wz * jyy;
  swirl[d + 2] += wy * jzz - wz * jyz;
  swirl[d + 3] += wz * jxx - wx * jxz;
  swirl[d + 4] += wz * jxy - wx * jyz;
  swirl[d + 5] += wz * jxz - wx * jzz;
  swirl[d + 6] += wx * jxy - wy * jxx;
  swirl[d + 7] += wx * jyy - wy * jxy;
  swirl[d + 8] += wx * jyz - wy * jxz;
}

/** Writes scratch.wrench: (moment about the world origin; force) that each subtree's motion asks for, against gravity.
 *  Needs the acceleration level. */
export function sumWrench(body: Body, ws: Workspace, seg: SegmentInertia = 1): void {
  const { moving, segmentCom, segmentComAcceleration, segmentSpinRate } = ws;
  const { wrench } = ws.scratch;
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    const o = 3 * i;
    const m = body.mass[i];
    const fx = m * segmentComAcceleration[o];
    const fy = m * (segmentComAcceleration[o + 1] + GRAVITY);
    const fz = m * segmentComAcceleration[o + 2];
    const rx = segmentCom[o];
    const ry = segmentCom[o + 1];
    const rz = segmentCom[o + 2];
    const w = 6 * i;
    wrench[w] = ry * fz - rz * fy + seg * segmentSpinRate[o];
    wrench[w + 1] = rz * fx - rx * fz + seg * segmentSpinRate[o + 1];
    wrench[w + 2] = rx * fy - ry * fx + seg * segmentSpinRate[o + 2];
    wrench[w + 3] = fx;
    wrench[w + 4] = fy;
    wrench[w + 5] = fz;
  }
  gather(body, ws, wrench, 6);
}

/** Adds every row to its parent's, children first. */
function gather(body: Body, ws: Workspace, rows: Float64Array, width: number): void {
  const { parents } = body.skeleton;
  const { moving } = ws;
  for (let k = moving.length - 1; k > 0; k--) {
    const i = width * moving[k];
    const p = width * parents[moving[k]];
    for (let c = 0; c < width; c++) rows[p + c] += rows[i + c];
  }
}
