/**
 * How the centroidal momentum matrix A changes with time: (Ḣ; L̇) = A a + Ȧ v. The bias Ȧ v alone is cheaper than the
 * matrix Ȧ. Layout as A: three angular rows, then three linear rows, 6 × nv, row-major.
 */
import type { Body } from '../body/body.ts';
import { freedomCount } from '../motion/skeleton.ts';
import { addParentAcceleration } from './kinematics.ts';
import { sumRates } from './momentum.ts';
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
 * With positions and velocities relative to the CoM and its velocity, the columns of momentum-matrix.ts, H = N s and
 * L = s × e, are differentiated term by term: Ḣ = Ṅ s + N ṡ, L̇ = ṡ × e + s × ė, ṡ = ω × s. */
export function centroidalMomentumRateMatrix(out: Float64Array, body: Body, ws: Workspace): void {
  const { moving } = ws;
  const nv = freedomCount(body.skeleton);
  sumInertia(body, ws, ws.com);
  sumMotion(body, ws, ws.com, ws.comVelocity);
  // the columns of the root's translation and of joints that carry nothing do not change
  out.fill(0, 0, 6 * nv);
  for (let k = 0; k < moving.length; k++) {
    writeMaps(ws, moving[k]);
    writeRateColumns(out, nv, ws, moving[k]);
  }
}

/** Places in scratch.block. */
const N = 0;
const N_RATE = 9;
const E = 18;
const E_RATE = 21;

/** N = I + o hᵀ − (h·o) 1, e = h − m o of a joint, and their rates: ḣ is the momentum of the subtree,
 *  İ = 2 tr(D) 1 − D − Dᵀ with D its swirl. */
function writeMaps(ws: Workspace, joint: number): void {
  const { segmentOrigin, originVelocity, com, comVelocity, subtreeMass } = ws;
  const { block, moment, inertia, momentum, swirl } = ws.scratch;
  const k = 3 * joint;
  const d = 9 * joint;
  const m = subtreeMass[joint];
  let dot = 0;
  let dotRate = 0;
  for (let row = 0; row < 3; row++) {
    const o = segmentOrigin[k + row] - com[row];
    const u = originVelocity[k + row] - comVelocity[row];
    const h = moment[k + row];
    const p = momentum[k + row];
    block[E + row] = h - m * o;
    block[E_RATE + row] = p - m * u;
    dot += h * o;
    dotRate += p * o + h * u - 2 * swirl[d + 4 * row];
    for (let c = 0; c < 3; c++) {
      const at = 3 * row + c;
      block[N + at] = o * moment[k + c];
      block[N_RATE + at] = u * moment[k + c] + o * momentum[k + c] - swirl[d + at] - swirl[d + 3 * c + row];
    }
  }
  for (let row = 0; row < 3; row++) {
    block[N + 4 * row] += inertia[6 * joint + row] - dot;
    block[N_RATE + 4 * row] -= dotRate;
  }
  for (let pair = 0; pair < 3; pair++) {
    // xy, xz, yz and their mirror images
    const upper = pair === 2 ? 5 : 1 + pair;
    const lower = pair === 0 ? 3 : 5 + pair;
    block[N + upper] += inertia[6 * joint + 3 + pair];
    block[N + lower] += inertia[6 * joint + 3 + pair];
  }
}

/** The three columns of a joint from what writeMaps left in scratch.block. */
function writeRateColumns(out: Float64Array, nv: number, ws: Workspace, joint: number): void {
  const { worldFromSegment, angularVelocity } = ws;
  const { block } = ws.scratch;
  const wx = angularVelocity[3 * joint];
  const wy = angularVelocity[3 * joint + 1];
  const wz = angularVelocity[3 * joint + 2];
  const ex = block[E];
  const ey = block[E + 1];
  const ez = block[E + 2];
  const dx = block[E_RATE];
  const dy = block[E_RATE + 1];
  const dz = block[E_RATE + 2];
  for (let c = 0; c < 3; c++) {
    const x = worldFromSegment[9 * joint + c];
    const y = worldFromSegment[9 * joint + 3 + c];
    const z = worldFromSegment[9 * joint + 6 + c];
    const tx = wy * z - wz * y;
    const ty = wz * x - wx * z;
    const tz = wx * y - wy * x;
    const column = 3 + 3 * joint + c;
    for (let row = 0; row < 3; row++) {
      const at = 3 * row;
      out[row * nv + column] =
        block[N_RATE + at] * x +
        block[N_RATE + at + 1] * y +
        block[N_RATE + at + 2] * z +
        block[N + at] * tx +
        block[N + at + 1] * ty +
        block[N + at + 2] * tz;
    }
    out[3 * nv + column] = ty * ez - tz * ey + y * dz - z * dy;
    out[4 * nv + column] = tz * ex - tx * ez + z * dx - x * dz;
    out[5 * nv + column] = tx * ey - ty * ex + x * dy - y * dx;
  }
}
