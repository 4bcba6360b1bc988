/** How the weight goes over to the foot that landed last. */
import type { NominalLanding } from '../../gait/steps/step-plan-types.ts';
import type { Plan } from '../plan.ts';
import type { GaitClock } from './gait-state.ts';

/**
 * Share of the weight on the left foot: as in the source, where it is `own`, sooner, or held back on the foot behind. Sets how much the feet carry.
 * `both`: the source stands on both feet.
 */
export function shiftedShare(
  clock: GaitClock,
  plan: Plan,
  { foot, step }: NominalLanding,
  own: number,
  both: boolean,
  h: number,
): number {
  for (const one of plan.feet) one.load = 1;
  if (!both || (clock.hold === 0 && clock.shift >= step.doubleSupport - 1e-6)) {
    clock.over = foot === 0 ? own : 1 - own;
    return own;
  }
  const { sinceLanding, shift, hold } = clock;
  if (hold === 0) clock.over = Math.min(1, sinceLanding / Math.max(1e-3, shift));
  else if (sinceLanding >= hold) clock.over += (1 - clock.over) * Math.min(1, h / Math.max(h, shift - sinceLanding));
  plan.feet[1 - foot].load = 1 - (clock.over * clock.over) ** 2;
  return foot === 0 ? clock.over : 1 - clock.over;
}
