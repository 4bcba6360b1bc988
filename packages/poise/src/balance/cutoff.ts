/** How hard a clip must be smoothed before it may be differentiated twice. */
import { comNoise } from './centroidal.ts';
import type { BodyTrace } from './trace.ts';

/** Captured people: validated against force plates (docs/validation.md). */
export const CAPTURE_CUTOFF = 6; // [Hz]
const CLEAN_CUTOFF = Number.POSITIVE_INFINITY;

/** Noise [m] of the CoM below which a clip counts as made by code: the fourth difference of a smooth curve. */
const CLEAN = 4e-6;

/** Clips without capture noise are taken as they are; all others get the cutoff that agrees best with force plates. */
export function chooseCutoff(trace: BodyTrace): number {
  return comNoise(trace.com) < CLEAN ? CLEAN_CUTOFF : CAPTURE_CUTOFF;
}
