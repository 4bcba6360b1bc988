import { UsageError } from '../errors.ts';
import { refuseUnknown } from '../math/options.ts';
import { type Clip, createClip, durationOf, type ExtraTrack } from './clip.ts';
import { createMotionScratch, interpolateMotion, sampleMotion } from './motion-spline.ts';
import { sample, sampleRows } from './sample.ts';
import { coordinateCount } from './skeleton.ts';

export interface ResampleOptions {
  /** slerp: straight between frames. spline: a C2 curve through the frames. */
  readonly method: 'slerp' | 'spline';
}

/** More frames than this are refused: a typing error in the frame time would fill the memory. */
const MOST_FRAMES = 10_000_000;

/** The clip at another frame time [s]; first frame kept, the last new frame lies at or before the old last one. Extra tracks
 *  are resampled too (straight between frames); reference frames are kept.
 *
 * ```ts
 * const at30 = resample(clip, 1 / 30);
 * ```
 */
export function resample(clip: Clip, frameTime: number, options: Partial<ResampleOptions> = {}): Clip {
  refuseUnknown('resample', options, ['method']);
  const { method = 'slerp' } = options;
  if (!(frameTime > 0 && Number.isFinite(frameTime))) {
    throw new UsageError(`the frame time must be a positive number of seconds, found ${frameTime}`);
  }
  if (clip.frameCount === 0) return createClip({ ...clip, frameTime });
  const frames = Math.floor(durationOf(clip) / frameTime + 1e-6) + 1;
  if (frames > MOST_FRAMES) throw new UsageError(`a frame time of ${frameTime} s would make ${frames} frames`);
  const nq = coordinateCount(clip.skeleton);
  const q = new Float64Array(frames * nq);
  const write = method === 'spline' ? splineWriter(clip) : (out: Float64Array, t: number) => sample(out, clip, t);
  for (let frame = 0; frame < frames; frame++) write(q.subarray(frame * nq, (frame + 1) * nq), frame * frameTime);
  const extraTracks = clip.extraTracks.map((track) => resampleTrack(track, frames, frameTime / clip.frameTime));
  return createClip({ ...clip, frameTime, q, extraTracks });
}

function splineWriter(clip: Clip): (out: Float64Array, t: number) => void {
  const motion = interpolateMotion(clip);
  const scratch = createMotionScratch(clip.skeleton);
  return (out, t) => sampleMotion(motion, t, out, undefined, undefined, scratch);
}

/** `step`: old frames per new frame. */
function resampleTrack(track: ExtraTrack, frames: number, step: number): ExtraTrack {
  const width = track.kind === 'rotation' ? 4 : 3;
  const values = new Float64Array(frames * width);
  const kind = track.kind === 'rotation' ? 'rotation' : 'linear';
  for (let frame = 0; frame < frames; frame++) {
    sampleRows(values, frame * width, track.values, width, frame * step, kind);
  }
  return { ...track, values };
}
