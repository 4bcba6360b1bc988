/** A motion whose lowest sole stands on y = 0 in its first frame: where the simulation has its floor. */
import { type Body, type Clip, coordinateCount, createClip, createWorkspace, forwardKinematics } from 'poise';

/** Height of the lowest point of both soles in a pose [m]. */
export function lowestSole(body: Body, q: Float64Array): number {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, q);
  let lowest = Number.POSITIVE_INFINITY;
  for (const { segments, points } of body.soles) {
    segments.forEach((segment, i) => {
      let y = ws.segmentOrigin[3 * segment + 1]!;
      for (let c = 0; c < 3; c++) y += ws.worldFromSegment[9 * segment + 3 + c]! * points[3 * i + c]!;
      lowest = Math.min(lowest, y);
    });
  }
  return Number.isFinite(lowest) ? lowest : 0;
}

export function standOnFloor(body: Body, clip: Clip): Clip {
  const nq = coordinateCount(clip.skeleton);
  const lift = -lowestSole(body, clip.q.subarray(0, nq));
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) q[frame * nq + 1]! += lift;
  const { name, skeleton, roles, frameTime, source } = clip;
  return createClip({ name, skeleton, roles, frameTime, source, q });
}
