/**
 * Zero moment point: where on the floor the ground's push must act. All in the level frame: floor y = 0, gravity −y.
 */
import type { Body } from '../body/body.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { CentroidalMotion } from './centroidal.ts';

/** Below this share of the body's weight the ZMP is a quotient of two small numbers and is left undefined. */
export const LEAST_LOAD = 0.05;

export interface GroundReaction {
  readonly force: Float64Array; // frames×3 [N]
  readonly zmp: Float64Array; // frames×3 [m] on the ground; NaN below LEAST_LOAD
  readonly capturePoint: Float64Array; // frames×3 [m] on the ground
}

/** Force and ZMP that the motion asks of the floor. `external`: wrench of known pushes and loads about the world origin,
 *  frames × 6 (moment; force), or undefined. `floor`: height of the ground that carries the body, per frame. `spin`: share by which the rate of angular momentum counts (SOFT_BODY). [Tak00] eq. 2–3 with full inertia:
 *  p = ŷ × Mo / F_y. */
export function groundReaction(
  body: Body,
  motion: CentroidalMotion,
  external: Float64Array | undefined,
  floor: ReadonlyVector,
  spin = 1,
): GroundReaction {
  const frames = motion.com.length / 3;
  const m = body.totalMass;
  const force = new Float64Array(3 * frames);
  const zmp = new Float64Array(3 * frames);
  const capturePoint = new Float64Array(3 * frames);
  for (let frame = 0; frame < frames; frame++) {
    const i = 3 * frame;
    const cx = motion.com[i];
    const ground = floor[frame];
    const cy = motion.com[i + 1] - ground; // over the ground; moments are taken about the point of it below the origin
    const cz = motion.com[i + 2];
    let fx = m * motion.acceleration[i];
    let fy = m * (motion.acceleration[i + 1] + GRAVITY);
    let fz = m * motion.acceleration[i + 2];
    // Moment about the origin, horizontal components: c × F + dH/dt.
    let mx = cy * fz - cz * fy + spin * motion.angularMomentumRate[i];
    let mz = cx * fy - cy * fx + spin * motion.angularMomentumRate[i + 2];
    if (external) {
      mx -= external[6 * frame] - ground * external[6 * frame + 5];
      mz -= external[6 * frame + 2] + ground * external[6 * frame + 3];
      fx -= external[6 * frame + 3];
      fy -= external[6 * frame + 4];
      fz -= external[6 * frame + 5];
    }
    force[i] = fx;
    force[i + 1] = fy;
    force[i + 2] = fz;
    const loaded = fy > LEAST_LOAD * m * GRAVITY;
    zmp[i] = loaded ? mz / fy : Number.NaN;
    zmp[i + 1] = loaded ? ground : Number.NaN;
    zmp[i + 2] = loaded ? -mx / fy : Number.NaN;
    // Capture point of the linear pendulum: c + ċ √(h/g).
    const lag = Math.sqrt(Math.max(0.05, cy) / GRAVITY);
    capturePoint[i] = cx + lag * motion.velocity[i];
    capturePoint[i + 1] = ground;
    capturePoint[i + 2] = cz + lag * motion.velocity[i + 2];
  }
  return { force, zmp, capturePoint };
}
