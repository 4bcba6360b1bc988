/** A small drawing of one frame: a stick figure seen half from the side, half from the front. */
import type { Heading } from '../balance/heading.ts';
import type { Body } from '../body/body.ts';
import { forwardKinematics } from '../dynamics/kinematics.ts';
import { createWorkspace } from '../dynamics/workspace.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount } from '../motion/skeleton.ts';
import { figureShape, placePoint } from './build-figure.ts';

export interface Thumbnail {
  readonly frame: number;
  readonly points: readonly number[]; // [cm] x to the right, y up, pairwise, from the ground under the hips
  readonly bones: readonly number[]; // indices of points, pairwise
  readonly head: number; // index of the point in the middle of the head; −1 without one
}

const VIEW = Math.SQRT1_2; // 45° between the side and the front

/** The body in one frame of its clip. */
export function thumbnailOf(body: Body, clip: Clip, { forward, left }: Heading, frame: number): Thumbnail {
  const { points, bones, head } = figureShape(body);
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  forwardKinematics(body, ws, clip.q, frame * nq);
  const [x0, z0] = [clip.q[frame * nq], clip.q[frame * nq + 2]];
  const right = [VIEW * (forward[0] - left[0]), VIEW * (forward[1] - left[1])] as const;
  const place = new Float64Array(3);
  const drawn: number[] = [];
  const used = 1 + Math.max(head, ...bones); // soles come after
  for (const point of points.slice(0, used)) {
    placePoint(place, 0, ws, point);
    drawn.push(Math.round(100 * ((place[0] - x0) * right[0] + (place[2] - z0) * right[1])), Math.round(100 * place[1]));
  }
  return { frame, points: drawn, bones, head };
}
