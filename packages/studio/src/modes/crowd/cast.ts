/** Motions and bodies of the crowd, made by the performer. */
import { motionNamed, perform } from 'poise';
import { createMannequin } from 'poise/perform';
import type { Cast } from './crowd.ts';
import { HEIGHTS, MOTIONS } from './plan-crowd.ts';

/** Takes a few seconds; `progress`: share that is done. */
export function createCast(progress: (done: number) => void): Cast {
  const bodies = HEIGHTS.map((height) => createMannequin({ height }).body);
  const clips = MOTIONS.map(({ id, values }, k) => {
    const clip = perform(motionNamed(id), { values });
    progress((k + 1) / MOTIONS.length);
    return clip;
  });
  return { clips, bodies };
}
