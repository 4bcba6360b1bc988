/** How fast a source is played whose next foot has to land sooner. */
import type { StepPlanParameters } from '../../gait/steps/parameters.ts';
import type { Reference } from '../reference.ts';

const OWN_PACE = 0.01; // so little faster is the source's own pace

/** Seconds of the source per second: first to the lift-off of the other foot, `liftsIn` of its seconds from now and planned for `lift` [s]
 *  from now, then to the landing, likewise. */
export function askedPace(liftsIn: number, lift: number, landsIn: number, land: number, h: number): number {
  return liftsIn > h ? liftsIn / Math.max(h, lift) : landsIn / Math.max(h, land);
}

/** Goes towards a pace as fast as bodies can; never below the source's own. */
export function changePace(reference: Reference, asked: number, p: StepPlanParameters, h: number): void {
  const goal = asked > 1 + OWN_PACE ? Math.min(p.fastest, asked) : 1;
  const most = p.rush * h;
  const away = goal - reference.rate;
  reference.rate = Math.abs(away) <= most ? goal : reference.rate + Math.sign(away) * most;
}
