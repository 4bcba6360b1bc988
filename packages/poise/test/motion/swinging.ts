/** A made motion that is known at all times: the root turns round and round while it travels, the other joints swing. */
import { expQuat, multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../../src/motion/skeleton.ts';
import { makePerson } from '../body/person.ts';

const { skeleton, roles } = makePerson();

/** Pose at t seconds. The root makes 1.1 turns a second; joints swing by up to 40° at up to 1.5 Hz. */
export function swingingPose(q: Float64Array, o: number, t: number): void {
  const turn = new Float64Array(8);
  q[o] = 0.8 * t;
  q[o + 1] = 1 + 0.03 * Math.sin(9 * t);
  q[o + 2] = 0.2 * Math.cos(2 * t);
  quatFromAxisAngle(turn, 0, 0, 1, 0, 2 * Math.PI * 1.1 * t);
  quatFromAxisAngle(turn, 4, 1, 0, 0, 0.2 * Math.sin(3 * t));
  multiplyQuat(q, o + 3, turn, 0, turn, 4);
  for (let joint = 1; joint < jointCount(skeleton); joint++) {
    const phase = 1.7 * joint;
    const rate = 2 * Math.PI * (0.5 + (joint % 5) / 5);
    turn[0] = 0.5 * Math.sin(rate * t + phase);
    turn[1] = 0.3 * Math.cos(rate * t);
    turn[2] = 0.4 * Math.sin(0.7 * rate * t + phase);
    expQuat(q, o + quatIndex(joint), turn, 0);
  }
}

/** Frames of that motion; signs of the quaternions are those of a file that keeps w ≥ 0. */
export function swingingClip(frames: number, frameTime: number): Clip {
  const nq = coordinateCount(skeleton);
  const q = new Float64Array(frames * nq);
  for (let frame = 0; frame < frames; frame++) {
    swingingPose(q, frame * nq, frame * frameTime);
    for (let i = frame * nq + 3; i < (frame + 1) * nq; i += 4) {
      if (q[i + 3] < 0) for (let k = 0; k < 4; k++) q[i + k] = -q[i + k];
    }
  }
  return createClip({ skeleton, roles: { status: 'humanoid', roles, by: 'map', rig: 'made' }, frameTime, q });
}
