/**
 * Smooth centroidal motion: CoM and angular momentum with the derivatives that forces are computed from. Filtering these
 * six signals instead of every joint is the same linear filter on the ground wrench, at a fraction of the cost.
 */
import { firstDerivative, secondDerivative } from '../math/derivative.ts';
import { lowPass } from '../math/low-pass.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { BodyTrace } from './trace.ts';

export interface CentroidalMotion {
  readonly com: Float64Array; // frames×3 [m]
  readonly velocity: Float64Array; // frames×3 [m/s]
  readonly acceleration: Float64Array; // frames×3 [m/s²]
  readonly angularMomentum: Float64Array; // frames×3 [kg·m²/s]
  readonly angularMomentumRate: Float64Array; // frames×3 [N·m]
  readonly cutoff: number; // [Hz]; Infinity when unfiltered
}

/** Low-passes the trace at `cutoff` [Hz] (Infinity: not at all) and differentiates it. */
export function smoothCentroidal(trace: BodyTrace, cutoff: number): CentroidalMotion {
  const { frameTime } = trace;
  const com = trace.com.slice();
  const angularMomentum = trace.angularMomentum.slice();
  lowPass(com, 3, 1 / frameTime, cutoff);
  lowPass(angularMomentum, 3, 1 / frameTime, cutoff);
  const velocity = new Float64Array(com.length);
  const acceleration = new Float64Array(com.length);
  const angularMomentumRate = new Float64Array(com.length);
  firstDerivative(velocity, com, 3, frameTime);
  secondDerivative(acceleration, com, 3, frameTime);
  firstDerivative(angularMomentumRate, angularMomentum, 3, frameTime);
  return { com, velocity, acceleration, angularMomentum, angularMomentumRate, cutoff };
}

/** Standard deviation [m] of white noise on the CoM, from its fourth differences (variance 70 σ² for white noise). The
 *  median makes it blind to real events such as landings. Zero for fewer than 9 frames. */
export function comNoise(com: ReadonlyVector): number {
  const frames = com.length / 3;
  if (frames < 9) return 0;
  const sizes = new Float64Array(3 * (frames - 4));
  for (let i = 0; i < sizes.length; i++) {
    sizes[i] = Math.abs(com[i] - 4 * com[i + 3] + 6 * com[i + 6] - 4 * com[i + 9] + com[i + 12]);
  }
  sizes.sort();
  return sizes[sizes.length >> 1] / 0.6745 / Math.sqrt(70);
}

/** Standard deviation [m/s²] of acceleration that white position noise leaves below `cutoff` [Hz]: the spectrum
 *  2σ²/rate · (2πf)⁴ integrated from 0 to the cutoff. */
export function accelerationNoise(noise: number, rate: number, cutoff: number): number {
  const top = Math.min(cutoff, rate / 2);
  return noise * Math.sqrt((2 / rate) * (2 * Math.PI) ** 4 * (top ** 5 / 5));
}
