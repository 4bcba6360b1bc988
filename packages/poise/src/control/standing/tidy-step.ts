/** A step that brings the foot that stepped last back into the stance, as people do who were pushed where they stood: after one step
 *  everything is where it was. `follows`: the other foot comes after it instead. */
import type { StepChoice } from '../../gait/step-choice.ts';
import { ease } from '../../math/ease.ts';
import { footPoint } from '../foot-frame.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { EvenGround } from './even-ground.ts';
import type { StandingBalance } from './parameters.ts';
import type { Stance } from './stance.ts';

/** Writes the step into `choice`. False: no foot is out of place, or none can go back. */
export function planTidyStep(
  choice: StepChoice,
  body: ReactionBody,
  stance: Stance,
  even: EvenGround,
  { tidyFrom, tidySwing, tidySwingSlope }: StandingBalance,
  follows = false,
): boolean {
  const [left, right] = body.feet;
  const apart = Math.hypot(left.place[0] - right.place[0], left.place[2] - right.place[2]);
  if (apart < tidyFrom) return false;
  const foot = follows ? (choice.foot === 0 ? 1 : 0) : choice.foot;
  const { frame } = body.reference.feet[foot];
  // where the foot stands when both are moved alike
  const middle = new Float64Array(3);
  footPoint(middle, 0, body.reference.ws, frame, frame.middle);
  const { place } = body.feet[1 - foot];
  const x = middle[0] + place[0];
  const z = middle[2] + place[2];
  const [a, l] = [stance.ahead(x, z), stance.left(x, z)];
  if (!even.isEven(a, l, Number.NaN)) return false;
  choice.foot = foot;
  choice.place[0] = a;
  choice.place[1] = l;
  choice.crosses = false;
  choice.swing = tidySwing + tidySwingSlope * apart;
  choice.shift.fill(0);
  return true;
}

/** out = where the balance point (ahead, left) is to be `phase` [s] after it was at `from`: under the foot that goes back, so that the body
 *  is pushed off it and over the other one. Returns whether it is there. */
export function shiftBack(
  out: Float64Array,
  from: Float64Array,
  stance: Stance,
  foot: 0 | 1,
  phase: number,
  { tidyBlend, tidyGain, tidyLongest }: StandingBalance,
): boolean {
  const { now, held } = stance;
  const stand = 2 * (1 - foot);
  const a = now.xi[0] - now.feet[stand];
  const l = now.xi[1] - now.feet[stand + 1];
  stance.outside(now.feet[stand] + tidyGain * a, now.feet[stand + 1] + tidyGain * l);
  const u = ease(phase / tidyBlend);
  for (let k = 0; k < 2; k++) out[k] = from[k] + u * (held[k] - from[k]);
  // over the sole, not only near it: from there it is held
  return phase > tidyLongest || (phase >= tidyBlend && stance.outside(now.xi[0], now.xi[1], 1 - foot) === 0);
}
