/** Where feet came down, and where the clip has them. */
import type { Side } from '../../motion/roles.ts';
import { landingOf } from './endless-clip.ts';
import { stepOf } from './running-plan.ts';
import type { Walker } from './walker-state.ts';

export interface Footprint {
  readonly side: Side;
  readonly time: number; // [s] of touch-down
  readonly place: readonly [x: number, z: number]; // [m] of the ankle
  readonly original: readonly [x: number, z: number]; // [m] where the undisturbed clip steps
}

/** The foot that the current step has put down. */
export function footprintOf({ endless, laps, state, body }: Walker, time: number): Footprint {
  const { plan, moved, feet } = state;
  const [ox, oz] = landingOf(endless, plan.count - laps);
  const { side } = stepOf(plan).measures;
  const { x, z } = feet[side === body.soles[0].side ? 0 : 1];
  const original = [ox + moved[0], oz + moved[1]] as const;
  return { side, time, place: [ox + x.x1, oz + z.x1], original };
}
