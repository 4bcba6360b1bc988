/** Which way a person faces, from the line between the hip joints. */
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import type { BalanceReport } from './report.ts';

export interface Heading {
  readonly forward: readonly [x: number, z: number]; // unit, horizontal
  readonly left: readonly [x: number, z: number];
}

/** Heading in one frame; +Z when the hips point straight up or down. */
export function headingAt(body: Body, clip: Clip, frame: number): Heading {
  const left = body.roles.leftUpperLeg;
  const right = body.roles.rightUpperLeg;
  if (left === undefined || right === undefined || clip.frameCount === 0) return { forward: [0, 1], left: [1, 0] };
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, clip.q, frame * coordinateCount(clip.skeleton));
  const x = ws.segmentOrigin[3 * left] - ws.segmentOrigin[3 * right];
  const z = ws.segmentOrigin[3 * left + 2] - ws.segmentOrigin[3 * right + 2];
  const size = Math.hypot(x, z);
  if (size < 1e-6) return { forward: [0, 1], left: [1, 0] };
  // left = up × forward, so forward = left × up = (−left_z, left_x) as (x, z)
  return { forward: [-z / size, x / size], left: [x / size, z / size] };
}

/** Heading in one frame of a report. */
export function reportedHeading(report: BalanceReport, frame: number): Heading {
  const [x, z] = [report.forward[2 * frame], report.forward[2 * frame + 1]];
  return { forward: [x, z], left: [z, -x] };
}

/** A horizontal direction in words: "forward", "back", "to the left", "forward and to the left" … */
export function directionInWords(heading: Heading, x: number, z: number): string {
  const ahead = x * heading.forward[0] + z * heading.forward[1];
  const aside = x * heading.left[0] + z * heading.left[1];
  const along = ahead >= 0 ? 'forward' : 'back';
  const side = aside >= 0 ? 'to the left' : 'to the right';
  if (Math.abs(aside) < 0.4 * Math.abs(ahead)) return along;
  if (Math.abs(ahead) < 0.4 * Math.abs(aside)) return side;
  return `${along} and ${side}`;
}
