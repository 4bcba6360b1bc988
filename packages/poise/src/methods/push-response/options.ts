/** How the balancer answers pushes. */

import type { Ground } from '../../control/ground.ts';
import type { ReactionParameters } from '../../control/parameters.ts';
import type { StandingParameters } from '../../gait/standing-parameters.ts';
import type { ResponseLibrary } from './response.ts';
import type { Point } from './selection.ts';
import { SELECT_DEFAULTS, type SelectOptions } from './selection.ts';

export interface PushResponseOptions extends SelectOptions {
  /** Where responses come from; without one there is only swaying. */
  readonly library: ResponseLibrary | undefined;
  /** Ground that carries: convex polygons of (x, z) in world axes [m]. Empty: everywhere. A beam is a long rectangle. */
  readonly walkable: readonly (readonly Point[])[];
  /** Whether a foot may be put at (x, z) [m], world axes, where polygons do not say it. */
  readonly carries: ((x: number, z: number) => boolean) | undefined;
  /** The ground, where it is not the level floor of the clip. */
  readonly ground: Ground | undefined;
  /** [s] after which the body has stopped, through the ground, the rotation that a push above or below the CoM gives it. */
  readonly stiffness: number;
  readonly tidy: boolean; // put feet back that a recovery has left elsewhere
  /** Other values than the tables' for the body and for its steps: how the tables are fitted. */
  readonly parameters: Partial<ReactionParameters>;
  readonly standing: Partial<StandingParameters>;
}

export const PUSH_RESPONSE_DEFAULTS: PushResponseOptions = {
  ...SELECT_DEFAULTS,
  library: undefined,
  walkable: [],
  carries: undefined,
  ground: undefined,
  stiffness: 0.25,
  tidy: true,
  parameters: {},
  standing: {},
};
