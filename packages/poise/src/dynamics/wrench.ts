/** What the ground must give for a motion to happen. */
import type { Body } from '../body/body.ts';
import type { Workspace } from './workspace.ts';

/** Acceleration of free fall [m/s²], along −y. */
export const GRAVITY = 9.81;

/** How segments count: 1 with their full inertia, 0 as the point masses of [Tak00]. */
export type SegmentInertia = 0 | 1;

/** Wrench needed from the ground about the world origin, out = (Mo [N·m]; F [N]), six numbers: moment, then force.
 *  F = Σ mᵢ (r̈ᵢ + g ŷ), Mo = Σ rᵢ × mᵢ (r̈ᵢ + g ŷ) + seg·(Iᵢ αᵢ + ωᵢ × Iᵢ ωᵢ); [Tak00] eq. 2–3 when seg = 0.
 *  Needs the acceleration level.
 *
 * ```ts
 * groundWrench(wrench, body, ws); // then the ZMP on y = 0 is
 * const zmp: Vec3 = [wrench[2] / wrench[4], 0, -wrench[0] / wrench[4]];
 * ```
 */
export function groundWrench(out: Float64Array, body: Body, ws: Workspace, seg: SegmentInertia = 1): void {
  const { com, linearMomentumRate } = ws;
  const rate = seg === 1 ? ws.angularMomentumRate : ws.orbitalMomentumRate;
  const fx = linearMomentumRate[0];
  const fy = linearMomentumRate[1] + body.totalMass * GRAVITY;
  const fz = linearMomentumRate[2];
  out[0] = rate[0] + com[1] * fz - com[2] * fy;
  out[1] = rate[1] + com[2] * fx - com[0] * fz;
  out[2] = rate[2] + com[0] * fy - com[1] * fx;
  out[3] = fx;
  out[4] = fy;
  out[5] = fz;
}

/** Turns a wrench (moment; force) about the vertical, in place. yaw [rad]. */
export function turnWrench(w: Float64Array, yaw: number): void {
  if (yaw === 0) return;
  const c = Math.cos(yaw);
  const s = Math.sin(yaw);
  for (let o = 0; o < 6; o += 3) {
    const x = w[o];
    const z = w[o + 2];
    w[o] = c * x + s * z;
    w[o + 2] = c * z - s * x;
  }
}
