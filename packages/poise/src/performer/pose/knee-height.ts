/** Hips as high as bent knees let them be: the natural way to say how low someone stands. */
import { rotate3 } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import type { PoseRequest } from './request.ts';

const hip = new Float64Array(3);

/** Height [m] of request.hips at which the knees are bent by `knee` [rad], given where the hips are over the ground and the
 *  ankles: the left knee's for share 1, the right knee's for 0, the mean in between. */
export function hipsHeightFor(actor: Actor, request: PoseRequest, knee: number, share: number): number {
  const heightFor = (side: 0 | 1): number => {
    const { upper, thigh, shank } = actor.legs[side];
    const { ankle } = request.feet[side];
    for (let k = 0; k < 3; k++) hip[k] = actor.skeleton.offsets[3 * upper + k] - actor.hipsInRoot[k];
    rotate3(hip, 0, request.hipsRotation, 0, hip, 0);
    const length2 = thigh * thigh + shank * shank + 2 * thigh * shank * Math.cos(knee);
    const x = request.hips[0] + hip[0] - ankle[0];
    const z = request.hips[2] + hip[2] - ankle[2];
    return ankle[1] + Math.sqrt(Math.max(0.01, length2 - x * x - z * z)) - hip[1];
  };
  return share * heightFor(0) + (1 - share) * heightFor(1);
}
