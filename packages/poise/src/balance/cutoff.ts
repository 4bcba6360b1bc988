/** How hard a clip must be smoothed before it may be differentiated twice. */
import type { Clip } from '../motion/clip.ts';

/** The gait laboratories' habit; 4 to 6 Hz agree best with force plates (docs/validation.md). */
const FILE_CUTOFF = 6; // [Hz]

/** Low-pass [Hz] for a clip's CoM and angular momentum: 6 Hz for clips from files, none (Infinity) for clips made by code.
 *  Smoothness does not tell the two apart: captures that were smoothed before they were saved still carry the errors of
 *  skin and joint centres, and agree better with force plates at 6 Hz than as they are. */
export const chooseCutoff = (clip: Clip): number => (clip.source ? FILE_CUTOFF : Number.POSITIVE_INFINITY);
