/**
 * Positions, velocities and accelerations of all segments, and with them the centre of mass, the momenta and their
 * rates: one pass over the tree each, parents first. Call in this order; each level needs the one before.
 */
import type { Body } from '../body/body.ts';
import { apply3, transformPoint3 } from '../math/mat3.ts';
import { multiplyQuat } from '../math/quat.ts';
import { mat3FromQuat } from '../math/quat-mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { copy3 } from '../math/vec3.ts';
import { sumMomentum, sumMomentumRate } from './momentum.ts';
import type { Workspace } from './workspace.ts';

/** Writes the position level of ws for the pose that starts at q[offset] (nq numbers, unit quaternions).
 *
 * ```ts
 * for (let frame = 0; frame < clip.frameCount; frame++) forwardKinematics(body, ws, clip.q, frame * nq);
 * ```
 */
export function forwardKinematics(body: Body, ws: Workspace, q: ReadonlyVector, offset = 0): void {
  const { parents, offsets } = body.skeleton;
  const { segmentOrigin, segmentRotation, worldFromSegment } = ws;
  copy3(segmentOrigin, 0, q, offset);
  for (let k = 0; k < 4; k++) segmentRotation[k] = q[offset + 3 + k];
  mat3FromQuat(worldFromSegment, 0, segmentRotation, 0);
  for (let i = 1; i < parents.length; i++) {
    const p = parents[i];
    // world←segment = world←parent · parent←segment
    multiplyQuat(segmentRotation, 4 * i, segmentRotation, 4 * p, q, offset + 3 + 4 * i);
    mat3FromQuat(worldFromSegment, 9 * i, segmentRotation, 4 * i);
    transformPoint3(segmentOrigin, 3 * i, segmentOrigin, 3 * p, worldFromSegment, 9 * p, offsets, 3 * i);
  }
  placeCom(body, ws);
}

/** Centres of mass of the segments and of the whole body. */
function placeCom(body: Body, ws: Workspace): void {
  const { mass, comInSegment, totalMass } = body;
  const { segmentOrigin, worldFromSegment, segmentCom, com } = ws;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < mass.length; i++) {
    const m = mass[i];
    if (m === 0) {
      copy3(segmentCom, 3 * i, segmentOrigin, 3 * i);
      continue;
    }
    transformPoint3(segmentCom, 3 * i, segmentOrigin, 3 * i, worldFromSegment, 9 * i, comInSegment, 3 * i);
    x += m * segmentCom[3 * i];
    y += m * segmentCom[3 * i + 1];
    z += m * segmentCom[3 * i + 2];
  }
  const s = 1 / totalMass;
  com[0] = s * x;
  com[1] = s * y;
  com[2] = s * z;
}

/** Writes the velocity level of ws for the velocity that starts at v[offset] (nv numbers: root linear velocity in world
 *  axes, then each joint's angular velocity in its own frame). Needs the position level. */
export function forwardVelocity(body: Body, ws: Workspace, v: ReadonlyVector, offset = 0): void {
  const { parents } = body.skeleton;
  const { segmentOrigin, worldFromSegment, originVelocity, angularVelocity } = ws;
  copy3(originVelocity, 0, v, offset);
  apply3(angularVelocity, 0, worldFromSegment, 0, v, offset + 3);
  for (let i = 1; i < parents.length; i++) {
    const o = 3 * i;
    const p = 3 * parents[i];
    // the origin moves with the parent: u = u_p + ω_p × d
    const wx = angularVelocity[p];
    const wy = angularVelocity[p + 1];
    const wz = angularVelocity[p + 2];
    const dx = segmentOrigin[o] - segmentOrigin[p];
    const dy = segmentOrigin[o + 1] - segmentOrigin[p + 1];
    const dz = segmentOrigin[o + 2] - segmentOrigin[p + 2];
    originVelocity[o] = originVelocity[p] + wy * dz - wz * dy;
    originVelocity[o + 1] = originVelocity[p + 1] + wz * dx - wx * dz;
    originVelocity[o + 2] = originVelocity[p + 2] + wx * dy - wy * dx;
    transformPoint3(angularVelocity, o, angularVelocity, p, worldFromSegment, 9 * i, v, offset + 3 + o);
  }
  sumMomentum(body, ws);
}

/** Writes the acceleration level of ws for a = dv/dt that starts at a[offset] (nv numbers, components as in v). Needs the
 *  velocity level. */
export function forwardAcceleration(body: Body, ws: Workspace, a: ReadonlyVector, offset = 0): void {
  const { originAcceleration, angularAcceleration } = ws;
  copy3(originAcceleration, 0, a, offset);
  apply3(angularAcceleration, 0, ws.worldFromSegment, 0, a, offset + 3);
  for (let i = 1; i < body.skeleton.parents.length; i++) {
    apply3(angularAcceleration, 3 * i, ws.worldFromSegment, 9 * i, a, offset + 3 + 3 * i);
    addParentAcceleration(originAcceleration, angularAcceleration, ws, i, body.skeleton.parents[i]);
  }
  sumMomentumRate(body, ws);
}

/** Joint i on its parent p: u̇ = u̇_p + α_p × d + ω_p × (ω_p × d); α += α_p + ω_p × ω, the last because the joint's own
 *  angular velocity ω − ω_p is constant in a frame that turns. `angular` enters holding R a of the joint. */
export function addParentAcceleration(
  origin: Float64Array,
  angular: Float64Array,
  ws: Workspace,
  joint: number,
  parent: number,
): void {
  const { segmentOrigin, angularVelocity } = ws;
  const o = 3 * joint;
  const p = 3 * parent;
  const wx = angularVelocity[p];
  const wy = angularVelocity[p + 1];
  const wz = angularVelocity[p + 2];
  const ax = angular[p];
  const ay = angular[p + 1];
  const az = angular[p + 2];
  const dx = segmentOrigin[o] - segmentOrigin[p];
  const dy = segmentOrigin[o + 1] - segmentOrigin[p + 1];
  const dz = segmentOrigin[o + 2] - segmentOrigin[p + 2];
  const tx = wy * dz - wz * dy;
  const ty = wz * dx - wx * dz;
  const tz = wx * dy - wy * dx;
  origin[o] = origin[p] + ay * dz - az * dy + wy * tz - wz * ty;
  origin[o + 1] = origin[p + 1] + az * dx - ax * dz + wz * tx - wx * tz;
  origin[o + 2] = origin[p + 2] + ax * dy - ay * dx + wx * ty - wy * tx;
  const ux = angularVelocity[o];
  const uy = angularVelocity[o + 1];
  const uz = angularVelocity[o + 2];
  angular[o] += ax + wy * uz - wz * uy;
  angular[o + 1] += ay + wz * ux - wx * uz;
  angular[o + 2] += az + wx * uy - wy * ux;
}
