/** A push on the body as what selection and springs want to know of it. */

import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Push } from '../../gait/push.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Point } from './selection.ts';
import { type Kick, YAW_INERTIA } from './springs.ts';

export interface Impact {
  readonly push: Point; // [N·s] as the pendulum sees it, heading frame
  readonly real: Point; // [N·s] as it was
  readonly kick: Kick;
  readonly yawRate: number; // [rad/s] that the whole body would turn with
}

/** Share of the rotation that goes into the trunk: the rest the legs take to the ground. */
const TRUNK_SHARE = 0.6;

/**
 * An impulse P at height y about a CoM at height z also tips the body. If the ground has stopped that after τ, a pendulum sees
 * P·(1 + e^(−ω₀τ) (y − z)/z), ω₀ = √(g/z). ws: the position level now; `yaw`: heading; `floor`: height of the ground [m].
 */
export function impactOf(push: Push, body: Body, ws: Workspace, yaw: number, floor: number, stiffness: number): Impact {
  const { segment, impulse } = push;
  const at = new Float64Array(3);
  const inSegment = push.pointInSegment
    ? Float64Array.from(push.pointInSegment)
    : body.comInSegment.subarray(3 * segment, 3 * segment + 3);
  rotate3(at, 0, ws.segmentRotation, 4 * segment, inSegment, 0);
  for (let c = 0; c < 3; c++) at[c] += ws.segmentOrigin[3 * segment + c] - ws.com[c];
  const [sine, cosine] = [Math.sin(yaw), Math.cos(yaw)];
  const toHeading = (x: number, z: number): Point => [cosine * x - sine * z, sine * x + cosine * z];
  const real = toHeading(impulse[0], impulse[2]);
  const [rx, rz] = toHeading(at[0], at[2]);
  const height = Math.max(0.3, ws.com[1] - floor);
  const factor = Math.max(0.2, 1 + Math.exp(-Math.sqrt(GRAVITY / height) * stiffness) * (at[1] / height));
  // H = r × P about the CoM
  const yawMoment = rz * real[0] - rx * real[1];
  const size = sizeOf(body);
  return {
    push: [factor * real[0], factor * real[1]],
    real,
    yawRate: yawMoment / (YAW_INERTIA * size),
    kick: {
      pitch: TRUNK_SHARE * (at[1] * real[1] - rz * impulse[1]),
      roll: TRUNK_SHARE * (rx * impulse[1] - at[1] * real[0]),
      yaw: yawMoment,
      sway: [0, 0],
      dip: Math.max(-0.4, Math.min(0.1, impulse[1] / body.totalMass)),
    },
  };
}

/** Inertia of this body over that of 65 kg and 1.72 m. */
export const sizeOf = (body: Body): number => (body.totalMass / 65) * (body.height / 1.72) ** 2;
