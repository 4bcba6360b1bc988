/** Where a pose touches the ground. */
import { rotate3 } from '../math/quat.ts';
import { worldFramesOf } from '../motion/world-frames.ts';
import type { Body } from './body.ts';

/** Height [m] of the lowest point of both soles in the pose q. */
export function lowestSole(body: Body, q: Float64Array): number {
  const { origins, rotations } = worldFramesOf(body.skeleton, q);
  const point = new Float64Array(3);
  let lowest = Number.POSITIVE_INFINITY;
  for (const { segments, points } of body.soles) {
    segments.forEach((segment, k) => {
      rotate3(point, 0, rotations, 4 * segment, points, 3 * k);
      lowest = Math.min(lowest, origins[3 * segment + 1] + point[1]);
    });
  }
  return lowest;
}
