/** Clips of one round, made to be played over and over: too short to show two whole steps until they are. */

import type { Body } from '../body/body.ts';
import { wrapAngle } from '../math/angle.ts';
import { type Clip, createClip } from '../motion/clip.ts';
import { coordinateCount, freedomCount } from '../motion/skeleton.ts';
import { headingAt } from './heading.ts';
import { movePlace, movePose, type Placement, STAY, thenMove } from './placement.ts';
import { limbsOf, turnsApart } from './pose-gap.ts';

const ROUNDS = 3;
const SAME = 0.5; // of the way from frame to frame: the last frame is the first one again
const NEXT = 2.5; // of it: the first frame comes after the last
const LEAST_FRAMES = 8;
const LEVEL = 0.02; // [m] that the hips may differ in height
const STRAIGHT = 0.02; // [rad] below which a round does not turn

/** Three rounds of a looping clip, one after the other, each where the last one came to. Undefined: its ends do not meet. */
export function repeatLoop(body: Body, clip: Clip): Clip | undefined {
  const { frameCount, q } = clip;
  const nq = coordinateCount(clip.skeleton);
  if (frameCount < LEAST_FRAMES) return undefined;
  const last = frameCount - 1;
  const usual = Array.from({ length: last }, (_, k) => poseGap(body, clip, k, k + 1)).reduce((a, b) => a + b, 0) / last;
  const gap = poseGap(body, clip, last, 0);
  if (!(gap < NEXT * usual) || Math.abs(q[last * nq + 1] - q[1]) > LEVEL) return undefined;
  const frames = gap < SAME * usual ? last : frameCount;
  const move = roundMove(body, clip, frames);
  const out = new Float64Array((ROUNDS * frames + 1) * nq);
  let at: Readonly<Placement> = STAY;
  for (let k = 0; k <= ROUNDS * frames; k++) {
    if (k > 0 && k % frames === 0) at = thenMove(at, move);
    const frame = k % frames;
    out.set(q.subarray(frame * nq, (frame + 1) * nq), k * nq);
    movePose(at, out, k * nq);
  }
  return createClip({ ...clip, q: out, extraTracks: [] });
}

/** RMS over the limbs [rad] from pose to pose. */
function poseGap(body: Body, { q, skeleton }: Clip, a: number, b: number): number {
  const nq = coordinateCount(skeleton);
  const v = new Float64Array(freedomCount(skeleton));
  const limbs = limbsOf(body);
  const sum = turnsApart(v, skeleton, limbs, q, a * nq, q, b * nq);
  return Math.sqrt(sum / Math.max(1, limbs.length));
}

/** Where a round of so many frames comes to: the first pose, turned and moved, follows the last. */
function roundMove(body: Body, clip: Clip, frames: number): Placement {
  const { q, frameCount } = clip;
  const nq = coordinateCount(clip.skeleton);
  const last = (frameCount - 1) * nq;
  const yaw = (frame: number): number => Math.atan2(...headingAt(body, clip, frame).forward);
  const turned = wrapAngle(yaw(frameCount - 1) - yaw(0));
  const turn = Math.abs(turned) < STRAIGHT ? 0 : turned;
  // where the first pose is not shown again, it comes one frame later
  const on = frames === frameCount ? 1 : 0;
  const along = (k: 0 | 2): number => q[last + k] + on * (q[last + k] - q[last - nq + k]);
  const [x, z] = movePlace({ yaw: turn, x: 0, z: 0 }, q[0], q[2]);
  return { yaw: turn, x: along(0) - x, z: along(2) - z };
}
