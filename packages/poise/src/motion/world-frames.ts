/** Where the joints are for one set of coordinates: forward kinematics without masses, for set-up work outside loops. */
import { copyQuat, multiplyQuat, rotate3 } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { add3, copy3 } from '../math/vec3.ts';
import { jointCount, quatIndex, type Skeleton } from './skeleton.ts';

export interface WorldFrames {
  readonly origins: Float64Array; // n×3 [m]
  readonly rotations: Float64Array; // n×4 world-from-joint quaternions
}

/** World positions and rotations of all joints for coordinates q, which may start at an offset inside a clip's q. */
export function worldFramesOf(skeleton: Skeleton, q: ReadonlyVector, offset = 0): WorldFrames {
  const n = jointCount(skeleton);
  const origins = new Float64Array(3 * n);
  const rotations = new Float64Array(4 * n);
  copy3(origins, 0, q, offset);
  copyQuat(rotations, 0, q, offset + 3);
  for (let joint = 1; joint < n; joint++) {
    const parent = skeleton.parents[joint];
    rotate3(origins, 3 * joint, rotations, 4 * parent, skeleton.offsets, 3 * joint);
    add3(origins, 3 * joint, origins, 3 * joint, origins, 3 * parent);
    multiplyQuat(rotations, 4 * joint, rotations, 4 * parent, q, offset + quatIndex(joint));
  }
  return { origins, rotations };
}
