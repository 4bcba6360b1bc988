import { UsageError } from '../errors.ts';
import { type Clip, createClip } from './clip.ts';
import { coordinateCount } from './skeleton.ts';

/** Frames start … end − 1 of a clip, bit for bit; extra tracks are cut with them, reference frames are kept.
 *
 * ```ts
 * const firstSecond = trim(clip, 0, Math.round(frameRate(clip)));
 * ```
 */
export function trim(clip: Clip, start: number, end: number = clip.frameCount): Clip {
  const whole = Number.isInteger(start) && Number.isInteger(end);
  if (!whole || start < 0 || end > clip.frameCount || start > end) {
    throw new UsageError(`expected frames 0 ≤ start ≤ end ≤ ${clip.frameCount}, found ${start} and ${end}`);
  }
  const nq = coordinateCount(clip.skeleton);
  const extraTracks = clip.extraTracks.map((track) => {
    const width = track.kind === 'rotation' ? 4 : 3;
    return { ...track, values: track.values.slice(start * width, end * width) };
  });
  return createClip({ ...clip, q: clip.q.slice(start * nq, end * nq), extraTracks });
}
