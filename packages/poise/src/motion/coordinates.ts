/**
 * Steps and differences on the manifold of poses. q holds positions and quaternions, v lives in the tangent space: root
 * linear velocity in world axes, angular velocities in each joint's own frame (q ← q ⊗ exp(v dt), as MuJoCo does).
 * Never add to q; call `integrate`.
 */
import { expQuat, logQuat, multiplyQuat, normalizeQuat, relativeQuat } from '../math/quat.ts';
import type { ReadonlyVector } from '../math/types.ts';
import { jointCount, quatIndex, type Skeleton, velocityIndex } from './skeleton.ts';

/** out = q moved along v for dt. `turn` is scratch of at least 4 numbers; out may be q. */
export function integrate(
  out: Float64Array,
  skeleton: Skeleton,
  q: ReadonlyVector,
  v: ReadonlyVector,
  dt: number,
  turn: Float64Array = new Float64Array(4),
): void {
  for (let k = 0; k < 3; k++) out[k] = q[k] + dt * v[k];
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const i = velocityIndex(joint);
    const o = quatIndex(joint);
    turn[0] = dt * v[i];
    turn[1] = dt * v[i + 1];
    turn[2] = dt * v[i + 2];
    expQuat(turn, 0, turn, 0);
    multiplyQuat(out, o, q, o, turn, 0);
    normalizeQuat(out, o, out, o);
  }
}

/** out = the velocity that takes `from` to `to` in dt, by the shorter way round: integrate(from, out, dt) = to.
 *  Coordinates may sit at an offset inside a clip's q. `turn` is scratch of at least 4 numbers. */
export function difference(
  out: Float64Array,
  skeleton: Skeleton,
  from: ReadonlyVector,
  fromOffset: number,
  to: ReadonlyVector,
  toOffset: number,
  dt: number,
  turn: Float64Array = new Float64Array(4),
): void {
  const rate = 1 / dt;
  for (let k = 0; k < 3; k++) out[k] = rate * (to[toOffset + k] - from[fromOffset + k]);
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const i = quatIndex(joint);
    const o = velocityIndex(joint);
    relativeQuat(turn, 0, from, fromOffset + i, to, toOffset + i);
    logQuat(turn, 0, turn, 0);
    out[o] = rate * turn[0];
    out[o + 1] = rate * turn[1];
    out[o + 2] = rate * turn[2];
  }
}
