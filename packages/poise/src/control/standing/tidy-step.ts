/** A step that brings the foot that stepped last back into the stance, as people do who were pushed where they stood: after one step
 *  everything is where it was. */
import type { StepChoice } from '../../gait/standing-steps.ts';
import { footPoint } from '../foot-frame.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { EvenGround } from './even-ground.ts';
import type { Stance } from './stance.ts';

/** [s], [s/m]: weight moves over before a tidying step; `over` [m]: it is over. */
export const TIDY_SHIFT = { base: 0.35, slope: 0.5, over: 0.03 };
/** [s], [s/m]: that step. Captured people swing back in 0.39 to 0.43 s (mocap statistics, push_events). */
const TIDY_SWING = { base: 0.36, slope: 0.15 };
const UNTIDY = 0.03; // [m] feet that are farther off their stance go back

/** Writes the step into `choice`. Returns how long [s] the weight takes to move over; 0: no foot is out of place, or none can go back. */
export function planTidyStep(
  choice: StepChoice,
  body: ReactionBody,
  stance: Stance,
  even: EvenGround,
  size: number,
): number {
  const [left, right] = body.feet;
  const apart = Math.hypot(left.place[0] - right.place[0], left.place[2] - right.place[2]);
  if (apart < UNTIDY * size) return 0;
  const { foot } = choice;
  const { frame } = body.reference.feet[foot];
  // where the foot stands when both are moved alike
  const middle = new Float64Array(3);
  footPoint(middle, 0, body.reference.ws, frame, frame.middle);
  const { place } = body.feet[1 - foot];
  const x = middle[0] + place[0];
  const z = middle[2] + place[2];
  const [a, l] = [stance.ahead(x, z), stance.left(x, z)];
  if (!even.isEven(a, l, Number.NaN)) return 0;
  choice.place[0] = a;
  choice.place[1] = l;
  choice.crosses = false;
  choice.swing = TIDY_SWING.base + TIDY_SWING.slope * apart;
  choice.shift.fill(0);
  return TIDY_SHIFT.base + TIDY_SHIFT.slope * apart;
}
