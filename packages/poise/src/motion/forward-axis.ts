/** The axis of a file along which the character's front points, where the caller states it: it becomes +Z of the clip. */
import { UsageError } from '../errors.ts';
import { multiplyQuat, rotate3 } from '../math/quat.ts';
import type { Quat } from '../math/types.ts';
import { type Clip, createClip, type ImportNote } from './clip.ts';
import { UP_AXES, type UpAxis } from './infer-up.ts';
import { coordinateCount, createSkeleton } from './skeleton.ts';

/** Turn about Y that takes the stated axis to +Z once `up` is up. Throws UsageError where the two are one line. */
function yawToForward(up: UpAxis, forward: UpAxis): Quat {
  if (!Object.hasOwn(UP_AXES, forward)) {
    throw new UsageError(`forward must be one of ${Object.keys(UP_AXES).join(', ')}, found "${forward}"`);
  }
  const ahead = new Float64Array(3);
  rotate3(ahead, 0, Float64Array.from(UP_AXES[up].worldFromFile), 0, Float64Array.from(UP_AXES[forward].axis), 0);
  const [x, y, z] = ahead.map(Math.round);
  if (y !== 0) throw new UsageError(`forward ${forward} and up ${up} lie on one line; forward must lie in the floor`);
  if (x !== 0) return [0, -x * Math.SQRT1_2, 0, Math.SQRT1_2];
  return z > 0 ? [0, 0, 0, 1] : [0, 1, 0, 0];
}

/** The file's axes to those of a clip: up to +Y and, where stated, forward to +Z. */
export function worldFromAxes(up: UpAxis, forward: UpAxis | undefined): Quat {
  const { worldFromFile } = UP_AXES[up];
  if (forward === undefined) return worldFromFile;
  const out = new Float64Array(4);
  multiplyQuat(out, 0, Float64Array.from(yawToForward(up, forward)), 0, Float64Array.from(worldFromFile), 0);
  return [out[0], out[1], out[2], out[3]];
}

export const statedForward = (forward: UpAxis): ImportNote => ({
  topic: 'forward',
  text: `${forward.toUpperCase()} of the file is forward (as asked)`,
  confidence: 'stated',
});

/** A clip with Y up turned so that the stated axis of its file becomes +Z; unchanged where none is stated. */
export function facingForward(clip: Clip, forward: UpAxis | undefined): Clip {
  const { source, skeleton } = clip;
  if (forward === undefined || !source) return clip;
  const turn = Float64Array.from(yawToForward('y', forward));
  const q = clip.q.slice();
  for (let o = 0; o < q.length; o += coordinateCount(skeleton)) {
    rotate3(q, o, turn, 0, q, o);
    multiplyQuat(q, o + 3, turn, 0, q, o + 3);
  }
  const restRotations = skeleton.restRotations.slice();
  multiplyQuat(restRotations, 0, turn, 0, restRotations, 0);
  const frame = { ...source.frame, worldFromFile: worldFromAxes('y', forward) };
  return createClip({
    ...clip,
    skeleton: createSkeleton({ ...skeleton, restRotations }),
    q,
    source: { ...source, frame, notes: [...source.notes, statedForward(forward)] },
  });
}
