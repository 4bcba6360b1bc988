/**
 * Changes of velocity from one frame to the next: the way of the CoM has a kink. Nothing is smoothed for it, so that a clip that stops dead, turns round or is glued from two shows what a
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

export interface Kinks {
  readonly aside: Float64Array; // [body weights] horizontal force that would change the velocity of the CoM from what it is before each frame to what it is after it
  readonly up: Float64Array; // [m/s] upward speed after each frame over that before it; what takes up a fall is none
}

/** Kinks in the way of the CoM, per frame. */
export function kinksOf(body: Body, { q, skeleton, frameCount, frameTime }: Clip): Kinks {
  const nq = coordinateCount(skeleton);
  const reach = Math.max(LEAST_FRAMES, Math.round(WINDOW / frameTime));
  const kinks = { aside: new Float64Array(frameCount), up: new Float64Array(frameCount) };
  if (frameCount <= 2 * reach) return kinks;
  const ws = createWorkspace(body);
  const way = new Float64Array(3 * frameCount);
  for (let frame = 0; frame < frameCount; frame++) {
    forwardKinematics(body, ws, q, frame * nq);
    way.set(ws.com, 3 * frame);
  }
  // Slopes of the straight lines through reach + 1 places on each side, by least squares.
  const squares = (reach * (reach + 1) * (reach + 2)) / 12;
  const slope = (first: number, c: number): number => {
    let sum = 0;
    for (let k = 0; k <= reach; k++) sum += (k - reach / 2) * way[3 * (first + k) + c];
    return sum / (squares * frameTime);
  };
  for (let frame = reach; frame < frameCount - reach; frame++) {
    const [x, z] = [0, 2].map((c) => slope(frame, c) - slope(frame - reach, c));
    kinks.aside[frame] = Math.hypot(x, z) / (reach * frameTime * GRAVITY);
    kinks.up[frame] = slope(frame, 1) - Math.max(0, slope(frame - reach, 1));
  }
  return kinks;
}
