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
  const foot = footToMove(choice.foot, stance, follows);
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

/** The one that stepped last, or the other one where it follows. Crossed legs leave no room to push off aside: there the foot goes that the
 *  weight is farther from. */
export function footToMove(last: 0 | 1, stance: Stance, follows: boolean): 0 | 1 {
  const { feet, stance: own, xi } = stance.now;
  const size = Math.max(1e-9, Math.hypot(own[0], own[1]));
  const apart = ((feet[0] - feet[2]) * own[0] + (feet[1] - feet[3]) * own[1]) / size;
  if (apart < CROSSED * size) {
    return stance.outside(xi[0], xi[1], 0) > stance.outside(xi[0], xi[1], 1) ? 0 : 1;
  }
  if (!follows) return last;
  return last === 0 ? 1 : 0;
}

/** Legs are crossed where the feet are less than this share of their stance apart, along it. */
const CROSSED = 0.25;

/** out = where the balance point (ahead, left) is to be `phase` [s] after it was at `from`: under the foot that goes back, so that the body
 *  is pushed off it and over the other one. Returns whether it is there. */
export function shiftBack(
  out: Float64Array,
  from: Float64Array,
  stance: Stance,
  foot: 0 | 1,
  phase: number,
  { tidyBlend, tidyGain }: StandingBalance,
): boolean {
  const { now, held } = stance;
  const stand = 2 * (1 - foot);
  const a = now.xi[0] - now.feet[stand];
  const l = now.xi[1] - now.feet[stand + 1];
  stance.outside(now.feet[stand] + tidyGain * a, now.feet[stand + 1] + tidyGain * l);
  const u = ease(phase / tidyBlend);
  for (let k = 0; k < 2; k++) out[k] = from[k] + u * (held[k] - from[k]);
  // over the sole, not only near it: from there it is held
  return phase >= tidyBlend && stance.outside(now.xi[0], now.xi[1], 1 - foot) === 0;
}

/** [m] by which the capture point will have left the feet when the foot that goes back lands in `left` [s], whatever the sole that stands does. */
export function missesBack(stance: Stance, foot: 0 | 1, left: number): number {
  const { now, held } = stance;
  const grown = Math.exp(now.rate * left);
  stance.outside(now.xi[0], now.xi[1], 1 - foot);
  const a = held[0] + grown * (now.xi[0] - held[0]);
  const l = held[1] + grown * (now.xi[1] - held[1]);
  return stance.outsideOwn(a, l);
}

/** out = the balance point (ahead, left) while the foot goes back, to land in `left` [s]: over the foot that stands, until at last the weight
 *  begins to leave it, so that the capture point is half-way between the feet when the other one lands: ξ(T) = p + (ξ − p) e^(ωT). */
export function leadOver(
  out: Float64Array,
  { now }: Stance,
  { foot, place }: StepChoice,
  left: number,
  gain: number,
  { tidyLead, tidyOver }: StandingBalance,
): void {
  const stand = 2 * (1 - foot);
  for (let k = 0; k < 2; k++) out[k] = now.feet[stand + k] + gain * (now.xi[k] - now.feet[stand + k]);
  const a = place[0] - now.feet[stand];
  const l = place[1] - now.feet[stand + 1];
  const apart = Math.sqrt(a * a + l * l);
  if (left > tidyLead || apart < 1e-6) return;
  const from = ((now.xi[0] - now.feet[stand]) * a + (now.xi[1] - now.feet[stand + 1]) * l) / apart;
  const growth = Math.exp(now.rate * Math.max(left, tidyLead / 3)) - 1;
  const over = from - (apart / 2 - from) / growth;
  const along = from < 0 ? Math.min(gain * from, over) : Math.max(-tidyOver, Math.min(tidyOver, over));
  out[0] += ((along - gain * from) * a) / apart;
  out[1] += ((along - gain * from) * l) / apart;
}
