/**
 * Momenta of the whole body and their rates, summed over the segments that carry mass. Called by forwardVelocity and
 * forwardAcceleration. Symbols: r CoM of a segment relative to the body's CoM, u its velocity, m its mass.
 */
import type { Body } from '../body/body.ts';
import { applyTurnedSymmetric3 } from '../math/mat3.ts';
import type { Workspace } from './workspace.ts';

/** L = Σ m u, H = Σ (r × m u + R I Rᵀ ω). */
export function sumMomentum(body: Body, ws: Workspace): void {
  const { massive, worldFromSegment, segmentCom, com, angularVelocity, segmentComVelocity, segmentSpin } = ws;
  let lx = 0;
  let ly = 0;
  let lz = 0;
  let hx = 0;
  let hy = 0;
  let hz = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let k = 0; k < massive.length; k++) {
    const i = massive[k];
    const o = 3 * i;
    comVelocityOf(segmentComVelocity, ws, o);
    applyTurnedSymmetric3(segmentSpin, o, worldFromSegment, 9 * i, body.inertiaInSegment, 6 * i, angularVelocity, o);
    const m = body.mass[i];
    const px = m * segmentComVelocity[o];
    const py = m * segmentComVelocity[o + 1];
    const pz = m * segmentComVelocity[o + 2];
    const rx = segmentCom[o] - com[0];
    const ry = segmentCom[o + 1] - com[1];
    const rz = segmentCom[o + 2] - com[2];
    lx += px;
    ly += py;
    lz += pz;
    hx += ry * pz - rz * py;
    hy += rz * px - rx * pz;
    hz += rx * py - ry * px;
    sx += segmentSpin[o];
    sy += segmentSpin[o + 1];
    sz += segmentSpin[o + 2];
  }
  const { linearMomentum, orbitalMomentum, angularMomentum } = ws;
  linearMomentum[0] = lx;
  linearMomentum[1] = ly;
  linearMomentum[2] = lz;
  orbitalMomentum[0] = hx;
  orbitalMomentum[1] = hy;
  orbitalMomentum[2] = hz;
  angularMomentum[0] = hx + sx;
  angularMomentum[1] = hy + sy;
  angularMomentum[2] = hz + sz;
  for (let c = 0; c < 3; c++) ws.comVelocity[c] = linearMomentum[c] / body.totalMass;
}

/** L̇ and Ḣ of the acceleration level. */
export function sumMomentumRate(body: Body, ws: Workspace): void {
  const { rates } = ws.scratch;
  sumRates(body, ws, ws.originAcceleration, ws.angularAcceleration, ws.segmentComAcceleration, ws.segmentSpinRate);
  for (let c = 0; c < 3; c++) {
    ws.linearMomentumRate[c] = rates[c];
    ws.comAcceleration[c] = rates[c] / body.totalMass;
    ws.orbitalMomentumRate[c] = rates[3 + c];
    ws.angularMomentumRate[c] = rates[3 + c] + rates[6 + c];
  }
}

/** Sums, from accelerations of origins and segments, into scratch.rates: L̇ = Σ m u̇, the orbital Σ r × m u̇ and the spin
 *  Σ (R I Rᵀ α + ω × R I Rᵀ ω). The terms of each segment go to comAcceleration and spinRate, n×3 each. */
export function sumRates(
  body: Body,
  ws: Workspace,
  origin: Float64Array,
  angular: Float64Array,
  comAcceleration: Float64Array,
  spinRate: Float64Array,
): void {
  const { massive, worldFromSegment } = ws;
  for (let k = 0; k < massive.length; k++) {
    const i = massive[k];
    const o = 3 * i;
    comAccelerationOf(comAcceleration, ws, origin, angular, o);
    applyTurnedSymmetric3(spinRate, o, worldFromSegment, 9 * i, body.inertiaInSegment, 6 * i, angular, o);
    addCross3(spinRate, o, ws.angularVelocity, ws.segmentSpin);
  }
  addUpRates(body, ws, comAcceleration, spinRate);
}

function addUpRates(body: Body, ws: Workspace, comAcceleration: Float64Array, spinRate: Float64Array): void {
  const { massive, segmentCom, com } = ws;
  const { rates } = ws.scratch;
  let lx = 0;
  let ly = 0;
  let lz = 0;
  let hx = 0;
  let hy = 0;
  let hz = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  for (let k = 0; k < massive.length; k++) {
    const o = 3 * massive[k];
    const m = body.mass[massive[k]];
    const fx = m * comAcceleration[o];
    const fy = m * comAcceleration[o + 1];
    const fz = m * comAcceleration[o + 2];
    const rx = segmentCom[o] - com[0];
    const ry = segmentCom[o + 1] - com[1];
    const rz = segmentCom[o + 2] - com[2];
    lx += fx;
    ly += fy;
    lz += fz;
    hx += ry * fz - rz * fy;
    hy += rz * fx - rx * fz;
    hz += rx * fy - ry * fx;
    sx += spinRate[o];
    sy += spinRate[o + 1];
    sz += spinRate[o + 2];
  }
  rates[0] = lx;
  rates[1] = ly;
  rates[2] = lz;
  rates[3] = hx;
  rates[4] = hy;
  rates[5] = hz;
  rates[6] = sx;
  rates[7] = sy;
  rates[8] = sz;
}

/** u = u_origin + ω × (com − origin) of the segment whose vectors start at o. */
function comVelocityOf(out: Float64Array, ws: Workspace, o: number): void {
  const { segmentOrigin, segmentCom, originVelocity, angularVelocity } = ws;
  const wx = angularVelocity[o];
  const wy = angularVelocity[o + 1];
  const wz = angularVelocity[o + 2];
  const dx = segmentCom[o] - segmentOrigin[o];
  const dy = segmentCom[o + 1] - segmentOrigin[o + 1];
  const dz = segmentCom[o + 2] - segmentOrigin[o + 2];
  out[o] = originVelocity[o] + wy * dz - wz * dy;
  out[o + 1] = originVelocity[o + 1] + wz * dx - wx * dz;
  out[o + 2] = originVelocity[o + 2] + wx * dy - wy * dx;
}

/** u̇ = u̇_origin + α × d + ω × (u − u_origin), d = com − origin, from given accelerations of origins and segments. */
function comAccelerationOf(
  out: Float64Array,
  ws: Workspace,
  origin: Float64Array,
  angular: Float64Array,
  o: number,
): void {
  const { segmentOrigin, segmentCom, originVelocity, segmentComVelocity, angularVelocity } = ws;
  const wx = angularVelocity[o];
  const wy = angularVelocity[o + 1];
  const wz = angularVelocity[o + 2];
  const ax = angular[o];
  const ay = angular[o + 1];
  const az = angular[o + 2];
  const dx = segmentCom[o] - segmentOrigin[o];
  const dy = segmentCom[o + 1] - segmentOrigin[o + 1];
  const dz = segmentCom[o + 2] - segmentOrigin[o + 2];
  const tx = segmentComVelocity[o] - originVelocity[o];
  const ty = segmentComVelocity[o + 1] - originVelocity[o + 1];
  const tz = segmentComVelocity[o + 2] - originVelocity[o + 2];
  out[o] = origin[o] + ay * dz - az * dy + wy * tz - wz * ty;
  out[o + 1] = origin[o + 1] + az * dx - ax * dz + wz * tx - wx * tz;
  out[o + 2] = origin[o + 2] + ax * dy - ay * dx + wx * ty - wy * tx;
}

/** out += a × b, all at the same offset. */
function addCross3(out: Float64Array, o: number, a: Float64Array, b: Float64Array): void {
  out[o] += a[o + 1] * b[o + 2] - a[o + 2] * b[o + 1];
  out[o + 1] += a[o + 2] * b[o] - a[o] * b[o + 2];
  out[o + 2] += a[o] * b[o + 1] - a[o + 1] * b[o];
}
