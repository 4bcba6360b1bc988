/**
 * Smooth centroidal motion: CoM and angular momentum with the derivatives that forces are computed from. Filtering these
 * six signals instead of every joint is the same linear filter on the ground wrench, at a fraction of the cost.
 */
import { firstDerivative, secondDerivative } from '../math/derivative.ts';
import { lowPass } from '../math/low-pass.ts';
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
