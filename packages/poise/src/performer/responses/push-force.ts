/** The push of a generated response: a half-sine at the height of the CoM. */
import { type ForceTrack, forceAt } from '../../balance/force-track.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { pushTrack } from '../../gait/push.ts';
import { conjugateQuat, rotate3 } from '../../math/quat.ts';
import type { Vec3 } from '../../math/types.ts';
import type { Actor } from '../actor.ts';

export const FRAME_TIME = 1 / 60; // [s]

/** [s] The onset lies 0.2114 frames before the twelfth frame: the half-sine summed over the frames is then the whole impulse. */
export const PUSH = { start: (12 - 0.2114) / 60, duration: 0.1 } as const;

/** The push as `analyse` takes it, at the point of the trunk that is level with the CoM in the neutral pose q. */
export function pushOn(actor: Actor, q: Float64Array, impulse: readonly [x: number, z: number]): ForceTrack {
  forwardKinematics(actor.body, actor.ws, q, 0);
  const segment = actor.roles.hips ?? 0;
  const point = new Float64Array(3);
  const back = new Float64Array(4);
  for (let k = 0; k < 3; k++) point[k] = actor.ws.com[k] - actor.ws.segmentOrigin[3 * segment + k];
  conjugateQuat(back, 0, actor.ws.segmentRotation, 4 * segment);
  rotate3(point, 0, back, 0, point, 0);
  return pushTrack({
    segment,
    pointInSegment: [point[0], point[1], point[2]] satisfies Vec3,
    impulse: [impulse[0], 0, impulse[1]],
    time: PUSH.start,
    duration: PUSH.duration,
  });
}

/** Horizontal force per frame, frames×2 [N]. */
export function forcePerFrame(track: ForceTrack, frames: number): Float64Array {
  const out = new Float64Array(2 * frames);
  const force = new Float64Array(3);
  for (let frame = 0; frame < frames; frame++) {
    forceAt(force, track, frame * FRAME_TIME);
    out[2 * frame] = force[0];
    out[2 * frame + 1] = force[2];
  }
  return out;
}
