/**
 * Changes of course from one frame to the next: the way of the CoM has a kink. Nothing is smoothed for it, so that a clip that stops dead, turns round or is glued from two shows what a
 * low-pass hides.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { createWorkspace } from '../../dynamics/workspace.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount } from '../../motion/skeleton.ts';

const WINDOW = 0.05; // [s] on each side, over which velocities are taken
const LEAST_FRAMES = 2;

/** Horizontal force [body weights] that would change the velocity of the CoM from what it is before each frame to what it is after it. */
export function kinksOf(body: Body, { q, skeleton, frameCount, frameTime }: Clip): Float64Array {
  const nq = coordinateCount(skeleton);
  const reach = Math.max(LEAST_FRAMES, Math.round(WINDOW / frameTime));
  const kinks = new Float64Array(frameCount);
  if (frameCount <= 2 * reach) return kinks;
  const ws = createWorkspace(body);
  const way = new Float64Array(2 * frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    forwardKinematics(body, ws, q, frame * nq);
    way[2 * frame] = ws.com[0];
    way[2 * frame + 1] = ws.com[2];
  }
  // Slopes of the straight lines through reach + 1 places on each side, by least squares.
  const squares = (reach * (reach + 1) * (reach + 2)) / 12;
  const slope = (first: number, c: number): number => {
    let sum = 0;
    for (let k = 0; k <= reach; k++) sum += (k - reach / 2) * way[2 * (first + k) + c];
    return sum / (squares * frameTime);
  };
  for (let frame = reach; frame < frameCount - reach; frame++) {
    const [x, z] = [0, 1].map((c) => slope(frame, c) - slope(frame - reach, c));
    kinks[frame] = Math.hypot(x, z) / (reach * frameTime * GRAVITY);
  }
  return kinks;
}
