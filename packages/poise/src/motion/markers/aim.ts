import { quatBetween } from '../../math/quat.ts';
import { mat3FromQuat } from '../../math/quat-mat3.ts';
import type { Vec3 } from '../../math/types.ts';
import { compose, type RigidPose, turnIn } from './rigid.ts';
import { directionOf } from './vectors.ts';

/** The frame's rotation followed by the shortest turn that points a bone the wanted way. */
export function aimed(parent: RigidPose, bone: Vec3, wanted: Vec3): Float64Array {
  const turn = new Float64Array(4);
  const matrix = new Float64Array(9);
  quatBetween(
    turn,
    0,
    Float64Array.from(directionOf(bone)),
    0,
    Float64Array.from(directionOf(turnIn(parent, wanted))),
    0,
  );
  mat3FromQuat(matrix, 0, turn, 0);
  return compose(parent.rotation, matrix);
}
