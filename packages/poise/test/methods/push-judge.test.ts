/** The tools that judge answers to pushes, on answers that are known to be right or made wrong. */
import { describe, expect, it } from 'vitest';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import type { TimedPush } from '../../src/gait/push.ts';
import { methodNamed } from '../../src/methods/index.ts';
import { LEVEL_GROUND } from '../../src/methods/push-response/measure.ts';
import type { Response } from '../../src/methods/push-response/response.ts';
import { createClip } from '../../src/motion/clip.ts';
import { impulseAt, placeOn, randomCases } from '../../validate/pushes/cases.ts';
import { onPlane } from '../../validate/pushes/grounds.ts';
import { record } from '../../validate/pushes/record.ts';
import { stepsIn, tracksOf } from '../../validate/pushes/steps.ts';
import { zmpOutside } from '../../validate/pushes/zmp.ts';
import { body, idle, responseNamed, smallLibrary } from './push-cases.ts';

/** The push that a performed response was made for. */
function pushOf({ truth, clip }: Response): TimedPush {
  if (!truth) throw new Error('a performed response knows its push');
  const ws = createWorkspace(body);
  forwardKinematics(body, ws, clip.q, 0);
  const segment = body.roles.chest ?? 0;
  return {
    time: truth.t0,
    duration: truth.duration,
    impulse: [truth.impulse[0], 0, truth.impulse[1]],
    segment,
    pointInSegment: [0, truth.height - ws.segmentOrigin[3 * segment + 1], 0],
  };
}

/** Share of frames with the ZMP within 1 cm, at the best time of delivery. */
function share(response: Response, push: TimedPush): number {
  const series = zmpOutside(body, response.clip, [push], onPlane(LEVEL_GROUND));
  return Math.max(...series.map((outside) => outside.filter((out) => !(out > 0.01)).length / outside.length));
}

describe('the ZMP of an answer, its push included', () => {
  it.each(['hip-0-1', 'arm-0-2', 'step1-0-3', 'step1-90-28', 'quick2-0-'])(
    'is on the soles of what the performer made for that push: %s',
    (name) => {
      const response = responseNamed(name);
      expect(share(response, pushOf(response))).toBeGreaterThan(0.99);
    },
  );

  it('is not where the push is missing, stronger or elsewhere', () => {
    const response = responseNamed('step1-0-3');
    const push = pushOf(response);
    const [x, y, z] = push.impulse;
    for (const wrong of [
      { ...push, impulse: [0, 0, 1e-6] as const },
      { ...push, impulse: [2 * x, y, 2 * z] as const },
      { ...push, time: push.time + 0.2 },
    ]) {
      expect(share(response, wrong)).toBeLessThan(share(response, push) - 0.02);
    }
  });
});

describe('steps', () => {
  it('are those that were asked of the performer', () => {
    const one = responseNamed('step1-90-28');
    const [step, ...more] = stepsIn(body, tracksOf(body, one.clip), one.clip.frameTime);
    expect(more.filter(({ landed }) => !landed)).toEqual([]);
    expect(step?.side).toBe(one.attributes.firstFoot);
    expect(step!.move[0]).toBeGreaterThan(0.1); // to the left, as it was pushed
    const hip = responseNamed('hip-0-1');
    expect(stepsIn(body, tracksOf(body, hip.clip), hip.clip.frameTime)).toEqual([]);
    // a foot that slides has not stepped
    const nq = idle.q.length / idle.frameCount;
    const slid = idle.q.map((value, i) => (i % nq === 2 ? value + 0.01 * Math.min(30, Math.floor(i / nq)) : value));
    expect(stepsIn(body, tracksOf(body, createClip({ ...idle, q: slid })), idle.frameTime)).toEqual([]);
  });
});

describe('random pushes', () => {
  const subjects = ['a', 'b', 'c'].map((id) => ({ id, body, clip: idle }));

  it('are as many as asked, the same for the same seed, a third of them later ones', () => {
    const cases = randomCases(subjects, 900, 3);
    const pushes = cases.flatMap((made) => made.pushes);
    expect(pushes).toHaveLength(900);
    expect(randomCases(subjects, 900, 3)).toEqual(cases);
    expect(randomCases(subjects, 900, 4)).not.toEqual(cases);
    const later = cases.reduce((sum, made) => sum + made.pushes.length - 1, 0) / 900;
    expect(later).toBeGreaterThan(0.28);
    expect(later).toBeLessThan(0.39);
    const sizes = pushes.map(({ impulse }) => Math.hypot(...impulse));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(80);
    expect(new Set(cases.flatMap(({ places }) => places)).size).toBe(4);
  });

  it('meet the character in its own heading', () => {
    const [x, y, z] = impulseAt({ body, clip: idle }, 10, Math.PI / 2);
    expect([x, y, z].map((value) => Number(value.toFixed(0)) + 0)).toEqual([10, 0, 0]); // to the left of one who faces +Z
    expect(placeOn(body, 'shoulder', 'right').segment).toBe(body.skeleton.parents[body.roles.rightUpperArm ?? 0]);
  });

  it('are recorded until the character stands again, and errors are kept', () => {
    const { start } = methodNamed('push-response');
    const starter = (subject: { body: typeof body; clip: typeof idle }) =>
      start!(subject, { library: smallLibrary() } as object);
    const push = { time: 0.5, impulse: [0, 0, 28] as const, segment: body.roles.hips ?? 0 };
    const recording = record(starter, { body, clip: idle }, [push]);
    expect(recording.error).toBeUndefined();
    expect(recording.events.map(({ kind }) => kind)).toContain('recovered');
    expect(recording.clip.frameCount).toBeGreaterThan(90);
    const wrong = record(starter, { body, clip: idle }, [{ ...push, segment: 999 }]);
    expect(wrong.error).toMatch(/segment/);
  });
});
