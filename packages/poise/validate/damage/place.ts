/** Where in a clip a damage is done. */
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { type Run, runsWhere } from '../../src/balance/rules/rule.ts';
import type { Clip } from '../../src/motion/clip.ts';
import type { DamageInput } from './damage.ts';

export const framesIn = (clip: Clip, seconds: number): number => Math.max(1, Math.round(seconds / clip.frameTime));

/** A window of `seconds` that begins somewhere; undefined where the clip is not half as long again. */
export function windowOf({ clip, rng }: DamageInput, seconds: number): Run | undefined {
  const length = framesIn(clip, seconds);
  const room = clip.frameCount - Math.round(1.25 * length);
  if (room < 1) return undefined;
  const start = Math.floor(0.125 * length + rng.next() * room);
  return { start, end: start + length - 1 };
}

/** Stretches in which at least one foot stands, in windows of `seconds`; one of them. */
export function standingWindow(input: DamageInput, seconds: number): Run | undefined {
  const { clip, report, rng } = input;
  const carried = (frame: number): boolean => {
    const phase = SUPPORT_PHASES[report.phase[frame]];
    return phase === 'left' || phase === 'right' || phase === 'double';
  };
  const length = framesIn(clip, seconds);
  const long = runsWhere(clip.frameCount, carried, framesIn(clip, 0.1)).filter((run) => run.end - run.start > length);
  if (long.length === 0) return undefined;
  const run = long[Math.floor(rng.next() * long.length)];
  const start = run.start + Math.floor(rng.next() * (run.end - run.start - length));
  return { start, end: start + length - 1 };
}
