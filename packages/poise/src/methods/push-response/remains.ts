/** What is left of a response: is anything still to be seen, does anything still happen? */
import { type Blend, isDone } from './blend.ts';
import { type Foot, isAnchored, isAtRest } from './foot.ts';
import type { Legs } from './solve-legs.ts';
import { areAtRest, type Springs } from './springs.ts';
import { isUntidy } from './tidy-step.ts';

const STILL = 0.01; // [rad/s], [m/s] of heels and hips that follow the idle alone
const SEEN = 2e-3; // [rad], [leg lengths] of springs: less is not

export interface Remains {
  readonly springs: Springs;
  readonly blend: Blend;
  readonly feet: readonly [left: Foot, right: Foot];
  readonly legs: Legs;
}

/** Does what is shown differ from the idle? */
export function isActive({ springs, blend, feet, legs }: Remains): boolean {
  if (!isDone(blend) || !areAtRest(springs) || !feet.every(isAtRest)) return true;
  return legs.x.some((value) => Math.abs(value) > 1e-7);
}

/** Is there nothing that anybody sees but the motion, on feet that stand? */
export function standsStill({ springs: { x }, blend, feet }: Remains): boolean {
  for (let k = 0; k < 6; k++) if (Math.abs(x[k]) > SEEN) return false;
  return isDone(blend) && feet.every(({ stands }) => stands);
}

/** Does only where feet stand differ from the idle? `tidies`: feet that are far off would step back. */
export function onlyStandsElsewhere(remains: Remains, tidies: boolean): boolean {
  const { springs, blend, feet, legs } = remains;
  if (!isDone(blend) || !areAtRest(springs) || !feet.every(isAnchored) || (tidies && isUntidy(feet))) return false;
  return isActive(remains) && legs.v.every((rate) => Math.abs(rate) < STILL);
}
