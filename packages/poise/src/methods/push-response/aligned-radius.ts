/**
 * The relation ⪰ of [Yin05] §5: can this response be made into one for that push? By the aligned radius ρ, the momentum that it
 * offers in another direction after turning. Angles are of the heading frame, to the left +.
 */
import { wrapAngle } from '../../math/angle.ts';
import type { Strategy } from './response.ts';
import type { SupportReach } from './support-reach.ts';

/** In place beyond the chord, and steps: how far a response may be turned [rad]. Deviates: the specification has 30° for steps; strong
 *  ones turned by more than 20° ask for a ZMP outside the feet in a tenth of their frames, so that is for when there is nothing else. */
export const TURN_LIMIT = {
  inPlace: (25 * Math.PI) / 180,
  step: (20 * Math.PI) / 180,
  lastResort: (40 * Math.PI) / 180,
};
/** From here on to the side [rad] the chord is too steep to be followed. */
const CHORD_END = (80 * Math.PI) / 180;

/** Signed angle [rad] to the nearest sagittal half-axis, front or back: −π/2 … π/2, to the left of the way one looks along it. */
export const offSagittal = (angle: number): number => {
  const a = wrapAngle(angle);
  return Math.abs(a) <= Math.PI / 2 ? a : a > 0 ? a - Math.PI : a + Math.PI;
};

const isForward = (angle: number): boolean => Math.abs(wrapAngle(angle)) <= Math.PI / 2;

/** How a response at `angle` is turned to `to`: by mixing with its mirror image (λ), or by turning it (ψ). */
export interface Alignment {
  readonly radius: number; // ρ [N·s]; 0: it cannot be
  readonly lambda: number;
  readonly psi: number; // [rad]
}

/** ρ of a response of momentum r at `angle` for a push towards `to`. `limit`: largest turn of a step. */
export function alignedRadius(
  strategy: Strategy,
  r: number,
  angle: number,
  to: number,
  reach: SupportReach,
  limit: number = TURN_LIMIT.step,
): number {
  const gap = Math.abs(wrapAngle(to - angle));
  if (strategy === 'step') return gap <= limit + 1e-12 ? r : 0;
  if (onChord(angle, to)) return (r * Math.cos(offSagittal(angle))) / Math.cos(offSagittal(to));
  if (gap > TURN_LIMIT.inPlace) return 0;
  return r * Math.cos(gap) * Math.min(1, reach(to) / reach(angle));
}

/** The same with how it is done. */
export function align(
  strategy: Strategy,
  r: number,
  angle: number,
  to: number,
  reach: SupportReach,
  limit: number = TURN_LIMIT.step,
): Alignment {
  const radius = alignedRadius(strategy, r, angle, to, reach, limit);
  if (strategy !== 'step' && onChord(angle, to)) {
    const full = Math.tan(offSagittal(angle));
    const lambda = Math.abs(full) < 1e-6 ? 1 : Math.tan(offSagittal(to)) / full;
    return { radius, lambda: Math.max(-1, Math.min(1, lambda)), psi: 0 };
  }
  return { radius, lambda: 1, psi: wrapAngle(to - angle) };
}

/** Does `to` lie between the response and its mirror image, seen from the sagittal axis? Then mixing the two reaches it, and the
 *  momentum moves along the chord between them. */
function onChord(angle: number, to: number): boolean {
  const a = offSagittal(angle);
  return (
    isForward(angle) === isForward(to) && Math.abs(a) < CHORD_END && Math.abs(offSagittal(to)) <= Math.abs(a) + 1e-9
  );
}
