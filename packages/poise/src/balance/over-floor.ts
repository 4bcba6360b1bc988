/** How fast points of the body move over the floor. */
import type { ReadonlyVector } from '../math/types.ts';
import type { BodyTrace } from './trace.ts';

/** Frames to each side that velocities are taken over: about 17 ms. */
export const reachOf = (frameTime: number): number => Math.max(1, Math.round(0.0167 / frameTime));

/** Horizontal velocity [m/s] over the floor of the centroid of points first…end−1, frames × 2 (x, z), by central difference. */
export function horizontalVelocity(
  points: ReadonlyVector,
  stride: number,
  first: number,
  end: number,
  trace: Pick<BodyTrace, 'frameCount' | 'frameTime'>,
  beltX: number,
  beltZ: number,
): Float64Array {
  const frames = trace.frameCount;
  const velocity = new Float64Array(2 * frames);
  const reach = reachOf(trace.frameTime);
  const share = 1 / Math.max(1, end - first);
  for (let frame = 0; frame < frames; frame++) {
    const before = Math.max(0, frame - reach);
    const after = Math.min(frames - 1, frame + reach);
    if (after === before) continue;
    let dx = 0;
    let dz = 0;
    for (let i = first; i < end; i++) {
      dx += points[after * stride + 3 * i] - points[before * stride + 3 * i];
      dz += points[after * stride + 3 * i + 2] - points[before * stride + 3 * i + 2];
    }
    const rate = 1 / ((after - before) * trace.frameTime);
    velocity[2 * frame] = dx * share * rate - beltX;
    velocity[2 * frame + 1] = dz * share * rate - beltZ;
  }
  return velocity;
}

/** The same of the place in the circle about points first…end−1 that moves least: a foot that spins on its ball stands there. */
export function slowestVelocity(
  points: ReadonlyVector,
  stride: number,
  first: number,
  end: number,
  trace: Pick<BodyTrace, 'frameCount' | 'frameTime'>,
  beltX: number,
  beltZ: number,
): Float64Array {
  const velocity = horizontalVelocity(points, stride, first, end, trace, beltX, beltZ);
  const frames = trace.frameCount;
  const reach = reachOf(trace.frameTime);
  for (let frame = 0; end - first > 1 && frame < frames; frame++) {
    const [before, after] = [Math.max(0, frame - reach), Math.min(frames - 1, frame + reach)];
    if (after === before) continue;
    // The part turns by as much as the line between its first and its last point.
    const [ax, az] = alongPart(points, before * stride, first, end);
    const [bx, bz] = alongPart(points, after * stride, first, end);
    const spin = Math.abs(Math.atan2(az * bx - ax * bz, ax * bx + az * bz)) / ((after - before) * trace.frameTime);
    const radius = Math.hypot(ax, az) / 2;
    const speed = Math.hypot(velocity[2 * frame], velocity[2 * frame + 1]);
    const share = speed > 0 ? Math.max(0, 1 - (spin * radius) / speed) : 0;
    velocity[2 * frame] *= share;
    velocity[2 * frame + 1] *= share;
  }
  return velocity;
}

/** From the first to the last point of a part, over the floor. */
const alongPart = (points: ReadonlyVector, row: number, first: number, end: number): readonly [number, number] => [
  points[row + 3 * (end - 1)] - points[row + 3 * first],
  points[row + 3 * (end - 1) + 2] - points[row + 3 * first + 2],
];
