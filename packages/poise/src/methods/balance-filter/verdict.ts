/** The filter's own word for how it went, and one sentence. */
import type { Broken } from './broken.ts';
import type { Outside } from './outside.ts';
import type { FilterStatus, FilterWindow } from './report.ts';

export const TOLERATED = 1e-3; // [m] of violation in a balanced result …
export const TOLERATED_BETWEEN = 3e-3; // … and at four times as many moments

export function statusOf(
  windows: readonly FilterWindow[],
  broken: readonly Broken[],
  { sites, between }: Outside,
): FilterStatus {
  if (windows.some(({ status }) => status === 'diverged')) return 'diverged';
  if (broken.length > 0 || windows.some(({ status }) => status === 'infeasible')) return 'infeasible';
  if (windows.length === 0) return 'already-balanced';
  if (windows.some(({ status }) => status === 'balanced-with-residual')) return 'balanced-with-residual';
  return sites > TOLERATED || between > TOLERATED_BETWEEN ? 'balanced-with-residual' : 'balanced';
}

const centimetres = (size: number): string => `${(100 * Math.max(0, size)).toFixed(1)} cm`;
const millimetres = (size: number): string => `${(1000 * Math.max(0, size)).toFixed(1)} mm`;
const span = ({ startFrame, endFrame }: { startFrame: number; endFrame: number }): string =>
  `frames ${startFrame}–${endFrame}`;

/** `held`: what the analysis says of something else that carries the body, or nothing. */
export function reasonOf(
  status: FilterStatus,
  windows: readonly FilterWindow[],
  broken: readonly Broken[],
  outside: Outside,
  held: string | undefined,
): string {
  const because = held ? ` ${held}` : '';
  if (status === 'already-balanced') return 'The balance point (ZMP) never leaves the support: nothing was changed.';
  if (status === 'balanced') {
    return `Balanced: ${windows.length} section${windows.length > 1 ? 's' : ''} changed.${because}`;
  }
  if (status === 'balanced-with-residual') {
    const worst = Math.max(outside.between, ...windows.map(({ violation }) => violation));
    return `Improved; the balance point is still up to ${centimetres(worst)} outside the support.${because}`;
  }
  if (status === 'diverged') return 'The equations could not be solved; a part of the clip was left as it was.';
  if (broken.length > 0) {
    const [worst] = [...broken].sort((a, b) => b.force - a.force);
    const times = worst.force.toFixed(1);
    return `Nobody moves as in ${span(worst)}: it would take ${times} times the body's weight. Balance was not asked for there.`;
  }
  const left = windows.find((window) => window.left);
  if (left)
    return `No motion near ${span(left)} is better balanced than the clip's own; they were left as they are.${because}`;
  const what = windows.find((window) => window.status === 'infeasible')?.conflicts[0];
  const place = what ? ` The hardest demand is ${what.kind} at frame ${what.frame}.` : '';
  const off = Math.max(outside.sites, what?.residual ?? 0);
  return `No motion near the clip meets all demands: off by up to ${millimetres(off)} with a compromise.${place}${because}`;
}
