/** A push on the body as what selection wants to know of it. */

import type { Body } from '../../body/body.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { pendulumRate } from '../../gait/pendulum.ts';
import type { Push } from '../../gait/push.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Point } from './selection.ts';

export interface Impact {
  readonly push: Point; // [N·s] as the pendulum sees it, heading frame
  readonly real: Point; // [N·s] as it was
}

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
  const height = Math.max(0.3, ws.com[1] - floor);
  const factor = Math.max(0.2, 1 + Math.exp(-pendulumRate(height) * stiffness) * (at[1] / height));
  return { push: [factor * real[0], factor * real[1]], real };
}
