/** Where a simulation that follows a clip begins. */
import type { Body } from '../body/body.ts';
import { rotate3 } from '../math/quat.ts';
import type { Clip } from '../motion/clip.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { worldFramesOf } from '../motion/world-frames.ts';
import { withRaisedToes } from './raised-toes.ts';
import { clipReference, createReferenceState } from './references.ts';

/** The first frame as a start: lifted or lowered until the lowest sole point is on the ground, with the clip's own velocity. */
export function startOf(body: Body, clip: Clip): { readonly pose: Float64Array; readonly velocity: Float64Array } {
  const raised = withRaisedToes(body, clip);
  const pose = raised.q.slice(0, coordinateCount(body.skeleton));
  pose[1] -= lowestSole(body, pose, 0);
  if (clip.frameCount < 2) return { pose, velocity: new Float64Array(freedomCount(body.skeleton)) };
  const state = createReferenceState(body);
  clipReference(raised)(state, 0);
  return { pose, velocity: state.v };
}

/** Height of the lowest point of both soles [m]. */
function lowestSole(body: Body, q: Float64Array, offset: number): number {
  const { origins, rotations } = worldFramesOf(body.skeleton, q, offset);
  const point = new Float64Array(3);
  let lowest = Infinity;
  for (const sole of body.soles) {
    sole.segments.forEach((segment, k) => {
      rotate3(point, 0, rotations, 4 * segment, sole.points, 3 * k);
      lowest = Math.min(lowest, origins[3 * segment + 1] + point[1]);
    });
  }
  return lowest;
}
