/** Where feet came down, and where the clip has them. */
import type { Side } from '../../motion/roles.ts';
import { lapOf } from './endless-clip.ts';
import { movePlace } from './floor-move.ts';
import type { Walker } from './walker-state.ts';

export interface Footprint {
  readonly side: Side;
  readonly time: number; // [s] of touch-down
  readonly place: readonly [x: number, z: number]; // [m] of the ankle
  readonly original: readonly [x: number, z: number]; // [m] where the undisturbed clip steps
}

/** The foot that the current step has put down. */
export function footprintOf({ endless, laps, state, body }: Walker, time: number): Footprint {
  const { step, move } = lapOf(endless, state.plan.count - laps);
  const original = movePlace(move, step.newFoot[0], step.newFoot[1]);
  const side = step.side === body.soles[0].side ? 0 : 1;
  const { x, z } = state.feet[side];
  return { side: step.side, time, place: [original[0] + x.x1, original[1] + z.x1], original };
}
