/** Directions as a person sees them. Which way a pose or a clip faces is asked of gait/heading.ts. */
import type { Body } from '../body/body.ts';
import type { Workspace } from '../dynamics/workspace.ts';
import type { BalanceReport } from './report.ts';

export interface Heading {
  readonly forward: readonly [x: number, z: number]; // unit, horizontal
  readonly left: readonly [x: number, z: number];
}

/** From the right hip joint to the left one along a world axis [m]; 0 without them. People face across this line. */
export function acrossHips({ roles }: Body, { segmentOrigin }: Workspace, axis: 0 | 2): number {
  const { leftUpperLeg: left, rightUpperLeg: right } = roles;
  return left === undefined || right === undefined
    ? 0
    : segmentOrigin[3 * left + axis] - segmentOrigin[3 * right + axis];
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
