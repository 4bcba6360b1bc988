/** What a planned step is, and how much angular momentum it should make. */
import type { PlannerOptions } from './options.ts';
import type { Law } from './pendulum.ts';
import type { PlaneState, ZmpCourse } from './plan.ts';

/** One plane of a planned step. */
export interface PlannedPlane {
  readonly foot: number; // [m] from the old foot
  readonly supportLaw: Law; // from the old foot
  readonly zmp: ZmpCourse; // during support
  readonly afterLaw: Law; // from the new foot
  readonly momentum: number; // h at C, and until the next touch-down
  readonly saturated: boolean;
}

export interface PlannedStep {
  readonly support: number; // [s]
  readonly after: number; // [s]
  readonly forward: PlannedPlane;
  readonly left: PlannedPlane;
  readonly p: number;
  readonly missing: number; // [m] sideways, the foot lands this far from where it should, kept back by its limits
  readonly crossed: boolean;
}

/** Tipping momentum wanted at toe-off so that the posture comes back. `support`: time until then, `after`: time it then lasts.
 *  step: each step leaves 1 − β of the error. Deviates from [Komura04] eq. 12, which is stable only for β < 2 T_support/T_after. */
export function momentumWanted(state: PlaneState, support: number, after: number, options: PlannerOptions): number {
  const { recovery, beta } = options;
  if (recovery === 'paper') return (beta * state.lean) / support;
  return (beta * (state.lean - (state.extra * support) / 2)) / (support + after);
}

/** Where the foot may land. */
export interface FootFreedom {
  readonly crossing: boolean; // across the standing foot too
  readonly foot?: readonly [forward: number, left: number]; // there and nowhere else
}

/** [m] that a foot may land short of where it should. */
export const BEYOND = 0.02;
