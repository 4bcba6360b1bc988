/** Which way a person faces, in a pose or in a clip: across the line between the hip joints. Angles are atan2(x, z): 0 along +Z. */
import { acrossHips, type Heading } from '../balance/heading.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../dynamics/workspace.ts';
import type { ReadonlyVector } from '../math/types.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';

/** [m] hip joints that are nearer to each other, seen from above, tell nothing. */
const LEAST_ACROSS = 1e-6;

/** Heading of the pose whose position level ws holds; +Z when one hip joint is straight above the other. */
export function headingOf(body: Body, ws: Workspace): Heading {
  const x = acrossHips(body, ws, 0);
  const z = acrossHips(body, ws, 2);
  const size = Math.hypot(x, z);
  if (size < LEAST_ACROSS) return { forward: [0, 1], left: [1, 0] };
  // left = up × forward, so forward = left × up = (−left_z, left_x) as (x, z)
  return { forward: [-z / size, x / size], left: [x / size, z / size] };
}

/** The same as an angle [rad]; 0 where there is none. */
export function headingYaw(body: Body, ws: Workspace): number {
  const x = acrossHips(body, ws, 0);
  const z = acrossHips(body, ws, 2);
  return Math.hypot(x, z) < LEAST_ACROSS ? 0 : Math.atan2(-z, x);
}

/** Heading in one frame of a clip. */
export function headingAt(body: Body, clip: Clip, frame: number): Heading {
  if (clip.frameCount === 0) return { forward: [0, 1], left: [1, 0] };
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, clip.q, frame * coordinateCount(clip.skeleton));
  return headingOf(body, ws);
}

/** Turn about up [rad], within ±2π, that brings rotation `from` (a quaternion at `i`) nearest to rotation `to` (at `j`). Of two rows of
 *  coordinates the root's rotations are at 3. */
export function yawBetween(from: ReadonlyVector, i: number, to: ReadonlyVector, j: number): number {
  // y and w of to · from⁻¹
  const y = -to[j + 3] * from[i + 1] + to[j] * from[i + 2] + to[j + 1] * from[i + 3] - to[j + 2] * from[i];
  const w = to[j + 3] * from[i + 3] + to[j] * from[i] + to[j + 1] * from[i + 1] + to[j + 2] * from[i + 2];
  return 2 * Math.atan2(y, w);
}
