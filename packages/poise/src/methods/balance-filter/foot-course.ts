/** Where the feet go: as in the clip, without the tremor of a capture, which straight knees would have to follow. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { lowPass } from '../../math/low-pass.ts';
import { normalizeQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

/** Per frame and foot: position of the ankle and rotation of the foot, 7 numbers. */
export interface FootCourse {
  readonly values: Float64Array; // frames × 2 × 7
}

const FOOT = 7;
const STEADY = 10; // [Hz] what is faster is tremor

export const footAt = (frame: number, side: number): number => FOOT * (2 * frame + side);

/** `steady`: without the tremor, but as in the clip where share is 1 (frames; NaN: outside all windows). */
export function footCourse(body: Body, clip: Clip, shares: Float64Array, steady: boolean): FootCourse {
  const nq = coordinateCount(body.skeleton);
  const ws = createWorkspace(body);
  const values = new Float64Array(2 * FOOT * clip.frameCount);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    forwardKinematics(body, ws, clip.q, frame * nq);
    body.soles.forEach(({ foot }, side) => {
      const at = footAt(frame, side);
      values.set(ws.segmentOrigin.subarray(3 * foot, 3 * foot + 3), at);
      values.set(ws.segmentRotation.subarray(4 * foot, 4 * foot + 4), at + 3);
      if (frame > 0) keepSign(values, at + 3, footAt(frame - 1, side) + 3);
    });
  }
  if (!steady) return { values };
  const calm = values.slice();
  lowPass(calm, 2 * FOOT, 1 / clip.frameTime, STEADY);
  for (let frame = 0; frame < clip.frameCount; frame++) {
    const share = Number.isNaN(shares[frame]) ? 1 : shares[frame];
    for (let i = footAt(frame, 0); i < footAt(frame + 1, 0); i++) values[i] = calm[i] + share * (values[i] - calm[i]);
    for (const side of [0, 1]) normalizeQuat(values, footAt(frame, side) + 3, values, footAt(frame, side) + 3);
  }
  return { values };
}

function keepSign(values: Float64Array, at: number, before: number): void {
  let dot = 0;
  for (let k = 0; k < 4; k++) dot += values[at + k] * values[before + k];
  if (dot < 0) for (let k = 0; k < 4; k++) values[at + k] = -values[at + k];
}
