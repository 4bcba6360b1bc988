/** How the balancer answers pushes. */

import type { ResponseLibrary } from './response.ts';
import type { Point } from './selection.ts';
import { SELECT_DEFAULTS, type SelectOptions } from './selection.ts';

export interface PushResponseOptions extends SelectOptions {
  /** Where responses come from; without one there is only swaying. */
  readonly library: ResponseLibrary | undefined;
  /** Ground that carries: convex polygons of (x, z) in world axes [m]. Empty: everywhere. A beam is a long rectangle. */
  readonly walkable: readonly (readonly Point[])[];
  readonly blend: number; // [s] from one motion to the next
  readonly hardBlend: number; // [s] the same for pushes above 0.8 of the strongest response
  /** [s] after which the body has stopped, through the ground, the rotation that a push above or below the CoM gives it. */
  readonly stiffness: number;
  readonly turnRate: number; // [rad/s] of yaw above which a turn is stepped out
  readonly tidy: boolean; // put feet back that a recovery has left elsewhere
}

export const PUSH_RESPONSE_DEFAULTS: PushResponseOptions = {
  ...SELECT_DEFAULTS,
  library: undefined,
  walkable: [],
  blend: 0.25,
  hardBlend: 0.15,
  stiffness: 0.25,
  turnRate: 1.2,
  tidy: true,
};
