/** What is done to motion elsewhere: a low-pass filter, and feet locked where they seem to stand. */
import { fitBody } from '../src/balance/fit-body.ts';
import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace } from '../src/dynamics/workspace.ts';
import { limbOf, solveLimb } from '../src/ik/leg-ik.ts';
import { lowPass } from '../src/math/low-pass.ts';
import { normalizeQuat } from '../src/math/quat.ts';
import { type Clip, withCoordinates } from '../src/motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../src/motion/skeleton.ts';

const CUTOFF = 6; // [Hz] usual in gait laboratories (Winter)
const STANDS_BELOW = 0.05; // [m] of the ankle above its lowest
const STANDS_SLOWER = 0.3; // [m/s]
const LEAST_FRAMES = 3;
const BLEND = 4; // frames before and after a stand

/** A Butterworth filter, forwards and backwards, over place and quaternions. */
export function butterworth(clip: Clip): Clip {
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
    const i = quatIndex(joint);
    for (let frame = 1; frame < clip.frameCount; frame++) {
      const [a, b] = [(frame - 1) * nq + i, frame * nq + i];
      const dot = q[a]! * q[b]! + q[a + 1]! * q[b + 1]! + q[a + 2]! * q[b + 2]! + q[a + 3]! * q[b + 3]!;
      if (dot < 0) for (let k = 0; k < 4; k++) q[b + k] = -q[b + k]!; // the same turn, written as its neighbour is
    }
  }
  lowPass(q, nq, 1 / clip.frameTime, CUTOFF);
  for (let frame = 0; frame < clip.frameCount; frame++)
    for (let joint = 0; joint < jointCount(clip.skeleton); joint++) {
      const i = frame * nq + quatIndex(joint);
      normalizeQuat(q, i, q, i);
    }
  return withCoordinates(clip, q);
}

/** Feet that are low and slow are held at one place by two-bone IK, blended in and out. */
export function footLock(clip: Clip): Clip {
  const body = fitBody(clip);
  const ws = createWorkspace(body);
  const nq = coordinateCount(clip.skeleton);
  const q = clip.q.slice();
  for (const side of ['left', 'right'] as const) {
    const limb = limbOf(body, side, 'leg');
    if (!limb) continue;
    const ankle = new Float64Array(3 * clip.frameCount);
    const turns = new Float64Array(4 * clip.frameCount);
    for (let frame = 0; frame < clip.frameCount; frame++) {
      forwardKinematics(body, ws, q.subarray(frame * nq, (frame + 1) * nq));
      ankle.set(ws.segmentOrigin.subarray(3 * limb.end, 3 * limb.end + 3), 3 * frame);
      turns.set(ws.segmentRotation.subarray(4 * limb.end, 4 * limb.end + 4), 4 * frame);
    }
    const wanted = lockedPlaces(ankle, 1 / clip.frameTime);
    for (let frame = 0; frame < clip.frameCount; frame++) {
      const pose = q.subarray(frame * nq, (frame + 1) * nq);
      forwardKinematics(body, ws, pose);
      const position = wanted.slice(3 * frame, 3 * frame + 3);
      solveLimb(pose, ws, limb, { position, rotation: turns.slice(4 * frame, 4 * frame + 4) });
    }
  }
  return withCoordinates(clip, q);
}

function lockedPlaces(ankle: Float64Array, rate: number): Float64Array {
  const frames = ankle.length / 3;
  let lowest = Infinity;
  for (let frame = 0; frame < frames; frame++) lowest = Math.min(lowest, ankle[3 * frame + 1]!);
  const stands = (frame: number): boolean => {
    const [a, b] = [3 * Math.max(0, frame - 1), 3 * Math.min(frames - 1, frame + 1)];
    const speed = (rate * Math.hypot(ankle[b]! - ankle[a]!, ankle[b + 2]! - ankle[a + 2]!)) / ((b - a) / 3);
    return ankle[3 * frame + 1]! < lowest + STANDS_BELOW && speed < STANDS_SLOWER;
  };
  const out = ankle.slice();
  for (let start = 0; start < frames; start++) {
    if (!stands(start)) continue;
    let end = start;
    while (end + 1 < frames && stands(end + 1)) end++;
    if (end - start + 1 >= LEAST_FRAMES) lock(out, ankle, start, end);
    start = end;
  }
  return out;
}

/** Frames start … end at the mean of their places; neighbours go there smoothly. */
function lock(out: Float64Array, ankle: Float64Array, start: number, end: number): void {
  for (let c = 0; c < 3; c++) {
    let mean = 0;
    for (let frame = start; frame <= end; frame++) mean += ankle[3 * frame + c]! / (end - start + 1);
    for (let frame = Math.max(0, start - BLEND); frame <= Math.min(ankle.length / 3 - 1, end + BLEND); frame++) {
      const outside = Math.max(start - frame, frame - end, 0);
      const share = 1 - outside / (BLEND + 1);
      out[3 * frame + c] += share * (mean - ankle[3 * frame + c]!);
    }
  }
}
