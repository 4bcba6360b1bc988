/** What the lanes need of a report, derived once per report. */
import type { BalanceReport, ForceTrack } from 'poise';
import { type ContactPlace, PARTS } from './overrides.ts';

/** Shifts of the CoM that balance would ask for, above which the linter warns and objects [m]. */
export const IMBALANCE_WARNING = 0.015;
export const IMBALANCE_ERROR = 0.035;

/** Size of the imbalance per frame [m]; NaN where the frame is not judged. */
export function imbalanceSize(report: BalanceReport): Float32Array {
  const size = new Float32Array(report.frameCount);
  for (let f = 0; f < size.length; f++) {
    const judged = report.judged[f] === 1;
    size[f] = judged ? Math.hypot(report.imbalance[3 * f]!, report.imbalance[3 * f + 2]!) : Number.NaN;
  }
  return size;
}

/** Frames in which each part of a place touches, as detected (and overridden, once analysed again). */
export function touchesOf(report: BalanceReport, { side, part }: ContactPlace): readonly Uint8Array[] {
  const foot = report.feet[side === 'left' ? 0 : 1];
  return part === 'all' ? PARTS.map((one) => foot[one]) : [foot[part]];
}

/** When a push begins, ends and is strongest [s], and how strong it then is [N]. */
export interface PushShape {
  readonly start: number;
  readonly end: number;
  readonly peak: number;
  readonly strength: number;
}

export function pushShape({ time, force }: ForceTrack): PushShape {
  let strongest = 0;
  let strength = 0;
  for (let i = 0; i < time.length; i++) {
    const size = Math.hypot(force[3 * i]!, force[3 * i + 1]!, force[3 * i + 2]!);
    if (size <= strength) continue;
    strength = size;
    strongest = i;
  }
  return { start: time[0] ?? 0, end: time.at(-1) ?? 0, peak: time[strongest] ?? 0, strength };
}

/** The same push `shift` seconds later, within the clip. */
export function shiftedPush(track: ForceTrack, shift: number, duration: number): ForceTrack {
  const { start, end } = pushShape(track);
  const least = -start;
  const most = Math.max(least, duration - end);
  const by = Math.min(most, Math.max(least, shift));
  return { ...track, time: track.time.map((t) => t + by) };
}
