/** Joints turn no faster than a person can. */
import type { Body } from '../../body/body.ts';
import { jointCount } from '../../motion/skeleton.ts';
import type { Feedback } from '../feedback.ts';
import { addLimitRow, type Limit, toAccelerationBounds } from '../limit-rows.ts';

export interface JointSpeedOptions {
  readonly level: Feedback['level'];
  readonly fastest: number; // [rad/s] about each axis of a joint; docs/performer.md allows 15, wind-milling shoulders 17
  readonly travel: number; // [m/s] of the root along each axis
}

export const JOINT_SPEED_DEFAULTS: JointSpeedOptions = { level: 'velocity', fastest: 17, travel: 15 };

/** Three rows per joint, and three for the travel of the root, which stands as joint −1. dt [s] matters at acceleration level
 *  only: the speed after it is bounded. */
export function jointSpeed(body: Body, dt: number, options: Partial<JointSpeedOptions> = {}): Limit {
  const settings = { ...JOINT_SPEED_DEFAULTS, ...options, dt };
  const { level, fastest, travel } = settings;
  const n = jointCount(body.skeleton);
  return {
    name: 'joint speed',
    dim: 3 * (n + 1),
    rows(out, _, state) {
      for (let joint = -1; joint < n; joint++) {
        for (let axis = 0; axis < 3; axis++) {
          const row = addLimitRow(out, joint);
          for (let k = 0; k < 3; k++) out.direction[3 * row + k] = k === axis ? 1 : 0;
          out.upper[row] = joint < 0 ? travel : fastest;
          out.lower[row] = -out.upper[row];
          if (level === 'acceleration') toAccelerationBounds(out, row, state.v, settings);
        }
      }
    },
  };
}
