/**
 * How the capture error at each landing depends on what is planned, one axis: ξ_k − u_k − b_k = constant_k + Σ effect_ki x_i. The
 * unknowns x are the changes of the step vectors (n), the shifts under the soles (n) and the hip's lean λ₀ (1), all against the clip.
 */
import { LANDINGS } from './step-plan-types.ts';

export const MOST_UNKNOWNS = 2 * LANDINGS + 1;

export interface CaptureRows {
  readonly effect: Float64Array; // LANDINGS × MOST_UNKNOWNS
  readonly constant: Float64Array; // LANDINGS
}

export const createCaptureRows = (): CaptureRows => ({
  effect: new Float64Array(LANDINGS * MOST_UNKNOWNS),
  constant: new Float64Array(LANDINGS),
});

/** A walker or runner now, one axis, everything against the clip's own [m], [m/s]. */
export interface AxisState {
  com: number; // c̃ = c + λ
  velocity: number;
  stand: number; // the standing foot
  before: number; // the foot that carried before
  lean: number; // λ
  leanRate: number; // λ̇
}

export const createAxisState = (): AxisState => ({ com: 0, velocity: 0, stand: 0, before: 0, lean: 0, leanRate: 0 });

/** Row k (landing k + 1): the capture point against the foot that lands, which all steps up to it have moved. */
export function writeRow(out: CaptureRows, k: number, n: number, xiEffect: Float64Array, constant: number): void {
  const o = k * MOST_UNKNOWNS;
  for (let i = 0; i <= 2 * n; i++) out.effect[o + i] = xiEffect[i] - (i <= k ? 1 : 0);
  out.constant[k] = constant;
}
