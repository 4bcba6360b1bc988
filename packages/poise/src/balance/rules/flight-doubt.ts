/** How well the path of a flying body is known. */
import { coordinateCount } from '../../motion/skeleton.ts';
import type { RuleInput, Run } from './rule.ts';

/** Distance [m] from the ballistic path that capture noise and contact times do not explain. */
export const STRAY_ERROR = 0.05;

/** Where the mass is within the body is known to this share of how far it moves there: leaps and flips throw legs and trunk about. */
const DOUBT_PER_RESHAPE = 0.25;

/** Doubt [m] about the path of the CoM over a run: a share of how far the CoM moves within the body, seen from the hips. */
export function flightDoubt({ q, skeleton }: RuleInput['clip'], { com }: RuleInput['report'], run: Run): number {
  const nq = coordinateCount(skeleton);
  let most = 0;
  for (let frame = run.start; frame <= run.end; frame++) {
    let far = 0;
    for (let k = 0; k < 3; k++) {
      const here = com[3 * frame + k] - q[frame * nq + k];
      far += (here - com[3 * run.start + k] + q[run.start * nq + k]) ** 2;
    }
    most = Math.max(most, far);
  }
  return DOUBT_PER_RESHAPE * Math.sqrt(most);
}
