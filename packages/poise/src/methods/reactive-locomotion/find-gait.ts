/** A walker on a clip, or on rounds of it where it is made to be looped. */
import type { Body } from '../../body/body.ts';
import { RigError } from '../../errors.ts';
import { repeatLoop } from '../../gait/repeat-loop.ts';
import type { Clip } from '../../motion/clip.ts';
import { type OnFloor, onFloor } from './on-floor.ts';
import { PLANNER_DEFAULTS, type PlannerOptions } from './options.ts';
import { createWalker, type Walker } from './walker.ts';

/** The walker, or why there is none. */
export function findGait(
  body: Body,
  { clip, report }: Pick<OnFloor, 'clip' | 'report'>,
  options: Partial<PlannerOptions>,
): { readonly walker: Walker | undefined; readonly reason: string } {
  const first = tried(() => createWalker(body, clip, options, report));
  if (first.walker) return first;
  const rounds = repeatLoop(body, clip);
  const second = rounds && tried(() => createWalker(body, rounds, options));
  return second?.walker ? second : first;
}

/** Why the clip's steps are no gait that can be gone on with; '' where they are. */
export const gaitErrorOf = (body: Body, clip: Clip): string =>
  findGait(body, onFloor(body, clip), PLANNER_DEFAULTS).reason;

function tried(create: () => Walker): { readonly walker: Walker | undefined; readonly reason: string } {
  try {
    return { walker: create(), reason: '' };
  } catch (error) {
    if (!(error instanceof RigError)) throw error;
    return { walker: undefined, reason: error.message };
  }
}
