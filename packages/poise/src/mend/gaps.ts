/** Frames without numbers: lost by a tracker, or never solved. They are bridged from the good frames beside them. */
import { UsageError } from '../errors.ts';
import { type Clip, withCoordinates } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { bridgePlace, bridgeTurn } from './bridge.ts';
import { type StageOutcome, untouched } from './stage.ts';
import { framesInWords } from './words.ts';

const UNIT = 0.1; // how far a quaternion's length may be from 1: farther, it is no rotation

/** Fills what is not a number. Throws UsageError where a joint never has any.
 *
 * ```ts
 * const { clip: whole, did } = fillGaps(clip);
 * ```
 */
export function fillGaps(clip: Clip): StageOutcome {
  const nq = coordinateCount(clip.skeleton);
  const frames = clip.frameCount;
  let q: Float64Array | undefined;
  const lost = new Uint8Array(frames);
  for (let at = 0; at < nq; at += at === 0 ? 3 : 4) {
    const isGood = (frame: number): boolean => isPose(q ?? clip.q, frame * nq + at, at === 0);
    for (let frame = 0; frame < frames; frame++) {
      if (isGood(frame)) continue;
      let end = frame;
      while (end < frames && !isGood(end)) end++;
      if (frame === 0 && end === frames) {
        const name = at === 0 ? 'the root' : `joint "${clip.skeleton.names[(at - 3) / 4]}"`;
        throw new UsageError(`${name} has no numbers in any frame: nothing can be mended`);
      }
      q ??= clip.q.slice();
      (at === 0 ? bridgePlace : bridgeTurn)(q, nq, at, frame - 1, end, frames);
      lost.fill(1, frame, end);
      frame = end;
    }
  }
  if (!q) return untouched(clip);
  const count = lost.reduce((sum, one) => sum + one, 0);
  const filled = withCoordinates(clip, q);
  return {
    clip: filled,
    did: [`${count} frames without numbers were filled from those beside them (${framesInWords(clip, lost)}).`],
    left: [],
  };
}

function isPose(q: Float64Array, i: number, isPlace: boolean): boolean {
  if (isPlace) return Number.isFinite(q[i]) && Number.isFinite(q[i + 1]) && Number.isFinite(q[i + 2]);
  const size = Math.hypot(q[i], q[i + 1], q[i + 2], q[i + 3]);
  return Math.abs(size - 1) < UNIT;
}
