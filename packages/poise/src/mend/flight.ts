/**
 * Flight: where nothing touches the ground, and where a body falls faster than gravity, its centre of mass goes the way of a thrown stone. Only the root is
 * moved: Σ (d / σ)² + Σ (d″ / α)² over the shift d of all frames, with (c + d)″ = g in flight; take-off and landing give way softly, and the feet are planted
 * again afterwards.
 */
import type { Judgement } from '../balance/judge.ts';
import { SUPPORT_PHASES } from '../balance/report.ts';
import { runsWhere } from '../balance/rules/rule.ts';
import { traceClip } from '../balance/trace.ts';
import { GRAVITY } from '../dynamics/wrench.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import type { Frames } from '../motion/stretches.ts';
import { bandIndex, createBanded, factorBanded, solveBanded } from '../optim/banded.ts';
import { meets } from './blame.ts';
import { type StageOutcome, type Stretch, untouched } from './stage.ts';
import { metres, stretchesInWords } from './words.ts';

const LONGEST = 0.8; // [s] the longest flight that people jump, with the run-up of a few
const MOST = 0.15; // [m] that a body is moved by: farther, the clip shows something else
const STANDING = 0.01; // [m] σ where feet carry: legs have to follow
const BENDING = 4; // [m/s²] α: what take-off and landing push more or less by
const EXACT = 0.05; // [m/s²] to which free fall is met

/** Makes flights that the judge complains of free flights.
 *
 * ```ts
 * const { clip: flying, did } = flyFreely(clip, judge(clip), []);
 * ```
 */
export function flyFreely(clip: Clip, judgement: Judgement, held: readonly Stretch[]): StageOutcome {
  const most = LONGEST / clip.frameTime;
  let runs = complaints(clip, judgement).filter(
    (run) =>
      run.end - run.start < most &&
      run.start > 1 &&
      run.end < clip.frameCount - 2 &&
      !held.some((one) => meets(run, one)),
  );
  const left: Frames[] = [];
  // The judge's own course is smoothed, take-off and landing with it.
  const { com } = traceClip(judgement.body, clip, { inertia: 'full' });
  while (runs.length > 0) {
    const shift = shiftOf(clip, com, runs);
    const far = runs.filter((run) => largest(shift, run) > MOST);
    if (far.length === 0) return outcome(clip, shift, runs, left);
    left.push(...far);
    runs = runs.filter((run) => !far.includes(run));
  }
  return untouched(clip, ...words(clip, left));
}

const words = (clip: Clip, left: readonly Frames[]): string[] =>
  left.length > 0 ? [`No free flight was found near the clip in ${stretchesInWords(clip, left)}.`] : [];

/** Frames in flight or falling too fast, run by run. */
function complaints(clip: Clip, { findings, report }: Judgement): readonly Frames[] {
  const flight = SUPPORT_PHASES.indexOf('flight');
  const marked = new Uint8Array(clip.frameCount);
  const flights = runsWhere(clip.frameCount, (frame) => report.phase[frame] === flight);
  for (const { rule, severity, start, end } of findings) {
    if (severity === 'note') continue;
    if (rule === 'pull') marked.fill(1, start, end + 1);
    if (rule !== 'pull' && rule !== 'unsupported') continue;
    for (const run of flights) if (run.start <= end && start <= run.end) marked.fill(1, run.start, run.end + 1);
  }
  return runsWhere(clip.frameCount, (frame) => marked[frame] === 1);
}

/** d, frames × 3 [m]. */
function shiftOf({ frameCount, frameTime }: Clip, com: Float64Array, runs: readonly Frames[]): Float64Array {
  const matrix = createBanded(frameCount, 2);
  const shift = new Float64Array(3 * frameCount);
  const stencil = [1, -2, 1];
  const square = frameTime ** 2;
  const flies = new Uint8Array(frameCount);
  for (const { start, end } of runs) flies.fill(1, start, end + 1);
  for (let f = 0; f < frameCount; f++) {
    if (!flies[f]) matrix.entries[bandIndex(2, f, f)] += 1 / STANDING ** 2;
    if (f === 0 || f === frameCount - 1) continue;
    const weight = 1 / ((flies[f] ? EXACT : BENDING) * square) ** 2;
    for (let a = 0; a < 3; a++) {
      for (let b = 0; b <= a; b++)
        matrix.entries[bandIndex(2, f - 1 + a, f - 1 + b)] += weight * stencil[a] * stencil[b];
    }
    if (!flies[f]) continue;
    for (let c = 0; c < 3; c++) {
      const at = (k: number): number => com[3 * (f - 1 + k) + c];
      const missing = (c === 1 ? -GRAVITY * square : 0) - (at(0) - 2 * at(1) + at(2));
      for (let a = 0; a < 3; a++) shift[3 * (f - 1 + a) + c] += weight * stencil[a] * missing;
    }
  }
  if (factorBanded(matrix) >= 0) return new Float64Array(3 * frameCount); // numbers that are not finite: nothing moves
  solveBanded(matrix, shift, 3);
  return shift;
}

function largest(shift: Float64Array, { start, end }: Frames): number {
  let most = 0;
  for (let f = start; f <= end; f++)
    most = Math.max(most, Math.hypot(shift[3 * f], shift[3 * f + 1], shift[3 * f + 2]));
  return most;
}

function outcome(clip: Clip, shift: Float64Array, runs: readonly Frames[], left: readonly Frames[]): StageOutcome {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let f = 0; f < clip.frameCount; f++) for (let c = 0; c < 3; c++) q[f * nq + c] += shift[3 * f + c];
  const far = Math.max(...runs.map((run) => largest(shift, run)));
  return {
    clip: withCoordinates(clip, q),
    did: [`The body was moved by up to ${metres(far)} so that it flies freely (${stretchesInWords(clip, runs)}).`],
    left: words(clip, left),
  };
}
