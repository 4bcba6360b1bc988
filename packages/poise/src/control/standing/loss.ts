/** Whether a body can still be held on its feet. Told before its numbers break, so that whoever takes over gets something sane. */
import type { Plan } from '../plan.ts';
import type { ReactionBody } from '../reaction-body.ts';
import type { Stance } from './stance.ts';

/** Over the length of a leg: capture point beyond the feet, centre of mass beyond them, and how far it may sink. */
const MOST_CAPTURE = 1.15;
const MOST_LEAN = 0.55;
const MOST_DROP = 0.35;
const MOST_MISSING = 0.05; // [m]
const MOST_STEPS = 9; // without a recovery in between

/** Why the body cannot be held any more; '' while it can. `height` [m]: that it should have against the source. */
export function lossOf(body: ReactionBody, stance: Stance, legs: number, steps: number, height: number): string {
  if (body.failed) return 'the body found no way to move';
  if (steps > MOST_STEPS) return `${MOST_STEPS} steps did not bring it to rest`;
  const { xi, air } = stance.now;
  if (stance.outsideOwn(xi[0], xi[1]) > MOST_CAPTURE * legs) return 'no step reaches far enough';
  const [x, y, z] = body.ws.com;
  const lean = stance.outside(stance.ahead(x, z), stance.left(x, z), air >= 0 ? 1 - air : -1);
  if (lean > MOST_LEAN * legs) return 'the body leans too far over its feet';
  if (body.reference.ws.com[1] + height - y > MOST_DROP * legs) return 'the legs give way';
  return body.missing > MOST_MISSING ? 'the feet do not reach the ground' : '';
}

/** Nothing helps: the body tips over the edge of the feet that is nearest to where it falls. */
export function beginFall(plan: Plan, stance: Stance): void {
  if (plan.falling) return;
  const { now, held } = stance;
  stance.outside(now.xi[0], now.xi[1], now.air >= 0 ? 1 - now.air : -1);
  plan.falling = true;
  plan.pivot[0] = stance.worldX(held[0], held[1]);
  plan.pivot[1] = stance.worldZ(held[0], held[1]);
}
