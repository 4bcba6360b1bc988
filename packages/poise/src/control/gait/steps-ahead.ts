/** What a planner of gaits knows of the steps of its source: found by looking ahead, or guessed from the last ones. */
import type { Placement } from '../../gait/placement.ts';
import type { GaitStep } from '../../gait/steps/gait-step.ts';
import type { NominalSteps } from '../../gait/steps/step-plan-types.ts';

export interface StepsAhead {
  /** Begins anew for t [s] of the source. */
  begin(t: number): void;
  /** [s] of the source, as told to begin(). */
  readonly begunAt: number;
  /** Index of the step whose foot landed last at t [s]. */
  at(t: number): number;
  /** [s] from t until the source moves a foot: 0 where one is in the air. */
  standsFor(t: number): number;
  /** Landing k: when [s]. Infinity: not known. */
  landingTime(k: number): number;
  step(k: number): GaitStep | undefined;
  /** out = the steps about step k, whose foot landed last, moved over the floor. False: nothing is known of it. */
  writeNominal(out: NominalSteps, k: number, placement: Readonly<Placement>): boolean;
}

const WALKING_SPEED = 0.2; // [m/s]
const SHORT_STAND = 0.4; // [s] there is time for a step of one's own
const LONG_STAND = 1; // [s]

/** Whether a source takes steps that stands for so long [s] from now on, and moves over the ground at `speed` [m/s]. `size`: of the legs
 *  against the model's. */
export const takesSteps = (stands: number, speed: number, size: number): boolean =>
  stands < (speed > WALKING_SPEED * Math.sqrt(size) ? LONG_STAND : SHORT_STAND);
