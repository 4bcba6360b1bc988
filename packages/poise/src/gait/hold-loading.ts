/** Where the balance point can be before a foot leaves: on the line from foot to foot, grown by the soles. Axes that are solved one by one take the
 *  whole box between the feet for it: of feet that stand aslant, corners that carry nothing. */
import type { StepAxis } from './standing-axis.ts';
import type { StandingParameters } from './standing-parameters.ts';

/** Fixes the loading of both axes on the line, grown by soles, or by how far the balance point is off it now, and hips. False: it lies there
 *  already. */
export function holdLoading(
  ahead: StepAxis,
  aside: StepAxis,
  { roomAhead, roomAside, hipRoom }: StandingParameters,
): boolean {
  const da = ahead.leave - ahead.stand;
  const dl = aside.leave - aside.stand;
  const u = shareOf(ahead, aside, ahead.loading, aside.loading);
  const now = shareOf(ahead, aside, ahead.cop, aside.cop);
  const a = ahead.loading - ahead.stand - u * da;
  const l = aside.loading - aside.stand - u * dl;
  const mostA = hipRoom + Math.max(roomAhead, Math.abs(ahead.cop - ahead.stand - now * da));
  const mostL = hipRoom + Math.max(roomAside, Math.abs(aside.cop - aside.stand - now * dl));
  const share = Math.min(mostA / Math.max(1e-9, Math.abs(a)), mostL / Math.max(1e-9, Math.abs(l)));
  if (share >= 1) return false;
  ahead.load = ahead.stand + u * da + share * a;
  aside.load = aside.stand + u * dl + share * l;
  return true;
}

/** 0 at the foot that stands … 1 at the one that leaves: how far along the line (a, l) lies. */
function shareOf(ahead: StepAxis, aside: StepAxis, a: number, l: number): number {
  const da = ahead.leave - ahead.stand;
  const dl = aside.leave - aside.stand;
  const share = ((a - ahead.stand) * da + (l - aside.stand) * dl) / Math.max(1e-9, da * da + dl * dl);
  return Math.max(0, Math.min(1, share));
}
