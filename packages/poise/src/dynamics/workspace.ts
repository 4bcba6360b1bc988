/**
 * All that is derived from (q, v, a) for one Body. Scratch memory: overwritten by every call, never an input.
 * World axes and points unless a name says otherwise. Create one per body and worker.
 */
import type { Body } from '../body/body.ts';
import { jointCount } from '../motion/skeleton.ts';

export interface Workspace {
  // position level, written by forwardKinematics(body, ws, q)
  readonly segmentOrigin: Float64Array; // n×3 [m]        joint origins
  readonly segmentRotation: Float64Array; // n×4            world-from-segment quaternions
  readonly worldFromSegment: Float64Array; // n×9            the same as row-major matrices
  readonly segmentCom: Float64Array; // n×3 [m]
  readonly com: Float64Array; // 3   [m]        whole body
  // velocity level, written by forwardVelocity(body, ws, v); needs the position level
  readonly originVelocity: Float64Array; // n×3 [m/s]      of the joint origins
  readonly angularVelocity: Float64Array; // n×3 [rad/s]
  readonly comVelocity: Float64Array; // 3   [m/s]
  readonly linearMomentum: Float64Array; // 3   [kg·m/s]
  readonly angularMomentum: Float64Array; // 3   [kg·m²/s]  about the CoM
  readonly orbitalMomentum: Float64Array; // 3   [kg·m²/s]  the same with segments as point masses
  // acceleration level, written by forwardAcceleration(body, ws, a); needs the velocity level
  readonly originAcceleration: Float64Array; // n×3 [m/s²]
  readonly angularAcceleration: Float64Array; // n×3 [rad/s²]
  readonly comAcceleration: Float64Array; // 3   [m/s²]
  readonly linearMomentumRate: Float64Array; // 3   [N]
  readonly angularMomentumRate: Float64Array; // 3   [N·m]      about the CoM
}

export function createWorkspace(body: Body): Workspace {
  const n = jointCount(body.skeleton);
  return {
    segmentOrigin: new Float64Array(3 * n),
    segmentRotation: new Float64Array(4 * n),
    worldFromSegment: new Float64Array(9 * n),
    segmentCom: new Float64Array(3 * n),
    com: new Float64Array(3),
    originVelocity: new Float64Array(3 * n),
    angularVelocity: new Float64Array(3 * n),
    comVelocity: new Float64Array(3),
    linearMomentum: new Float64Array(3),
    angularMomentum: new Float64Array(3),
    orbitalMomentum: new Float64Array(3),
    originAcceleration: new Float64Array(3 * n),
    angularAcceleration: new Float64Array(3 * n),
    comAcceleration: new Float64Array(3),
    linearMomentumRate: new Float64Array(3),
    angularMomentumRate: new Float64Array(3),
  };
}
