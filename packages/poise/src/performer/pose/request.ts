/** One frame as a motion asks for it: hips, trunk and arms by turns, legs by where the feet are. */
import { setIdentityQuat } from '../../math/quat.ts';
import { jointCount } from '../../motion/skeleton.ts';
import type { Actor } from '../actor.ts';

/** Where a foot is. */
export interface FootRequest {
  readonly ankle: Float64Array; // 3 [m] world
  readonly rotation: Float64Array; // 4 world; identity: flat, pointing along +z
  toeBend: number; // [rad] toes up relative to the foot, +
  kneeYaw: number; // [rad] about +y, from +z towards +x: where the knee points
  kneeGuide: 'front' | 'side'; // what follows kneeYaw: the knee's front, or its hinge (legs that may be level need this)
}

export interface PoseRequest {
  readonly hips: Float64Array; // 3 [m] world, midpoint of the hip joints
  readonly hipsRotation: Float64Array; // 4 world
  readonly turns: Float64Array; // n×4 anatomical turns of all joints but root, legs and feet; identity at first
  readonly feet: readonly [left: FootRequest, right: FootRequest];
}

/** A person who stands upright with hanging arms, feet under the hips, facing +z. */
export function createRequest(actor: Actor): PoseRequest {
  const n = jointCount(actor.skeleton);
  const turns = new Float64Array(4 * n);
  for (let joint = 0; joint < n; joint++) setIdentityQuat(turns, 4 * joint);
  const foot = (sign: number): FootRequest => ({
    ankle: Float64Array.of(sign * 0.05 * actor.body.height, actor.foot.ankleHeight, 0),
    rotation: Float64Array.of(0, 0, 0, 1),
    toeBend: 0,
    kneeYaw: 0,
    kneeGuide: 'front',
  });
  return {
    hips: Float64Array.of(0, actor.hipHeight, 0),
    hipsRotation: Float64Array.of(0, 0, 0, 1),
    turns,
    feet: [foot(1), foot(-1)],
  };
}

/** A request of its own with the same content. */
export function copyRequest({ hips, hipsRotation, turns, feet }: PoseRequest): PoseRequest {
  const foot = (of: FootRequest): FootRequest => ({ ...of, ankle: of.ankle.slice(), rotation: of.rotation.slice() });
  return {
    hips: hips.slice(),
    hipsRotation: hipsRotation.slice(),
    turns: turns.slice(),
    feet: [foot(feet[0]), foot(feet[1])],
  };
}
