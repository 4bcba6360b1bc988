/** The plan of a clip: a fixed pair of horizontal axes in which "fore-aft" and "lateral" are said. */

import type { BalanceReport } from '../balance/report.ts';
import type { Body } from '../body/body.ts';
import { headingAt } from '../gait/heading.ts';
import type { Clip } from '../motion/clip.ts';

export interface Plan {
  readonly x: number; // [m] origin: the ground under the first frame's CoM
  readonly z: number;
  readonly forwardX: number; // unit vector: mean heading
  readonly forwardZ: number;
}

const HEADING_SAMPLES = 200;

export function planOf(body: Body, clip: Clip, report: BalanceReport): Plan {
  let x = 0;
  let z = 0;
  const stride = Math.max(1, Math.floor(clip.frameCount / HEADING_SAMPLES));
  for (let frame = 0; frame < clip.frameCount; frame += stride) {
    const { forward } = headingAt(body, clip, frame);
    x += forward[0];
    z += forward[1];
  }
  const size = Math.hypot(x, z);
  // A full turn on the spot has no mean heading; the world's forward has to do.
  const turned = size < 1e-6;
  return {
    x: report.frameCount > 0 ? report.com[0] : 0,
    z: report.frameCount > 0 ? report.com[2] : 0,
    forwardX: turned ? 0 : x / size,
    forwardZ: turned ? 1 : z / size,
  };
}

/** Component along the heading of a horizontal vector (x, z). */
export const along = (plan: Plan, x: number, z: number): number => plan.forwardX * x + plan.forwardZ * z;

/** Component to the left of the heading: left of forward (x, z) is (z, −x). */
export const leftward = (plan: Plan, x: number, z: number): number => plan.forwardZ * x - plan.forwardX * z;
