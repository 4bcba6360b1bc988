import { UsageError } from '../errors.ts';
import { type Clip, type ClipSource, createClip, type ExtraTrack } from './clip.ts';
import { coordinateCount } from './skeleton.ts';

/** Frames start … end − 1 of a clip, bit for bit; extra tracks are cut with them. Reference frames are kept and moved to where the
 *  person is at the new start, since a T-pose in front of a motion stands where the motion begins.
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
  const extraTracks = clip.extraTracks.map((track) => trimTrack(track, start, end));
  const source = clip.source && start < clip.frameCount ? sourceFrom(clip.source, clip.q, start, nq) : clip.source;
  return createClip({ ...clip, q: clip.q.slice(start * nq, end * nq), extraTracks, source });
}

function sourceFrom(source: ClipSource, q: Float64Array, start: number, nq: number): ClipSource {
  return { ...source, referenceFrames: movedAlong(source.referenceFrames, q, start, nq) };
}

function trimTrack(track: ExtraTrack, start: number, end: number): ExtraTrack {
  const width = track.kind === 'rotation' ? 4 : 3;
  const cut = { ...track, values: track.values.slice(start * width, end * width) };
  if (track.kind !== 'translation' || !track.referenceValues || track.values.length <= start * width) return cut;
  return { ...cut, referenceValues: movedAlong(track.referenceValues, track.values, start, width) };
}

/** Reference rows with the first three numbers, a position, moved as the motion moves from its first row to row `start`. */
function movedAlong(reference: Float64Array, rows: Float64Array, start: number, width: number): Float64Array {
  const out = reference.slice();
  for (let i = 0; i < out.length; i += width) {
    for (let k = 0; k < 3; k++) out[i + k] += rows[start * width + k] - rows[k];
  }
  return out;
}
