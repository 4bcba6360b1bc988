/** Sites fall on frames: else what holds at the sites would not be seen in the frames. */
import { multiplyQuat, normalizeQuat, relativeQuat } from '../../math/quat.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

/** Frames from site to site, for sites about `siteTime` [s] apart: never less than one. */
export const framesPerSite = ({ frameTime }: Clip, siteTime: number): number =>
  Math.max(1, Math.round(siteTime / frameTime));

/** The clip, going on after its end for the few frames that its last site needs. */
export function withWholeSites(clip: Clip, step: number): Clip {
  const nq = coordinateCount(clip.skeleton);
  const last = clip.frameCount - 1;
  const extra = Math.min(last, (step - (last % step)) % step);
  if (extra === 0) return clip;
  const q = new Float64Array((clip.frameCount + extra) * nq);
  q.set(clip.q);
  const turn = new Float64Array(4);
  for (let k = 1; k <= extra; k++) {
    // reflected at the last frame: rates go on, bends change sign
    const [from, end, to] = [(last - k) * nq, last * nq, (last + k) * nq];
    for (let c = 0; c < 3; c++) q[to + c] = 2 * q[end + c] - q[from + c];
    for (let i = 3; i < nq; i += 4) {
      relativeQuat(turn, 0, q, from + i, q, end + i);
      multiplyQuat(q, to + i, q, end + i, turn, 0);
      normalizeQuat(q, to + i, q, to + i);
    }
  }
  return { ...withCoordinates({ ...clip, extraTracks: [] }, q), frameCount: clip.frameCount + extra };
}
