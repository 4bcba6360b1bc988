/** The ground under the feet, as the owner of the scene knows it. */
import { shown, UsageError } from '../errors.ts';
import type { Vec3 } from '../math/types.ts';
import { BOUNDS, isWithin } from '../motion/bounds.ts';

export interface GroundPoint {
  readonly height: number; // [m] y of the ground
  readonly normal: Vec3; // unit, out of the ground
  readonly velocity?: Vec3; // [m/s] of the ground itself: lifts, platforms
}

/** The ground at a place (x, z) [m]. May return the same object every time. Called several times per tick. */
export type Ground = (x: number, z: number) => GroundPoint;

/** The same ground, whose answers are looked at: owners ask their scene, and rays miss. Throws UsageError for a place that has none. */
export const soundGround =
  (ground: Ground): Ground =>
  (x, z) => {
    const found = ground(x, z);
    if (isPoint(found)) return found;
    throw new UsageError(
      `ground: expected { height, normal } at (${x.toFixed(2)}, ${z.toFixed(2)}), found ${shown(found?.height)}`,
    );
  };

function isPoint(found: GroundPoint | undefined): boolean {
  if (!(Math.abs(found?.height ?? Number.NaN) <= BOUNDS.length)) return false;
  const { normal, velocity } = found as GroundPoint;
  return (
    normal?.length === 3 &&
    normal[1] > 0 &&
    isWithin(normal, 1 + 1e-6) &&
    (!velocity || isWithin(velocity, BOUNDS.length))
  );
}

export const UP: Vec3 = [0, 1, 0];

/** A level floor. */
export function levelGround(height: number): Ground {
  const point: GroundPoint = { height, normal: UP };
  return () => point;
}
