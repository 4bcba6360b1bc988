/** Stretches of one clip inside another. */
import { ease } from '../math/ease.ts';
import { slerpQuat } from '../math/quat.ts';
import { type Clip, withCoordinates } from './clip.ts';
import { coordinateCount } from './skeleton.ts';

export interface Frames {
  readonly start: number;
  readonly end: number;
}

/** 1 inside the stretches, falling smoothly to 0 over `fade` frames beside them. */
export function shareOf(frameCount: number, stretches: readonly Frames[], fade: number): Float64Array {
  const share = new Float64Array(frameCount);
  for (const { start, end } of stretches) {
    const [first, last] = [Math.max(0, start - fade), Math.min(frameCount - 1, end + fade)];
    for (let frame = first; frame <= last; frame++) {
      const off = Math.max(0, start - frame, frame - end);
      share[frame] = Math.max(share[frame], off === 0 ? 1 : ease(1 - off / (fade + 1)));
    }
  }
  return share;
}

/** `clip` with the poses of `other` where the share is 1, bit for bit; frames of share 0 stay so. */
export function blended(clip: Clip, other: Clip, share: Float64Array): Clip {
  if (clip === other) return clip;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const [s, o] = [share[frame], frame * nq];
    if (s === 0) continue;
    if (s === 1) {
      q.set(other.q.subarray(o, o + nq), o);
      continue;
    }
    for (let k = 0; k < 3; k++) q[o + k] += s * (other.q[o + k] - q[o + k]);
    for (let i = o + 3; i < o + nq; i += 4) slerpQuat(q, i, q, i, other.q, i, s);
  }
  return q.every((value, i) => value === other.q[i]) ? other : withCoordinates(clip, q);
}
