import { logQuat, relativeQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { JointLimits } from './body.ts';

/** The three anatomical angles [rad] of one joint, comparable with `limits.lower` and `limits.upper` at 3·joint.
 *  The joint's local quaternion is at q[quatOffset]; `turn` is scratch of 4 numbers. */
export function anatomicalAngles(
  out: Float64Array,
  o: number,
  limits: JointLimits,
  joint: number,
  q: ReadonlyVector,
  quatOffset: number,
  turn: Float64Array = new Float64Array(4),
): void {
  relativeQuat(turn, 0, limits.neutral, 4 * joint, q, quatOffset);
  logQuat(turn, 0, turn, 0);
  for (let k = 0; k < 3; k++) {
    const a = 9 * joint + 3 * k;
    out[o + k] = limits.axes[a] * turn[0] + limits.axes[a + 1] * turn[1] + limits.axes[a + 2] * turn[2];
  }
}
