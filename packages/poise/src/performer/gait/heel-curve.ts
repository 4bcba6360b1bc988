/** How far the foot is pitched while it stands: the curve of people plus what the legs of this body ask for. */
import { power } from '../../math/power.ts';
import { type Series, seriesAt } from './channel.ts';
import { flattened } from './foot-roll.ts';
import type { Gait } from './gait.ts';

const SPACING = 0.05; // of phase, between the bumps of the correction

/** Corrections of the pitch [rad], bumps at even phases; zeros: as the curve has it. */
export type HeelCurve = Float64Array;

export const createHeelCurve = (gait: Gait): HeelCurve =>
  new Float64Array(Math.ceil((gait.liftOff - gait.contact) / SPACING) + 3);

/** Cubic bump, 2/3 at u = 0, zero beyond ±2; neighbours one apart add up to a smooth curve. */
function bump(u: number): number {
  const a = Math.abs(u);
  if (a >= 2) return 0;
  return a < 1 ? 2 / 3 + a * a * (a / 2 - 1) : power(2 - a, 3) / 6;
}

/** Pitch of the standing foot [rad], toes up +, at a phase since contact (0.01 … 0.6). */
export function standingPitch(gait: Gait, heel: HeelCurve, p: number): number {
  return flattened(rawPitch(gait.curves.footPitch, gait.contact, heel, p));
}

function rawPitch(curve: Series, contact: number, heel: HeelCurve, p: number): number {
  let pitch = seriesAt(curve, p);
  const at = (p - contact) / SPACING + 1;
  for (let j = Math.max(0, Math.floor(at) - 1); j <= Math.min(heel.length - 1, Math.floor(at) + 2); j++) {
    pitch += heel[j] * bump(at - j);
  }
  return pitch;
}
