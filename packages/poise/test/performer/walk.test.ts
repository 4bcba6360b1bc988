import { describe, expect, it } from 'vitest';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { check, jerkOf } from './checks.ts';
import { type Angles, anglesOf, valueAt } from './gait-angles.ts';
import { checkGait } from './gait-checks.ts';
import { handDifferences, jointAcceleration, leftRight, seamJump } from './gait-smoothness.ts';

describe('walk', () => {
  it.each([0.6, 1.0, 1.3, 1.6, 1.9])('can happen at %f m/s', (speed) => {
    const { outside, judged, drift, penetration, friction, load, errors } = checkGait(walk, {
      values: { speed, strides: 2 },
    });
    expect(judged).toBeGreaterThan(90);
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(friction).toBeLessThan(0.8);
    expect(load[0]).toBeGreaterThan(0.5);
    expect(load[1]).toBeLessThan(1.5);
    expect(errors).toEqual([]);
  });

  it.each([
    [1.55, 50],
    [1.9, 95],
  ])('suits a body of %f m and %f kg', (height, mass) => {
    const { outside, drift, penetration, errors } = checkGait(walk, { body: { height, mass } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(errors).toEqual([]);
  });

  // The corners of 216 cases (five speeds, steps, seeds, bodies) that were swept once.
  it.each([
    [0.6, 0.85, 7, 1.9, 95],
    [1.9, 0.85, 42, 1.55, 50],
    [1.6, 1.05, 7, 1.55, 50],
    [1.9, 1.05, 42, 1.9, 95],
  ])('can happen at %f m/s with steps of %f× and seed %f', (speed, step, seed, height, mass) => {
    const { clip, outside, drift, penetration, friction, load, errors } = checkGait(walk, {
      values: { speed, step, seed, strides: 2 },
      body: { height, mass },
    });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(friction).toBeLessThan(0.8);
    expect(load[0]).toBeGreaterThan(0.4);
    expect(jointAcceleration(clip, 'LowerLeg')).toBeLessThan(270);
    expect(errors).toEqual([]);
  });

  it('keeps joints within their ranges and speeds, and moves smoothly', () => {
    const clip = perform(walk);
    const { body } = createActor();
    const { kneeRange, ankleRange, pastLimits, fastest } = check(body, clip);
    expect(kneeRange[0]).toBeGreaterThan(3);
    expect(kneeRange[1]).toBeLessThan(75);
    expect(ankleRange[0]).toBeGreaterThan(-30);
    expect(ankleRange[1]).toBeLessThan(25);
    expect(pastLimits).toBe(0);
    expect(fastest).toBeLessThan(15);
    expect(jerkOf(clip)).toBeLessThan(1500);
  });

  // People: 80 to 170 rad/s² at these speeds (16_15 and 35_01 of the CMU captures at 60 Hz, lightly smoothed).
  it.each([
    [1.0, 120],
    [1.3, 170],
    [1.6, 210],
    [1.9, 230],
  ])('bends its knees softly at %f m/s', (speed, most) => {
    const clip = perform(walk, { values: { speed, strides: 2 } });
    for (const part of ['LowerLeg', 'UpperLeg'] as const) expect(jointAcceleration(clip, part)).toBeLessThan(most);
    expect(leftRight(perform(walk, { values: { speed, strides: 30, variation: 0 } }), 30)).toBeLessThan(0.35);
  });

  it('strikes with the heel and pushes off with the toes', () => {
    const actor = createActor();
    const clip = perform(walk, { values: { strides: 1 } });
    const { foot_pitch: pitch, pelvis_rotation: rotation } = anglesOf(actor, clip, clip.frameCount);
    expect(pitch[1]).toBeGreaterThan(10);
    expect(pitch[Math.round(0.6 * pitch.length)]).toBeLessThan(-40);
    expect(Math.max(...rotation) - Math.min(...rotation)).toBeGreaterThan(7);
  });

  it.each([
    [24, 2],
    [30, 1],
    [60, 4],
    [100, 1],
    [120, 2],
  ])('loops at %f frames a second: speeds and accelerations go on over the seam', (fps, strides) => {
    const clip = perform(walk, { values: { strides }, fps });
    expect(1 / clip.frameTime).toBeCloseTo(fps, 9);
    expect(seamJump(clip)).toBeLessThan(1.1);
  });

  it('is one motion at 30, 60 and 120 frames a second', () => {
    const [coarse, usual, fine] = [30, 60, 120].map((fps) => perform(walk, { values: { strides: 2 }, fps }));
    const nq = coordinateCount(usual.skeleton);
    expect([coarse.frameCount * 4, usual.frameCount * 2]).toEqual([fine.frameCount, fine.frameCount]);
    for (let frame = 0; frame < coarse.frameCount; frame++) {
      for (let k = 0; k < nq; k++) {
        expect(coarse.q[frame * nq + k]).toBeCloseTo(fine.q[4 * frame * nq + k], 9);
      }
    }
    // Nothing hides between the frames: sampled finer, the knees accelerate little more.
    expect(jointAcceleration(fine, 'LowerLeg')).toBeLessThan(1.2 * jointAcceleration(usual, 'LowerLeg'));
  });

  it('takes neighbouring steps at neighbouring speeds', () => {
    let last: Angles | undefined;
    for (const speed of [1.28, 1.3, 1.32, 1.34]) {
      const clip = perform(walk, { values: { speed, strides: 8 }, fps: 240 });
      const angles = anglesOf(createActor(), clip, Math.round(clip.frameCount / 8));
      if (last) {
        for (const name of ['knee_flexion', 'thigh_pitch', 'foot_pitch', 'pelvis_rotation']) {
          for (let i = 0; i < 50; i++) {
            expect(Math.abs(valueAt(angles[name], i / 50) - valueAt(last[name], i / 50))).toBeLessThan(3);
          }
        }
      }
      last = angles;
    }
  });

  it('is the same every time, and another person with another seed', () => {
    const values = { speed: 1.1, strides: 1 };
    const [a, b] = [perform(walk, { values }), perform(walk, { values })];
    const other = perform(walk, { values: { ...values, seed: 5 } });
    expect(b.q).toEqual(a.q);
    expect(other.q).not.toEqual(a.q);
    expect(checkGait(walk, { values: { ...values, seed: 5, strides: 2 } }).outside).toBeLessThanOrEqual(0.02);
  });

  it('differs from stride to stride and from left to right as people do', () => {
    // Walkers (CMU 16_15, 16_11, Bandai-Namco, SNU slow): hands 19 to 46 mm from stride to stride, 29 to 59 mm between sides.
    for (const seed of [0, 3]) {
      const { stride, sides } = handDifferences(perform(walk, { values: { seed, strides: 8 } }), 8);
      expect(stride).toBeGreaterThan(0.018);
      expect(stride).toBeLessThan(0.058);
      expect(sides).toBeGreaterThan(0.02);
      expect(sides).toBeLessThan(0.07);
    }
    const even = handDifferences(perform(walk, { values: { strides: 8, variation: 0 } }), 8);
    expect(even.stride).toBeLessThan(0.0005);
    expect(even.sides).toBeLessThan(0.0015);
  });

  it('travels at the speed asked for', () => {
    const clip = perform(walk, { values: { speed: 1.4, strides: 5 } });
    const nq = coordinateCount(clip.skeleton);
    const travelled = clip.q[(clip.frameCount - 1) * nq + 2] - clip.q[2];
    expect(travelled / ((clip.frameCount - 1) * clip.frameTime)).toBeCloseTo(1.4, 1);
  });
});
