/** Legs that cross, blows from above, pushes that never come. */
import { describe, expect, it } from 'vitest';
import { fitBody } from '../../src/balance/fit-body.ts';
import { forwardKinematics } from '../../src/dynamics/kinematics.ts';
import { createWorkspace } from '../../src/dynamics/workspace.ts';
import { answerHits, startLocomotion } from '../../src/methods/reactive-locomotion/as-method.ts';
import { turnKnees } from '../../src/methods/reactive-locomotion/knee-aside.ts';
import { createFootTarget } from '../../src/methods/reactive-locomotion/reach-feet.ts';
import { createWalker, pushWalker, tickWalker } from '../../src/methods/reactive-locomotion/walker.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { walk } from '../../src/performer/motions/walk.ts';

const clip = perform(walk);
const body = fitBody(clip);
const ws = createWorkspace(body);
const { roles } = body;

type Point = readonly number[];
const at = (joint: number): Point => [0, 1, 2].map((k) => ws.segmentOrigin[3 * joint + k]!);
const along = (a: Point, b: Point, share: number): Point => a.map((x, k) => x + share * (b[k]! - x));

/** Smallest distance between the axes of both shanks [m], eleven points on each. */
function shankGap(q: Float64Array): number {
  forwardKinematics(body, ws, q);
  const axis = (knee: number, foot: number): readonly Point[] =>
    Array.from({ length: 11 }, (_, k) => along(at(knee), at(foot), k / 10));
  const left = axis(roles.leftLowerLeg!, roles.leftFoot!);
  const right = axis(roles.rightLowerLeg!, roles.rightFoot!);
  return Math.min(...left.flatMap((a) => right.map((b) => Math.hypot(...a.map((x, k) => x - b[k]!)))));
}

describe('a walker who crosses his legs', () => {
  it('keeps them beside each other', () => {
    // of pushes to the left, in the step of the right foot: shanks came as near as 1.5 to 3.4 cm
    for (const segment of [roles.head!, roles.chest!, roles.hips!]) {
      const walker = createWalker(body, clip);
      let least = 1;
      for (let k = 0; k < 300; k++) {
        if (k === 134) pushWalker(walker, { impulse: [20, 0, 0], segment });
        tickWalker(walker);
        if (k > 134 && k % 2 === 0) least = Math.min(least, shankGap(walker.follower.q));
      }
      expect(least, `segment ${segment}`).toBeGreaterThan(0.07);
    }
  });

  it('turns his knees by and by, however suddenly his feet are to be elsewhere', () => {
    const feet = [createFootTarget(), createFootTarget()] as const;
    const turned = new Float64Array(1);
    const outwards = Array.from({ length: 30 }, (_, k) => {
      turnKnees(feet, turned, k < 15 ? -0.4 : 0.2, 0.2, [1, 0], 1 / 120); // across at once, and back
      expect(feet[1].aside[0]).toBe(-feet[0].aside[0]);
      return feet[0].aside[0]!;
    });
    expect(outwards[14]).toBeCloseTo(0.8, 12);
    expect(outwards[29]).toBeCloseTo(0, 12);
    const steps = outwards.map((by, k) => Math.abs(by - (outwards[k - 1] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.07);
  });
});

describe('a blow from above', () => {
  it('bends the knees and puts nobody into the floor', () => {
    for (const motion of [walk, run]) {
      const of = perform(motion);
      const person = fitBody(of);
      const walker = createWalker(person, of);
      let [before, rate, jerk, lowest] = [0, 0, 0, 1];
      for (let k = 0; k < 400; k++) {
        if (k === 120) pushWalker(walker, { impulse: [0, -250, 0], segment: person.roles.chest! });
        tickWalker(walker);
        const height = walker.follower.q[1]!;
        if (k > 121) {
          jerk = Math.max(jerk, Math.abs(height - before - rate));
          for (const { toes } of person.soles) {
            lowest = Math.min(lowest, walker.follower.ws.segmentOrigin[3 * toes + 1]!);
          }
        }
        if (k > 120) rate = height - before;
        before = height;
      }
      expect(jerk, motion.id).toBeLessThan(0.012); // [m] in a tick
      expect(lowest, motion.id).toBeGreaterThan(0.01);
    }
  });
});

describe('what is asked for', () => {
  it('is not said to be answered when it comes after the end', () => {
    const pushes = [
      { time: 1, impulse: [0, 0, 10], segment: roles.chest! },
      { time: 30, impulse: [0, 0, 10], segment: roles.chest! },
    ] as const;
    const { outcome } = answerHits({ body, clip, pushes }, { seconds: 6 });
    expect(outcome.achieved).toBe(false);
    expect(outcome.reason).toBe('1 of 2 pushes come after the end.');
  });

  it('is over before anybody has recovered from it', () => {
    const running = perform(run);
    const person = fitBody(running);
    for (let k = 0; k < 8; k++) {
      const runner = startLocomotion({ body: person, clip: running });
      for (let frame = 0; frame < 60 + 3 * k; frame++) runner.step(1 / 60);
      runner.push({ impulse: [0, 0, 4], segment: person.roles.chest!, duration: 0.4 });
      const events = Array.from({ length: 180 }, () => runner.step(1 / 60)).flat();
      const recovered = events.filter(({ kind }) => kind === 'recovered');
      expect(recovered, `${k}`).toHaveLength(1);
      expect(recovered[0]!.time - events[0]!.time, `${k}`).toBeGreaterThan(0.39);
    }
  });

  it('must be possible', () => {
    const start = startLocomotion({ body, clip });
    expect(() => start.push({ impulse: [1e150, 0, 0], segment: 0 })).toThrow('at most 100000 N·s');
    expect(() => startLocomotion({ body, clip }, { recovery: 'foo' as 'step' })).toThrow("'step' or 'paper'");
    expect(() => startLocomotion({ body, clip }, { widestStep: Number.NaN })).toThrow('widestStep');
  });
});
