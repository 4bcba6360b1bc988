/** One round of a walk or run as a clip whose ends meet: from a rig that can be posed at will, or from poses as they were shown. */

import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { yawBetween } from '../../gait/heading.ts';
import { wrapAngle } from '../../math/angle.ts';
import { expQuat, logQuat, multiplyQuat, quatFromAxisAngle, relativeQuat } from '../../math/quat.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import type { Rig } from '../rig.ts';

const RATE = 60; // [1/s] frames of a cycle, about
const JUST_BEFORE = 1e-5; // [s] a mixer at the very end of its loop is at its start again

/** Reads one round of a looping walk or run off a rig, so that a layer knows it before it is played first. `poseAt` poses the rig
 *  at a time of the loop. In place or with root motion.
 *
 * ```ts
 * layer.learnGait(recordCycle(body, rig, walk.duration, (t) => mixer.setTime(t)));
 * ```
 */
export function recordCycle(body: Body, rig: Rig, duration: number, poseAt: (time: number) => void): Clip {
  if (!(duration > 0.2 && duration < 20)) throw new UsageError(`a cycle lasts 0.2 to 20 s, found ${duration}`);
  const nq = coordinateCount(body.skeleton);
  const frames = Math.round(RATE * duration);
  const rows = new Float64Array((frames + 1) * nq);
  for (let k = 0; k <= frames; k++) {
    poseAt(Math.min((k * duration) / frames, duration - JUST_BEFORE));
    rig.read(rows.subarray(k * nq, (k + 1) * nq));
  }
  return closeCycle(body, rows, duration / frames);
}

/** A clip of rows (frames + 1, the last one round after the first) that goes straight on and ends in the pose it began with. */
export function closeCycle(body: Body, rows: Float64Array, frameTime: number): Clip {
  const { skeleton } = body;
  const nq = coordinateCount(skeleton);
  const frames = rows.length / nq - 1;
  const q = rows.slice();
  straighten(q, nq, frames);
  const [off, turn] = [new Float64Array(4), new Float64Array(4)];
  for (let joint = 0; joint < jointCount(skeleton); joint++) {
    const i = quatIndex(joint);
    // what the end misses the start by is spread over the round
    relativeQuat(off, 0, q, frames * nq + i, q, i);
    logQuat(off, 0, off, 0);
    for (let k = 1; k <= frames; k++) {
      for (let c = 0; c < 3; c++) turn[c] = (off[c] * k) / frames;
      expQuat(turn, 0, turn, 0);
      multiplyQuat(q, k * nq + i, q, k * nq + i, turn, 0);
    }
  }
  const sunk = q[frames * nq + 1] - q[1];
  for (let k = 1; k <= frames; k++) q[k * nq + 1] -= (sunk * k) / frames;
  return {
    name: 'gait',
    skeleton,
    roles: { status: 'humanoid', roles: body.roles, by: 'map', rig: 'layer' },
    frameTime,
    frameCount: frames + 1,
    q,
    extraTracks: [],
    provenance: 'performed',
    floor: 'unknown',
    source: undefined,
  };
}

/** A round that turns by a little is bent straight: the game steers. */
function straighten(q: Float64Array, nq: number, frames: number): void {
  const yaw = wrapAngle(yawBetween(q, 3, q, frames * nq + 3));
  const way = new Float64Array(4);
  let [fromX, fromZ] = [q[0], q[2]]; // as recorded
  for (let k = 1; k <= frames; k++) {
    const at = k * nq;
    const back = (-yaw * k) / frames;
    const [sine, cosine] = [Math.sin(back), Math.cos(back)];
    const [dx, dz] = [q[at] - fromX, q[at + 2] - fromZ];
    [fromX, fromZ] = [q[at], q[at + 2]];
    q[at] = q[at - nq] + cosine * dx + sine * dz;
    q[at + 2] = q[at - nq + 2] + cosine * dz - sine * dx;
    quatFromAxisAngle(way, 0, 0, 1, 0, back);
    multiplyQuat(q, at + 3, way, 0, q, at + 3);
  }
}
