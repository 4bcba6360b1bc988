/** When a disturbed gait is itself again, and whether it is on its line. */
import type { NominalPlane, NominalStep } from './gait-step.ts';
import type { PlaneState } from './plan.ts';
import { offsetOfNext, type Plan, stepAt, type TouchDown } from './running-plan.ts';

/** Below these the clip takes over again: a share of step and speed, as healthy adults' own steps vary by; [kg·m²/s] and
 *  [kg·m²·rad], 15° of the trunk, which comes up by itself then. */
const SETTLED = { share: 0.03, momentum: 2, lean: 1 };
const MOST_STEPS = 10; // after these it goes on where it is

/** How far off its line the next step begins [m]; 0 for who does not go back to it: who has not got the balance back yet, too. */
export function asideAhead(plan: Plan, { forward, left }: TouchDown): number {
  const { gait, count } = plan;
  return isSettled(stepAt(gait, count + 1), forward, left, gait.spread) ? asideOf(plan, offsetOfNext(plan)) : 0;
}

/** The same for a step that begins off its line by `offset`. */
export const asideOf = ({ options, records }: Plan, offset: readonly [forward: number, left: number]): number =>
  options.lineReturn > 0 && records.length < MOST_STEPS ? offset[1] : 0;

/** As near to the clip as people's steps are to each other, and the trunk nearly still and upright. */
export function isSettled(
  { forward: f, left: l }: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  spread = SETTLED.share,
): boolean {
  // a gait whose own steps differ more is no nearer to itself
  const share = Math.max(SETTLED.share, spread);
  return isNear(forward, f, share * f.foot, share * f.vB) && isNear(left, l, share * f.foot, share * f.vB);
}

/** One plane: `far` [m] and `fast` [m/s] are what it may be off by. */
const isNear = (state: PlaneState, nominal: NominalPlane, far: number, fast: number): boolean =>
  Math.abs(state.x - nominal.xB) < far &&
  Math.abs(state.v - nominal.vB) < fast &&
  Math.abs(state.h) < SETTLED.momentum &&
  Math.abs(state.lean) < SETTLED.lean;
