/** Where every joint is at one moment: the clip sampled between frames, then forward kinematics. */
import { type Body, type Clip, type ReadonlyVector, type Skeleton, sample } from 'poise';
import { coordinateCount, createWorkspace, forwardKinematics, multiplyQuat, rotate3 } from 'poise/dynamics';
import type { PoseSource } from './contract.ts';

export interface LivePose extends PoseSource {
  readonly use: (clip: Clip | undefined, body: Body | undefined) => void;
  /** Writes the pose at a frame, which may lie between two. Does nothing without a clip. */
  readonly at: (frame: number) => void;
  /** Takes these coordinates instead of the clip's, until undefined gives them back. */
  readonly hold: (q: Float64Array | undefined) => void;
}

const NOTHING = new Float64Array(0);

/** A pose that follows a clip. With a body that fits the clip's skeleton, the centre of mass is found too. */
export function createPose(): LivePose {
  let write: (frame: number) => void = () => {};
  let held: Float64Array | undefined;
  const read = (q: Float64Array, clip: Clip, frame: number): void => {
    if (held?.length === q.length) q.set(held);
    else sample(q, clip, frame * clip.frameTime);
  };
  const pose = {
    q: NOTHING,
    origins: NOTHING,
    rotations: NOTHING,
    com: new Float64Array(3),
    at: (frame: number) => write(frame),
    hold(q: Float64Array | undefined) {
      held = q;
    },
    use(clip: Clip | undefined, body: Body | undefined) {
      if (!clip || clip.frameCount === 0) {
        Object.assign(pose, { q: NOTHING, origins: NOTHING, rotations: NOTHING });
        write = () => {};
        return;
      }
      const q = new Float64Array(coordinateCount(clip.skeleton));
      if (body && body.skeleton.names.length === clip.skeleton.names.length) {
        const ws = createWorkspace(body);
        Object.assign(pose, { q, origins: ws.segmentOrigin, rotations: ws.segmentRotation, com: ws.com });
        write = (frame) => {
          read(q, clip, frame);
          forwardKinematics(body, ws, q);
        };
        return;
      }
      const n = clip.skeleton.names.length;
      const [origins, rotations] = [new Float64Array(3 * n), new Float64Array(4 * n)];
      Object.assign(pose, { q, origins, rotations, com: origins.subarray(0, 3) });
      write = (frame) => {
        read(q, clip, frame);
        placeJoints(origins, rotations, clip.skeleton, q);
      };
    },
  };
  return pose;
}

/** Joint origins (n×3) and world rotations (n×4) for coordinates q: for skeletons that nobody has made a body of. */
export function placeJoints(
  origins: Float64Array,
  rotations: Float64Array,
  skeleton: Skeleton,
  q: ReadonlyVector,
): void {
  const { parents, offsets } = skeleton;
  for (let k = 0; k < 3; k++) origins[k] = q[k]!;
  for (let k = 0; k < 4; k++) rotations[k] = q[3 + k]!;
  for (let i = 1; i < parents.length; i++) {
    const p = parents[i]!;
    multiplyQuat(rotations, 4 * i, rotations, 4 * p, q, 3 + 4 * i);
    rotate3(origins, 3 * i, rotations, 4 * p, offsets, 3 * i);
    for (let k = 0; k < 3; k++) origins[3 * i + k]! += origins[3 * p + k]!;
  }
}
