/** Loops that travel and turn: the rounds before and after are where the motion leads, and one round comes back from them. */
import { describe, expect, it } from 'vitest';
import { createBody } from '../../src/body/create-body.ts';
import { unroll } from '../../src/gait/loop.ts';
import { repeatLoop } from '../../src/gait/repeat-loop.ts';
import { multiplyQuat, quatFromAxisAngle } from '../../src/math/quat.ts';
import { type Clip, createClip } from '../../src/motion/clip.ts';
import { coordinateCount, quatIndex, restPose } from '../../src/motion/skeleton.ts';
import { makePerson } from '../body/person.ts';

const { skeleton, roles } = makePerson();
const body = createBody(skeleton, roles);
const nq = coordinateCount(skeleton);
const PERIOD = 40; // frames

/** Pose k of somebody who goes round a circle, an eighth of it per round, and swings the legs once per round. */
function poseAt(k: number): Float64Array {
  const q = restPose(skeleton);
  const yaw = (Math.PI / 4) * (k / PERIOD);
  const turn = new Float64Array(4);
  const swing = 0.4 * Math.sin((2 * Math.PI * k) / PERIOD);
  for (const [joint, angle] of [
    [roles.leftUpperLeg!, swing],
    [roles.rightUpperLeg!, -swing],
  ]) {
    quatFromAxisAngle(turn, 0, 1, 0, 0, angle);
    multiplyQuat(q, quatIndex(joint), q, quatIndex(joint), turn, 0);
  }
  quatFromAxisAngle(turn, 0, 0, 1, 0, yaw);
  multiplyQuat(q, 3, turn, 0, q, 3);
  // ahead is (sin yaw, cos yaw); the circle's middle is to the left of the start
  q[0] = 2 - 2 * Math.cos(yaw);
  q[2] = 2 * Math.sin(yaw);
  return q;
}

function circling(frames: number): Clip {
  const q = new Float64Array(frames * nq);
  for (let k = 0; k < frames; k++) q.set(poseAt(k), k * nq);
  const humanoid = { status: 'humanoid', roles, by: 'map', rig: 'x' } as const;
  return createClip({ name: 'circle', skeleton, roles: humanoid, frameTime: 1 / 40, q });
}

/** Largest difference of two rows of coordinates; a quaternion and its negative are the same rotation. */
function apart(a: Float64Array, b: Float64Array): number {
  let most = 0;
  for (let c = 0; c < 3; c++) most = Math.max(most, Math.abs(a[c] - b[c]));
  for (let i = 3; i < nq; i += 4) {
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += a[i + c] * b[i + c];
    most = Math.max(most, Math.sqrt(Math.max(0, 1 - dot * dot)));
  }
  return most;
}

describe('a loop that turns', () => {
  const clip = circling(PERIOD + 1);

  it('is unrolled along its way', () => {
    const { clip: long, first, period } = unroll(body, clip, 0.5);
    expect([first, period, long.frameCount]).toEqual([20, PERIOD, PERIOD + 40]);
    for (let k = 0; k < long.frameCount; k++) {
      expect(apart(long.q.subarray(k * nq, (k + 1) * nq), poseAt(k - first))).toBeLessThan(1e-7);
    }
  });

  it('comes back as it was where nobody changed it, and closed where somebody did', () => {
    const { clip: long, first, rollUp } = unroll(body, clip, 0.5);
    expect(rollUp(long.q)).toEqual(clip.q);
    const raised = long.q.slice();
    for (let k = 0; k < long.frameCount; k++) raised[k * nq + 1] += 0.05 * Math.sin(0.3 * (k - first));
    const q = rollUp(raised);
    // height of the last frame, which is the first pose again
    expect(q[PERIOD * nq + 1]).toBeCloseTo(q[1], 12);
    expect(apart(q.subarray(10 * nq, 11 * nq), clip.q.subarray(10 * nq, 11 * nq))).toBeGreaterThan(0.003);
  });

  it('is walked three times, each round where the last one came to', () => {
    const rounds = repeatLoop(body, clip)!;
    expect(rounds.frameCount).toBe(3 * PERIOD + 1);
    for (let k = 0; k < rounds.frameCount; k++) {
      expect(apart(rounds.q.subarray(k * nq, (k + 1) * nq), poseAt(k))).toBeLessThan(1e-7);
    }
    expect(repeatLoop(body, circling(PERIOD / 4))).toBeUndefined();
  });
});
