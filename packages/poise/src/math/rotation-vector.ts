/** How rotation vectors change as a frame turns. */
import type { ReadonlyVector } from './types.ts';

const PLAIN = 2.9; // [rad] towards half a turn the rate has no bound: beyond this the plain axis is used

/** out = the row r with d/dt (a · φ) = r · ω, for a frame turned by the rotation vector φ (at i) with angular velocity ω in its own axes, and an
 *  axis a (at j): rᵀ = aᵀ(1 + ½[φ]× + c[φ]×²), c = 1/θ² − (1 + cos θ)/(2 θ sin θ). */
export function writeTurnRate(
  out: Float64Array,
  phi: ReadonlyVector,
  i: number,
  axis: ReadonlyVector,
  j: number,
): void {
  const px = phi[i];
  const py = phi[i + 1];
  const pz = phi[i + 2];
  const x = axis[j];
  const y = axis[j + 1];
  const z = axis[j + 2];
  const square = px * px + py * py + pz * pz;
  const angle = Math.sqrt(square);
  const isPlain = angle > PLAIN;
  const c = angle < 1e-3 ? 1 / 12 : isPlain ? 0 : 1 / square - (1 + Math.cos(angle)) / (2 * angle * Math.sin(angle));
  const half = isPlain ? 0 : 0.5;
  // aᵀ[φ]× = (a × φ)ᵀ
  const ux = y * pz - z * py;
  const uy = z * px - x * pz;
  const uz = x * py - y * px;
  out[0] = x + half * ux + c * (uy * pz - uz * py);
  out[1] = y + half * uy + c * (uz * px - ux * pz);
  out[2] = z + half * uz + c * (ux * py - uy * px);
}
