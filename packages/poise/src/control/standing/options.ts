/** What a planner of standing is told, and what it tells. */
import type { StandingParameters } from '../../gait/standing-parameters.ts';

export const MODES = ['stand', 'shift', 'swing', 'stay', 'fall'] as const;
/** stand: ankles and hips. shift: weight leaves the foot that will step. swing: it steps. stay: weight comes onto it. */
export type StandingMode = (typeof MODES)[number];

export interface StandingPlannerOptions {
  readonly parameters: Partial<StandingParameters>;
  /** Whether the body may step at all, now. */
  readonly mayStep: () => boolean;
  /** Whether feet go back into the stance of the source after a recovery. */
  readonly tidy: boolean;
  /** Where feet may be put, (x, z) [m] world; default: everywhere. */
  readonly walkable: ((x: number, z: number) => boolean) | undefined;
}

export const STANDING_PLANNER_DEFAULTS: StandingPlannerOptions = {
  parameters: {},
  mayStep: () => true,
  tidy: true,
  walkable: undefined,
};

/** A foot that left or landed in a tick. */
export interface FootEvent {
  readonly kind: 'lift' | 'land';
  readonly foot: 0 | 1;
}
