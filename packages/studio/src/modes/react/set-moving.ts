/** Clips that walk on the spot, as games play them, are set moving over the floor: who is hit has to get somewhere. */
import type { Clip, Vec3 } from 'poise';
import { coordinateCount } from 'poise/dynamics';

const STILL = 0.05; // [m/s]

/** The clip itself where the floor under it stands. @param beltVelocity [m/s] of that floor, as the analysis finds it */
export function setMoving(clip: Clip, [x, , z]: Vec3): Clip {
  if (Math.hypot(x, z) < STILL) return clip;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    q[frame * nq]! -= x * frame * clip.frameTime;
    q[frame * nq + 2]! -= z * frame * clip.frameTime;
  }
  return { ...clip, q };
}
