/** How suddenly hips and joints change their velocity, from differences of the poses alone: what the body believes its velocity to be
 *  is not what one sees. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount, velocityIndex } from '../../motion/skeleton.ts';
import { PICTURE } from './parameters.ts';

/** Changes of velocity per 1/60 s. Channel 0 is the hips [m/s]; channel k + 1 is joint `joints[k]` [rad/s], the root first. */
export interface Jolts {
  readonly joints: readonly number[];
  readonly channels: number;
  readonly change: Float64Array; // frames × channels × 3
}

/** Joints that move mass: fingers and twist bones are not seen to jolt. */
const seenJoints = (body: Body): readonly number[] => Array.from(createWorkspace(body).moving);

/** Changes between the velocity into a frame and the one out of it; first and last frame have none. At more than 60 frames a second they are taken over
 *  1/60 s, at fewer they are scaled to it. */
export function measureJolts(body: Body, clip: Clip): Jolts {
  const { skeleton, frameCount, frameTime } = clip;
  const nq = coordinateCount(skeleton);
  const nv = freedomCount(skeleton);
  const joints = seenJoints(body);
  const channels = joints.length + 1;
  const stride = Math.max(1, Math.round(PICTURE / frameTime));
  const span = stride * frameTime;
  const hips = hipPath(body, clip);
  const change = new Float64Array(3 * channels * frameCount);
  const [before, after, turn] = [new Float64Array(nv), new Float64Array(nv), new Float64Array(4)];
  for (let frame = stride; frame < frameCount - stride; frame++) {
    difference(before, skeleton, clip.q, (frame - stride) * nq, clip.q, frame * nq, span, turn);
    difference(after, skeleton, clip.q, frame * nq, clip.q, (frame + stride) * nq, span, turn);
    const share = PICTURE / span;
    const row = 3 * channels * frame;
    for (let c = 0; c < 3; c++) {
      const bend = hips[3 * (frame + stride) + c] - 2 * hips[3 * frame + c] + hips[3 * (frame - stride) + c];
      change[row + c] = (share * bend) / span;
    }
    for (let k = 0; k < joints.length; k++) {
      const i = velocityIndex(joints[k]);
      for (let c = 0; c < 3; c++) change[row + 3 * (k + 1) + c] = share * (after[i + c] - before[i + c]);
    }
  }
  return { joints, channels, change };
}

/** Where the hips are, frames × 3 [m]. */
function hipPath(body: Body, { q, skeleton, frameCount }: Clip): Float64Array {
  const hips = body.roles.hips ?? 0;
  const nq = coordinateCount(skeleton);
  const path = new Float64Array(3 * frameCount);
  const ws = createWorkspace(body);
  for (let frame = 0; frame < frameCount; frame++) {
    if (hips > 0) forwardKinematics(body, ws, q, frame * nq);
    for (let c = 0; c < 3; c++) path[3 * frame + c] = hips > 0 ? ws.segmentOrigin[3 * hips + c] : q[frame * nq + c];
  }
  return path;
}

/** Size of each change, frames × channels. */
export function joltSizes({ change }: Jolts): Float64Array {
  const sizes = new Float64Array(change.length / 3);
  for (let i = 0; i < sizes.length; i++) {
    sizes[i] = Math.hypot(change[3 * i], change[3 * i + 1], change[3 * i + 2]);
  }
  return sizes;
}
