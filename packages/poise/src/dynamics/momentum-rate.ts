/**
 * How the centroidal momentum matrix A changes with time: (Ḣ; L̇) = A a + Ȧ v. The bias Ȧ v alone is cheaper than the
 * matrix Ȧ. Layout as A: three angular rows, then three linear rows, 6 × nv, row-major.
 */
import type { Body } from '../body/body.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { addParentAcceleration } from './kinematics.ts';
import { sumRates } from './momentum.ts';
import { expandCross, writeMomentumMaps, writeProduct } from './momentum-matrix.ts';
import { sumInertia, sumMotion } from './subtree-sums.ts';
import type { Workspace } from './workspace.ts';

/** out = Ȧ v, six numbers (angular; linear): the momentum rates at zero generalised acceleration. Needs the velocity
 *  level; leaves the acceleration level alone. */
export function centroidalMomentumBias(out: Float64Array, body: Body, ws: Workspace): void {
  const { parents } = body.skeleton;
  const { biasOrigin, biasAngular, biasCom, biasSpin, rates } = ws.scratch;
  biasOrigin.fill(0);
  biasAngular.fill(0);
  for (let i = 1; i < parents.length; i++) addParentAcceleration(biasOrigin, biasAngular, ws, i, parents[i]);
  sumRates(body, ws, biasOrigin, biasAngular, biasCom, biasSpin);
  for (let k = 0; k < 3; k++) {
    out[k] = rates[3 + k] + rates[6 + k];
    out[3 + k] = rates[k];
  }
}

/** out = Ȧ, 6 × nv. Needs the velocity level.
 *
 * With positions and velocities relative to the CoM and its velocity, the maps of momentum-matrix.ts are differentiated
 * term by term: ḣ is the momentum of the subtree, İ = 2 tr(D) 1 − D − Dᵀ with D its swirl, ṡ = ω × s. */
export function centroidalMomentumRateMatrix(out: Float64Array, body: Body, ws: Workspace): void {
  const { moving, worldFromSegment } = ws;
  const { block } = ws.scratch;
  const nv = freedomCount(body.skeleton);
  sumInertia(body, ws, ws.com);
  sumMotion(body, ws, ws.com, ws.comVelocity);
  // the columns of the root's translation and of joints that carry nothing do not change
  out.fill(0, 0, 6 * nv);
  for (let k = 0; k < moving.length; k++) {
    const i = moving[k];
    writeMomentumMaps(block, ws, i);
    writeMapRates(block, 18, ws, i);
    writeTurnRate(block, 36, ws, i);
    const angular = 3 + 3 * i;
    const linear = angular + 3 * nv;
    writeProduct(out, nv, angular, block, 18, worldFromSegment, 9 * i);
    addProduct(out, nv, angular, block, 0, block, 36);
    writeProduct(out, nv, linear, block, 27, worldFromSegment, 9 * i);
    addProduct(out, nv, linear, block, 9, block, 36);
  }
}

/** d/dt of the two maps at constant s: İ + ȯ hᵀ + o ḣᵀ − (ḣ·o + h·ȯ) 1 and −[ḣ − m ȯ]×. */
function writeMapRates(out: Float64Array, at: number, ws: Workspace, joint: number): void {
  const { segmentOrigin, originVelocity, com, comVelocity, subtreeMass } = ws;
  const { moment, momentum, swirl } = ws.scratch;
  const k = 3 * joint;
  const d = 9 * joint;
  const m = subtreeMass[joint];
  const trace = 2 * (swirl[d] + swirl[d + 4] + swirl[d + 8]);
  let dot = 0;
  for (let row = 0; row < 3; row++) {
    const o = segmentOrigin[k + row] - com[row];
    const u = originVelocity[k + row] - comVelocity[row];
    out[at + 9 + row] = momentum[k + row] - m * u;
    dot += momentum[k + row] * o + moment[k + row] * u;
    for (let column = 0; column < 3; column++) {
      const swirls = swirl[d + 3 * row + column] + swirl[d + 3 * column + row];
      out[at + 3 * row + column] = u * moment[k + column] + o * momentum[k + column] - swirls;
    }
  }
  for (let row = 0; row < 3; row++) out[at + 4 * row] += trace - dot;
  expandCross(out, at + 9);
}

/** Ṙ = [ω]× R of a segment. */
function writeTurnRate(out: Float64Array, at: number, ws: Workspace, segment: number): void {
  const { worldFromSegment: r, angularVelocity } = ws;
  const wx = angularVelocity[3 * segment];
  const wy = angularVelocity[3 * segment + 1];
  const wz = angularVelocity[3 * segment + 2];
  for (let column = 0; column < 3; column++) {
    const x = r[9 * segment + column];
    const y = r[9 * segment + 3 + column];
    const z = r[9 * segment + 6 + column];
    out[at + column] = wy * z - wz * y;
    out[at + 3 + column] = wz * x - wx * z;
    out[at + 6 + column] = wx * y - wy * x;
  }
}

/** As writeProduct, but adds. */
function addProduct(
  out: Float64Array,
  nv: number,
  at: number,
  m: ReadonlyVector,
  i: number,
  r: ReadonlyVector,
  j: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x = m[i + 3 * row];
    const y = m[i + 3 * row + 1];
    const z = m[i + 3 * row + 2];
    const o = at + row * nv;
    out[o] += x * r[j] + y * r[j + 3] + z * r[j + 6];
    out[o + 1] += x * r[j + 1] + y * r[j + 4] + z * r[j + 7];
    out[o + 2] += x * r[j + 2] + y * r[j + 5] + z * r[j + 8];
  }
}
