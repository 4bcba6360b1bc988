/** The ground under the feet, as the owner of the scene knows it. */
import type { Vec3 } from '../math/types.ts';

export interface GroundPoint {
  readonly height: number; // [m] y of the ground
  readonly normal: Vec3; // unit, out of the ground
  readonly velocity?: Vec3; // [m/s] of the ground itself: lifts, platforms
}

/** The ground at a place (x, z) [m]. May return the same object every time. Called several times per tick. */
export type Ground = (x: number, z: number) => GroundPoint;

export const UP: Vec3 = [0, 1, 0];

/** A level floor. */
export function levelGround(height: number): Ground {
  const point: GroundPoint = { height, normal: UP };
  return () => point;
}
