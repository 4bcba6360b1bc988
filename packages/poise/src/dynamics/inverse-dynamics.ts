/** Joint torques of a motion by the recursive Newton–Euler method, O(n). */
import type { Body } from '../body/body.ts';
import { applyTransposed3 } from '../math/mat3.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { forwardAcceleration, forwardKinematics, forwardVelocity } from './kinematics.ts';
import type { Workspace } from './workspace.ts';
import { GRAVITY } from './wrench.ts';

/** tau (nv) = what must act on each degree of freedom for the motion (q, v, a) to happen under gravity: joint torques in
 *  the joints' own frames [N·m]; the root's rows are the force in world axes [N] and the moment about the root's origin
 *  in the root's frame [N·m] that only the ground or another outside force can give. `external` holds known wrenches on
 *  the segments, n×6: moment about the world origin, then force; they are subtracted. Writes all levels of ws.
 *
 * ```ts
 * inverseDynamics(tau, body, ws, q, v, a);
 * const residualForce = [tau[0], tau[1], tau[2]];
 * ```
 */
export function inverseDynamics(
  tau: Float64Array,
  body: Body,
  ws: Workspace,
  q: ReadonlyVector,
  v: ReadonlyVector,
  a: ReadonlyVector,
  external?: ReadonlyVector,
): void {
  forwardKinematics(body, ws, q);
  forwardVelocity(body, ws, v);
  forwardAcceleration(body, ws, a);
  jointTorques(tau, body, ws, external);
}

/** The same for a motion whose acceleration level is already in ws. */
export function jointTorques(tau: Float64Array, body: Body, ws: Workspace, external?: ReadonlyVector): void {
  const { parents } = body.skeleton;
  const { segmentOrigin, worldFromSegment } = ws;
  const { wrench } = ws.scratch;
  for (let i = 0; i < parents.length; i++) writeOwnWrench(wrench, body, ws, i);
  if (external) for (let i = 0; i < parents.length; i++) subtractExternal(wrench, ws, external, i);
  for (let i = parents.length - 1; i >= 0; i--) {
    const w = 6 * i;
    applyTransposed3(tau, 3 + 3 * i, worldFromSegment, 9 * i, wrench, w);
    if (i === 0) break;
    // hand the wrench to the parent, about the parent's origin
    const o = 3 * i;
    const p = 3 * parents[i];
    const dx = segmentOrigin[o] - segmentOrigin[p];
    const dy = segmentOrigin[o + 1] - segmentOrigin[p + 1];
    const dz = segmentOrigin[o + 2] - segmentOrigin[p + 2];
    const fx = wrench[w + 3];
    const fy = wrench[w + 4];
    const fz = wrench[w + 5];
    wrench[2 * p] += wrench[w] + dy * fz - dz * fy;
    wrench[2 * p + 1] += wrench[w + 1] + dz * fx - dx * fz;
    wrench[2 * p + 2] += wrench[w + 2] + dx * fy - dy * fx;
    wrench[2 * p + 3] += fx;
    wrench[2 * p + 4] += fy;
    wrench[2 * p + 5] += fz;
  }
  tau[0] = wrench[3];
  tau[1] = wrench[4];
  tau[2] = wrench[5];
}

/** (moment about the joint's origin; force) that the motion of one segment asks for. */
function writeOwnWrench(out: Float64Array, body: Body, ws: Workspace, segment: number): void {
  const { segmentOrigin, segmentCom, segmentComAcceleration, segmentSpinRate } = ws;
  const o = 3 * segment;
  const w = 6 * segment;
  const m = body.mass[segment];
  if (m === 0) {
    out.fill(0, w, w + 6);
    return;
  }
  const fx = m * segmentComAcceleration[o];
  const fy = m * (segmentComAcceleration[o + 1] + GRAVITY);
  const fz = m * segmentComAcceleration[o + 2];
  const dx = segmentCom[o] - segmentOrigin[o];
  const dy = segmentCom[o + 1] - segmentOrigin[o + 1];
  const dz = segmentCom[o + 2] - segmentOrigin[o + 2];
  out[w] = segmentSpinRate[o] + dy * fz - dz * fy;
  out[w + 1] = segmentSpinRate[o + 1] + dz * fx - dx * fz;
  out[w + 2] = segmentSpinRate[o + 2] + dx * fy - dy * fx;
  out[w + 3] = fx;
  out[w + 4] = fy;
  out[w + 5] = fz;
}

/** An external wrench, given about the world origin, moved to the joint's origin. */
function subtractExternal(out: Float64Array, ws: Workspace, external: ReadonlyVector, segment: number): void {
  const { segmentOrigin } = ws;
  const o = 3 * segment;
  const w = 6 * segment;
  const fx = external[w + 3];
  const fy = external[w + 4];
  const fz = external[w + 5];
  out[w] -= external[w] - segmentOrigin[o + 1] * fz + segmentOrigin[o + 2] * fy;
  out[w + 1] -= external[w + 1] - segmentOrigin[o + 2] * fx + segmentOrigin[o] * fz;
  out[w + 2] -= external[w + 2] - segmentOrigin[o] * fy + segmentOrigin[o + 1] * fx;
  out[w + 3] -= fx;
  out[w + 4] -= fy;
  out[w + 5] -= fz;
}
