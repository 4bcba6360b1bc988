/** Which joints move a segment, and how it accelerates while all generalised accelerations are zero. */
import { addParentAcceleration } from '../dynamics/kinematics.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import type { Skeleton } from '../motion/skeleton.ts';

/** The segment and all joints that carry it, root first. */
export function carriersOf(skeleton: Skeleton, segment: number): Int32Array {
  const chain: number[] = [];
  for (let joint = segment; joint >= 0; joint = skeleton.parents[joint]) chain.push(joint);
  return Int32Array.from(chain.reverse());
}

/** The column groups of a Task that moves with the given joints; `translation`: with the root's translation too. */
export function groupsOf(joints: Iterable<number>, translation: 'with-translation' | 'turns-only'): Int32Array {
  const columns = Array.from(joints, (joint) => 3 + 3 * joint).sort((a, b) => a - b);
  return Int32Array.from(translation === 'with-translation' ? [0, ...columns] : columns);
}

/** J̇v of a frame: acceleration of a segment's origin [m/s²] and its angular acceleration [rad/s²] at zero generalised
 *  acceleration, world axes. Made once per segment. */
export interface FrameBias {
  readonly chain: Int32Array;
  readonly origin: Float64Array; // n×3
  readonly angular: Float64Array; // n×3
}

export function createFrameBias(skeleton: Skeleton, segment: number): FrameBias {
  const size = 3 * skeleton.names.length;
  return {
    chain: carriersOf(skeleton, segment),
    origin: new Float64Array(size),
    angular: new Float64Array(size),
  };
}

/** Fills the chain's rows of `bias`. Needs the velocity level. */
export function writeFrameBias(bias: FrameBias, ws: Workspace): void {
  const { chain, origin, angular } = bias;
  for (let k = 1; k < chain.length; k++) {
    const o = 3 * chain[k];
    angular[o] = 0;
    angular[o + 1] = 0;
    angular[o + 2] = 0;
    addParentAcceleration(origin, angular, ws, chain[k], chain[k - 1]);
  }
}

/** out = velocity [m/s] of a point at `arm` (world axes, from the segment's origin). */
export function pointVelocity(out: Float64Array, ws: Workspace, segment: number, arm: Float64Array): void {
  const { originVelocity, angularVelocity } = ws;
  const o = 3 * segment;
  const wx = angularVelocity[o];
  const wy = angularVelocity[o + 1];
  const wz = angularVelocity[o + 2];
  out[0] = originVelocity[o] + wy * arm[2] - wz * arm[1];
  out[1] = originVelocity[o + 1] + wz * arm[0] - wx * arm[2];
  out[2] = originVelocity[o + 2] + wx * arm[1] - wy * arm[0];
}

/** out = J̇v [m/s²] of such a point: ö + α × arm + ω × (ω × arm). */
export function pointBias(out: Float64Array, bias: FrameBias, ws: Workspace, segment: number, arm: Float64Array): void {
  const { angularVelocity } = ws;
  const { origin, angular } = bias;
  const o = 3 * segment;
  const wx = angularVelocity[o];
  const wy = angularVelocity[o + 1];
  const wz = angularVelocity[o + 2];
  const ax = angular[o];
  const ay = angular[o + 1];
  const az = angular[o + 2];
  const tx = wy * arm[2] - wz * arm[1];
  const ty = wz * arm[0] - wx * arm[2];
  const tz = wx * arm[1] - wy * arm[0];
  out[0] = origin[o] + ay * arm[2] - az * arm[1] + wy * tz - wz * ty;
  out[1] = origin[o + 1] + az * arm[0] - ax * arm[2] + wz * tx - wx * tz;
  out[2] = origin[o + 2] + ax * arm[1] - ay * arm[0] + wx * ty - wy * tx;
}
