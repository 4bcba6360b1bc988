/** When a disturbed gait is itself again or given up, and whether it is on its line. */
import type { NominalPlane, NominalStep } from './gait-step.ts';
import type { PlaneState } from './plan.ts';
import { offsetOfNext, type Plan } from './running-plan.ts';

/** Below these the clip takes over again: a share of step and speed, as healthy adults' own steps vary by; [kg·m²/s] and
 *  [kg·m²·rad], 15° of the trunk, which comes up by itself then. */
const SETTLED = { share: 0.03, momentum: 2, lean: 1 };
const MOST_STEPS = 10; // after these it goes on where it is

/** How far off its line the next step begins [m]; 0 for who does not go back to it. */
export const asideAhead = (plan: Plan): number => asideOf(plan, offsetOfNext(plan));

/** The same for a step that begins off its line by `offset`. */
export const asideOf = ({ options, records }: Plan, offset: readonly [forward: number, left: number]): number =>
  options.lineReturn > 0 && records.length < MOST_STEPS ? offset[1] : 0;

const PATIENT = 8; // steps after a hit, until which nothing less will do …
const EASING = 0.25; // … and share of it that each further step may be off by: some gaits come no nearer to the clip
const LONGEST = 24; // steps after which nobody waits any longer

/** As near to the clip as people's steps are to each other, and the trunk nearly still and upright; less near, `steps` after the hit.
 *  spread: share that steps of the gait itself differ by. */
export function isSettled(
  { forward: f, left: l }: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  spread = SETTLED.share,
  steps = 0,
): boolean {
  const easy = 1 + EASING * Math.max(0, steps - PATIENT);
  const share = easy * Math.max(SETTLED.share, spread);
  const isNear = (state: PlaneState, nominal: NominalPlane): boolean =>
    Math.abs(state.x - nominal.xB) < share * f.foot &&
    Math.abs(state.v - nominal.vB) < share * f.vB &&
    Math.abs(state.h) < easy * SETTLED.momentum &&
    Math.abs(state.lean) < easy * SETTLED.lean;
  return isNear(forward, f) && isNear(left, l);
}

const STUMBLES = 2; // saturated steps in a row
const FALLS = 5; // … none of which brought it nearer to the clip: five of seven who were there after three got their balance back

/** What has become of a gait `steps` after a hit, the last `saturated` of which could not do all that was needed; of those the last
 *  `lost` were no help at all. */
export function statusAfter(steps: number, saturated: number, lost: number): Pick<Plan, 'status' | 'reason'> {
  if (steps > LONGEST) return { status: 'fall', reason: `its gait has not come back in ${LONGEST} steps` };
  const reason = `${saturated} steps in a row could not do all that was needed`;
  if (lost >= FALLS) return { status: 'fall', reason };
  return saturated >= STUMBLES ? { status: 'stumble', reason } : { status: 'recovering', reason: '' };
}
