/** Clips that walk on the spot, as games play them, are set moving over the floor: who is hit has to get somewhere. */
import { analyse, type Body, type Clip } from 'poise';
import { coordinateCount } from 'poise/dynamics';

const STILL = 0.05; // [m/s]

/** The clip itself where the floor under it stands. */
export function setMoving(body: Body, clip: Clip): Clip {
  const [x, , z] = analyse(body, clip).ground.beltVelocity;
  if (Math.hypot(x, z) < STILL) return clip;
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let frame = 0; frame < clip.frameCount; frame++) {
    q[frame * nq]! -= x * frame * clip.frameTime;
    q[frame * nq + 2]! -= z * frame * clip.frameTime;
  }
  return { ...clip, q };
}
