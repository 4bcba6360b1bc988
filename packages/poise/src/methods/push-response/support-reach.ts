/** How far the CoP can go from where it rests, by direction. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Workspace } from '../../dynamics/workspace.ts';
import { convexHull } from '../../math/polygon.ts';
import { rotate3 } from '../../math/quat.ts';
import type { ReadonlyVector } from '../../math/types.ts';

const STEPS = 72;

/** b(φ) [m]: from below the CoM to the edge of the support of both feet, in direction φ of the heading frame. */
export type SupportReach = (angle: number) => number;

/** Measures a standing pose whose heading is `yaw` [rad]. */
export function supportReach(body: Body, ws: Workspace, q: ReadonlyVector, yaw: number): SupportReach {
  forwardKinematics(body, ws, q);
  const points: number[] = [];
  const point = new Float64Array(3);
  for (const { segments, points: inSegment } of body.soles) {
    segments.forEach((segment, i) => {
      rotate3(point, 0, ws.segmentRotation, 4 * segment, inSegment, 3 * i);
      points.push(point[0] + ws.segmentOrigin[3 * segment], point[2] + ws.segmentOrigin[3 * segment + 2]);
    });
  }
  const hull = new Float64Array(points.length + 2);
  const count = convexHull(hull, 0, Float64Array.from(points), points.length / 2);
  const table = Float64Array.from({ length: STEPS }, (_, k) =>
    rayLength(hull, count, ws.com[0], ws.com[2], (2 * Math.PI * k) / STEPS + yaw),
  );
  return (angle) => {
    const place = (((angle / (2 * Math.PI)) * STEPS) % STEPS) + STEPS;
    const k = Math.floor(place);
    const u = place - k;
    return (1 - u) * table[k % STEPS] + u * table[(k + 1) % STEPS];
  };
}

/** From (x, z) along an angle to the edge of a convex polygon [m]; a millimetre where the point is outside. */
function rayLength(hull: Float64Array, count: number, x: number, z: number, angle: number): number {
  const [ux, uz] = [Math.sin(angle), Math.cos(angle)];
  let far = 0;
  for (let k = 0; k < count; k++) {
    const a = 2 * k;
    const b = 2 * ((k + 1) % count);
    const [ex, ez] = [hull[b] - hull[a], hull[b + 1] - hull[a + 1]];
    const cross = ux * ez - uz * ex;
    if (Math.abs(cross) < 1e-12) continue;
    const [px, pz] = [hull[a] - x, hull[a + 1] - z];
    const t = (px * ez - pz * ex) / cross;
    const s = (px * uz - pz * ux) / cross;
    if (s >= -1e-9 && s <= 1 + 1e-9 && t > far) far = t;
  }
  return Math.max(1e-3, far);
}
