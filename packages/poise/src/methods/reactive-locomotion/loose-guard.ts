/** How far a body may do what its feet do not allow: as much as its clip does, and what is left of a hit once the gait is back. */
import type { BalanceReport } from '../../balance/report.ts';
import { smoothstep } from '../../math/ease.ts';
import { isFree } from './planner.ts';
import type { Walker } from './walker-state.ts';

const ASTRAY = 0.01; // [m] off the feet: more than rounding
const MOST = 0.7; // of what is wished: something of the guard always stays

/** Share of the time in which the clip's own ZMP is off its feet, 0 … MOST. Where it is so most of the time, feet that hold a body to
 *  their edges throw it about: the clip could not be followed without a hit either. */
export function astrayOf({
  margin,
  judged,
  frameCount,
}: Pick<BalanceReport, 'margin' | 'judged' | 'frameCount'>): number {
  let [all, astray] = [0, 0];
  for (let frame = 0; frame < frameCount; frame++) {
    if (judged[frame] === 0) continue;
    all++;
    if (margin[frame] < -ASTRAY) astray++;
  }
  return all > 0 ? Math.min(MOST, astray / all) : 0;
}

const PATIENT = 1.5; // [s] after the gait is back, in which the body comes upright as far as its feet allow …
const LOOSENING = 1; // [s] … and within which it then does so anyway

/** See ZmpGuard.loose. */
export function loosenessAt({ state: { rest, plan }, astray }: Pick<Walker, 'state' | 'astray'>, t: number): number {
  if (!(rest && isFree(plan))) return astray;
  return astray + (1 - astray) * smoothstep((t - rest.since - PATIENT) / LOOSENING);
}
