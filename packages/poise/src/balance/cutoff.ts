/** How hard a clip must be smoothed before it may be differentiated twice, and how far its angular momentum is to be believed. */
import type { Clip } from '../motion/clip.ts';

/** The gait laboratories' habit, for bodies that are taken as rigid. */
const RIGID_CUTOFF = 6; // [Hz]

/** Captured people are soft, and no chain of rigid segments: what the rate of their angular momentum adds to the moment is overstated, most of all in landings and strides of
 *  runs. Share that counts, and the low-pass that goes with it [Hz]. Chosen together on force plates, leaving out one person of seven at a time (docs/validation.md): 4 or 5 Hz
 *  and shares of 0.4 to 0.7 were best each time. At 1 and 6 Hz drop jumps are 2 cm worse, at 0.25 walks are 0.4 cm worse. */
export const SOFT_BODY = { share: 0.6, cutoff: 5 };

export type Softness = 'auto' | 'none';

/** Is the body of a clip to be taken as soft? `none`: never, as a simulated or balanced one. Performed ones are rigid. */
export const isSoft = (clip: Clip, softness: Softness): boolean =>
  softness === 'auto' && clip.provenance !== 'performed';

/** Low-pass [Hz] for a clip's CoM and angular momentum: none (Infinity) for performed clips.
 *  Smoothness does not tell captures apart: those that were smoothed before they were saved still carry the errors of
 *  skin and joint centres, and agree better with force plates smoothed again than as they are. */
export function chooseCutoff(clip: Clip, softness: Softness): number {
  if (clip.provenance === 'performed') return Number.POSITIVE_INFINITY;
  return isSoft(clip, softness) ? SOFT_BODY.cutoff : RIGID_CUTOFF;
}
