/** Whether a body can still be held on its feet. Told before its numbers break, so that whoever takes over gets something sane. */
import type { StandingSteps } from '../../gait/standing-steps.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { StandingBalance } from './parameters.ts';
import type { StandingPlanner } from './planner.ts';
import type { Stance } from './stance.ts';

/** Why the body cannot be held any more; '' while it can. `height` [m]: that it should have against the source. */
export function lossOf(
  body: ReactionBody,
  planner: StandingPlanner,
  stance: Stance,
  steps: StandingSteps,
  height: number,
  { mostLean, mostDrop, mostMissing, mostSteps }: StandingBalance,
): string {
  const { legs } = planner;
  if (body.failed) return 'the body found no way to move';
  if (planner.stepsTaken > mostSteps) return `${mostSteps} steps did not bring it to rest`;
  const { xi, air } = stance.now;
  // whoever was not pushed, or has recovered, does not fall by what the source does, as when it begins to walk without a crossfade
  if (planner.sincePush < Infinity) {
    if (stance.outsideOwn(xi[0], xi[1]) > reachOf(planner, stance, steps)) return 'no step reaches far enough';
    if (isHopeless(planner, stance, steps)) return 'no steps catch the fall';
  }
  const { com } = body.ws;
  const { ownLean } = body.momentum;
  const x = com[0] - stance.lean[0] - ownLean[0];
  const z = com[2] - stance.lean[1] - ownLean[1];
  const lean = stance.outsideOwn(stance.ahead(x, z), stance.left(x, z), air >= 0 ? 1 - air : -1);
  if (lean > mostLean * legs) return 'the body leans too far over its feet';
  if (body.reference.ws.com[1] + height - com[1] > mostDrop * legs) return 'the legs give way';
  return body.missing > mostMissing ? 'the feet do not reach the ground' : '';
}

/** [m] outside the feet from where steps bring the capture point back. A surprised person has to wait for the first one. */
function reachOf({ mode, sincePush }: StandingPlanner, { now }: Stance, steps: StandingSteps): number {
  const wait = mode === 'stand' ? Math.max(0, steps.parameters.delay - sincePush) + steps.liftTime(0) : 0;
  return steps.anyStepReach(now.rate, wait);
}

/** Whether the planned steps leave the capture point farther off than one more step could catch. */
function isHopeless({ mode, tidying, choice }: StandingPlanner, { now }: Stance, steps: StandingSteps): boolean {
  if (tidying || (mode !== 'shift' && mode !== 'swing')) return false;
  return !choice.caught && choice.short < -steps.oneStepReach(now.rate);
}
