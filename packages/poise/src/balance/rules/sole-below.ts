/** How far a sole lies below its joints, and below an ankle in a pose. */
import type { Body, Sole, SolePart } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { rotate3 } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

/** Distance [m] from the joint that carries a part, the ankle or the toe joint, to the plane of that part; undefined where it has too few points. */
export function soleBelow(sole: Sole, wanted: SolePart): number | undefined {
  const on = sole.parts.flatMap((part, k) => (part === wanted ? [3 * k] : []));
  if (on.length < 3) return undefined;
  const [a, b, c] = on.map((i) => [sole.points[i], sole.points[i + 1], sole.points[i + 2]]);
  const u = b.map((x, k) => x - a[k]);
  const v = c.map((x, k) => x - a[k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const size = Math.hypot(...n);
  return size > 0 ? Math.abs(a[0] * n[0] + a[1] * n[1] + a[2] * n[2]) / size : undefined;
}

/** How much lower [m] a sole reaches in a frame, because the foot is turned, than if it were flat below its ankle. */
export function lowerByTurning(body: Body, clip: Clip, sole: Sole, frame: number): number {
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, clip.q, frame * coordinateCount(clip.skeleton));
  const point = new Float64Array(3);
  let lowest = Number.POSITIVE_INFINITY;
  sole.segments.forEach((segment, k) => {
    rotate3(point, 0, ws.segmentRotation, 4 * segment, sole.points, 3 * k);
    lowest = Math.min(lowest, ws.segmentOrigin[3 * segment + 1] + point[1]);
  });
  const below = ws.segmentOrigin[3 * sole.foot + 1] - lowest;
  return below - (soleBelow(sole, 'heel') ?? below);
}
