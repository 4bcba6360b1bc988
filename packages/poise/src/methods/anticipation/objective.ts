/**
 * What a CMRT is judged by: how far the centre of pressure (CoP) strays from the centre of the support, [Rabbani14] §4.1, and how
 * badly the rollout ended. Deviates: the paper removes samples without ground contact from its 2-norm, which rewards leaving the
 * ground; here the sum is stretched to the whole clip, and missing contact, falls and crumpled poses cost. `paper` keeps the
 * published measure for comparison.
 *
 * Symbols: N samples of the clip, V those with ground contact, e = CoP − support centre, E the 2-norm.
 */

/** Time between samples of the CoP [s]. */
export const LOG_STEP = 0.005;

/** Costs per √N, in metres, so that they compare with the RMS of the CoP error. */
const FALL = 0.25;
const NO_CONTACT = 0.1;
const CONTACT_SLACK = 0.05; // share of samples that may be without contact for nothing
const POSTURE = 0.05;
const UNDONE = 0.1;
const UNSTEADY = 0.05;
const MISSED = 0.5;
const MISSED_PER_METRE = 2;

/** How a rollout went, as far as the cost is concerned. */
export interface Course {
  readonly samples: number; // N, of the whole clip
  readonly valid: number; // |V|
  readonly squares: number; // [m²] Σ |e|² over V
  readonly fallTime?: number; // [s] absent: did not fall
  readonly duration: number; // [s] L
  readonly posture: number; // [rad] mean weighted joint error over the last 0.3 s
  readonly unsteady?: boolean; // up to the end, but slipped, tilted, out of pose or still moving
  readonly undone?: boolean; // what was to topple still stands
  readonly missedBy?: number; // [m] how close hands and ball came; absent: nothing to catch, or caught
}

/** Root mean square of the CoP error [m], dropped samples counted as like the others. */
export const rmsOf = ({ squares, valid }: Pick<Course, 'squares' | 'valid'>): number =>
  valid > 0 ? Math.sqrt(squares / valid) : 1;

/** The paper's measure: the 2-norm over samples with contact [m]. */
export const paperCost = ({ squares }: Pick<Course, 'squares'>): number => Math.sqrt(squares);

/** The cost of a rollout [m·√samples]. */
export function costOf(course: Course): number {
  const { samples, valid, fallTime, duration, posture, unsteady, undone, missedBy } = course;
  const root = Math.sqrt(samples);
  const error = rmsOf(course) * root;
  if (missedBy !== undefined) return error + root * (MISSED + MISSED_PER_METRE * missedBy);
  const fall = fallTime === undefined ? 0 : FALL * (1 + (2 * (duration - fallTime)) / duration);
  const missing = NO_CONTACT * Math.max(0, 1 - valid / samples - CONTACT_SLACK);
  const ending = POSTURE * posture + (unsteady ? UNSTEADY : 0) + (undone ? UNDONE : 0);
  return error + root * (fall + missing + ending);
}

/** A cost that a rollout has reached for certain, while it still runs: it only grows. */
export const costSoFar = (squares: number): number => Math.sqrt(squares);

/** Standing: no fall, nothing missed, and the CoP error below the threshold [m]. */
export const isSolved = (course: Course, threshold: number): boolean =>
  course.fallTime === undefined && course.missedBy === undefined && rmsOf(course) <= threshold;
