/** Clips played along other times. */
import { slerpQuat } from '../../src/math/quat.ts';
import { type Clip, withCoordinates } from '../../src/motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';

/** Coordinates between frames: straight lines and slerp. */
function sampleRow(out: Float64Array, o: number, clip: Clip, at: number): void {
  const nq = coordinateCount(clip.skeleton);
  const a = Math.min(clip.frameCount - 1, Math.floor(at));
  const b = Math.min(clip.frameCount - 1, a + 1);
  const u = at - a;
  for (let k = 0; k < 3; k++) out[o + k] = (1 - u) * clip.q[a * nq + k] + u * clip.q[b * nq + k];
  for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
    const i = quatIndex(joint);
    slerpQuat(out, o + i, clip.q, a * nq + i, clip.q, b * nq + i, u);
  }
}

/** The clip played along `times` (in frames of the original). */
export function retime(clip: Clip, times: readonly number[]): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = new Float64Array(nq * times.length);
  for (const [frame, at] of times.entries()) sampleRow(q, frame * nq, clip, at);
  return { ...withCoordinates(clip, q), extraTracks: [] };
}
