/** The push that needs no step, as the linear pendulum has it: it moves the capture point to the edge of the support. */
import type { BalanceReport } from '../../balance/report.ts';
import { pendulumRate } from '../../gait/pendulum.ts';

/** [N·s] along the unit vector (x, z); 0 where the capture point is outside already. J = m ω d; d: from the capture point to the edge. */
export function planLimit(report: BalanceReport, frame: number, x: number, z: number): number {
  const { capturePoint, com, supportStart, supportPoints, mass, ground } = report;
  const [start, end] = [supportStart[frame], supportStart[frame + 1]];
  const way = wayOut(supportPoints, start, end, capturePoint[3 * frame], capturePoint[3 * frame + 2], x, z);
  const height = com[3 * frame + 1] - ground.height;
  return mass * pendulumRate(height) * Math.max(0, way);
}

/** [m] from a point inside a polygon to its edge in one direction; −1 from a point outside. */
function wayOut(
  points: Float64Array,
  start: number,
  end: number,
  px: number,
  pz: number,
  x: number,
  z: number,
): number {
  let way = Number.POSITIVE_INFINITY;
  for (let i = start; i < end; i++) {
    const j = i + 1 < end ? i + 1 : start;
    const [ax, az] = [points[2 * i], points[2 * i + 1]];
    const [nx, nz] = [points[2 * j + 1] - az, -(points[2 * j] - ax)]; // outward, for corners that turn from x towards z
    const inside = (ax - px) * nx + (az - pz) * nz;
    if (inside < 0) return -1;
    const along = x * nx + z * nz;
    if (along > 0) way = Math.min(way, inside / along);
  }
  return Number.isFinite(way) ? way : -1;
}
