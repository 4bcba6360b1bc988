/** What follows the support of a step that is being planned: a pendulum over the new foot, or flight, over the clip's own time. */
import { pendulumFactors } from '../../gait/pendulum-law.ts';

/** Written over for every step that is looked at. */
export interface AfterSupport {
  zC: number; // [m] ZMP at toe-off, from the foot
  travel: number; // of the centre of mass's way that the ZMP goes along
  rate: number; // [1/s²] g/H; 0 in flight
  p: number; // [1/s²] rate (1 − travel)
  C: number;
  S: number;
  K: number;
}

export const createAfterSupport = (): AfterSupport => ({ zC: 0, travel: 0, rate: 0, p: 0, C: 0, S: 0, K: 0 });

export function writeAfterSupport(out: AfterSupport, zC: number, travel: number, rate: number, time: number): void {
  out.zC = zC;
  out.travel = travel;
  out.rate = rate;
  out.p = rate * (1 - travel);
  const { C, S, K } = pendulumFactors(out.p, time);
  out.C = C;
  out.S = S;
  out.K = K;
}

/** Writes x [m], from the foot, and v [m/s] at its end into out[o…], begun at x0 with v0. As singleLaw and flightLaw have it. */
export function writeEndOf(after: AfterSupport, out: Float64Array, o: number, x0: number, v0: number): void {
  const { zC, travel, p, rate, C, S, K } = after;
  const q = -rate * (zC - travel * x0);
  out[o] = x0 * C + v0 * S + q * K;
  out[o + 1] = p * x0 * S + v0 * C + q * S;
}
