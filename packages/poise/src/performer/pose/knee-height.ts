/** Hips as high as bent knees let them be: the natural way to say how low someone stands. */
import { power } from '../../math/power.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Actor } from '../actor.ts';
import type { PoseRequest } from './request.ts';

const hip = new Float64Array(3);

const SOFTNESS = 0.0006; // of leg length: over which height one leg takes over from the other

/** Height [m] of request.hips at which no bearing knee is bent by less than `knee` [rad], given where the hips are over the
 *  ground and the ankles. `share`: 0.5 both legs bear, 1 only the left, 0 only the right. */
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
  // A smooth least of the two heights; a leg that does not bear has no say.
  const [left, right] = [heightFor(0), heightFor(1)];
  const [leftSay, rightSay] = [1 - power(1 - share, 4), 1 - power(share, 4)];
  const least = leftSay > 0 && rightSay > 0 ? Math.min(left, right) : leftSay > 0 ? left : right;
  const s = SOFTNESS * actor.scale;
  return least - s * Math.log(leftSay * Math.exp((least - left) / s) + rightSay * Math.exp((least - right) / s));
}
