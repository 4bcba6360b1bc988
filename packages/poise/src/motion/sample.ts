/** Poses between frames. */
import { UsageError } from '../errors.ts';
import { slerpQuat } from '../math/quat.ts';
import type { Clip } from './clip.ts';
import { coordinateCount, jointCount, quatIndex } from './skeleton.ts';

/** Nearer to a frame than this share of the frame time, the frame itself is returned, bit for bit. */
const ON_FRAME = 1e-9;

/** out = the pose at t seconds after the first frame: linear in position, the shorter way round in rotation. Before the first
 *  and after the last frame that frame is held.
 *
 * ```ts
 * const q = new Float64Array(coordinateCount(clip.skeleton));
 * sample(q, clip, 0.5);
 * ```
 */
export function sample(out: Float64Array, clip: Clip, t: number): void {
  const nq = coordinateCount(clip.skeleton);
  if (clip.frameCount === 0) throw new UsageError('cannot sample a clip without frames');
  const { frame, u } = placeIn(clip.frameCount, t / clip.frameTime);
  const a = frame * nq;
  if (u === 0) {
    for (let i = 0; i < nq; i++) out[i] = clip.q[a + i];
    return;
  }
  const b = a + nq;
  for (let k = 0; k < 3; k++) out[k] = (1 - u) * clip.q[a + k] + u * clip.q[b + k];
  for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
    const i = quatIndex(joint);
    slerpQuat(out, i, clip.q, a + i, clip.q, b + i, u);
  }
}

/** The frame at or before a place counted in frames, and the share of the way to the next; 0 at frames and beyond the ends. */
export function placeIn(frameCount: number, place: number): { readonly frame: number; readonly u: number } {
  const frame = frameBefore(frameCount, place);
  return { frame, u: shareAfter(frame, frameCount, place) };
}

/** The frame at or before a place counted in frames. */
export function frameBefore(frameCount: number, place: number): number {
  if (!(place > 0)) return 0;
  if (place >= frameCount - 1) return frameCount - 1;
  const nearest = Math.round(place);
  return Math.abs(place - nearest) < ON_FRAME ? nearest : Math.floor(place);
}

/** The share of the way from that frame to the next. */
export function shareAfter(frame: number, frameCount: number, place: number): number {
  return frame < frameCount - 1 && place - frame >= ON_FRAME ? place - frame : 0;
}

/** Rows of numbers per frame, at a place counted in frames: linear, or slerp for quaternions. */
export function sampleRows(
  out: Float64Array,
  o: number,
  rows: Float64Array,
  width: number,
  place: number,
  kind: 'linear' | 'rotation',
): void {
  const { frame, u } = placeIn(rows.length / width, place);
  const a = frame * width;
  if (u === 0) for (let k = 0; k < width; k++) out[o + k] = rows[a + k];
  else if (kind === 'rotation') slerpQuat(out, o, rows, a, rows, a + width, u);
  else for (let k = 0; k < width; k++) out[o + k] = (1 - u) * rows[a + k] + u * rows[a + width + k];
}

/** A copy of q whose quaternions keep their sign from frame to frame, so that numbers can be fitted to them. */
export function signContinuous(q: Float64Array, nq: number): Float64Array {
  const out = q.slice();
  for (let i = nq; i < out.length; i += nq) {
    for (let k = 3; k < nq; k += 4) {
      const a = i + k;
      const b = a - nq;
      const dot = out[a] * out[b] + out[a + 1] * out[b + 1] + out[a + 2] * out[b + 2] + out[a + 3] * out[b + 3];
      if (dot >= 0) continue;
      for (let c = 0; c < 4; c++) out[a + c] = -out[a + c];
    }
  }
  return out;
}
