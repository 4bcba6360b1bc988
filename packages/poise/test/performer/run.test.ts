import { describe, expect, it } from 'vitest';
import { analyse } from '../../src/balance/analyse.ts';
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { check } from './checks.ts';
import { type Angles, anglesOf, valueAt } from './gait-angles.ts';
import { checkGait } from './gait-checks.ts';
import { jointAcceleration, leftRight, seamJump } from './gait-smoothness.ts';

describe('run', () => {
  it.each([2.4, 2.8, 3.2, 3.7, 4.2])('can happen at %f m/s', (speed) => {
    const { clip, outside, drift, penetration, friction, errors } = checkGait(run, { values: { speed, strides: 3 } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(friction).toBeLessThan(0.6);
    expect(errors).toEqual([]);
    const { kneeRange, ankleRange, pastLimits, fastest } = check(createActor().body, clip);
    expect(kneeRange[0]).toBeGreaterThan(10);
    expect(kneeRange[1]).toBeLessThan(115);
    expect(ankleRange[0]).toBeGreaterThan(-35);
    expect(ankleRange[1]).toBeLessThan(36);
    expect(pastLimits).toBe(0);
    expect(fastest).toBeLessThan(15);
    // Smoothed as clips from files are, which smears landings into the flight.
    const smoothed = analyse(createActor().body, clip, { cutoff: 6 });
    expect(smoothed.summary.zmpOutsideFraction).toBeLessThan(0.1);
  });

  it.each([
    [2.4, 0.9, 7],
    [3.2, 1.05, 42],
    [4.5, 1, 7],
  ])('can happen at %f m/s with steps of %f× and seed %i', (speed, step, seed) => {
    const { outside, penetration, errors } = checkGait(run, { values: { speed, step, seed, strides: 3 } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(penetration).toBeLessThan(0.003);
    expect(errors).toEqual([]);
  });

  it('flies between the steps, in free fall', () => {
    const { report, load } = checkGait(run);
    const flight = SUPPORT_PHASES.indexOf('flight');
    const airborne = Array.from(report.phase.keys()).filter((frame) => report.phase[frame] === flight);
    const weightless = Array.from(report.time.keys()).filter(
      (frame) => Math.abs(report.grf[3 * frame + 1]) < 0.05 * 9.81 * report.mass,
    );
    expect(airborne.length / report.frameCount).toBeGreaterThan(0.1);
    expect(weightless.length / report.frameCount).toBeGreaterThan(0.2);
    expect(load[0]).toBeGreaterThan(-0.1);
    expect(load[1]).toBeGreaterThan(2);
    expect(load[1]).toBeLessThan(2.6);
  });

  it('is seen to leave the ground when the ground has ceased to push', () => {
    const { report } = checkGait(run);
    const flight = SUPPORT_PHASES.indexOf('flight');
    const carried = (frame: number): boolean => report.grf[3 * frame + 1] > 0.05 * 9.81 * report.mass;
    const late: number[] = [];
    for (let frame = 3; frame < report.frameCount - 6; frame++) {
      if (!carried(frame - 1) || carried(frame)) continue;
      late.push(report.phase.subarray(frame).indexOf(flight) * report.frameTime);
    }
    expect(late.length).toBeGreaterThan(8);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0); // each time flight is seen
    expect(Math.max(...late)).toBeLessThan(0.035);
  });

  it('keeps its spin while nothing carries it', () => {
    const { report } = checkGait(run);
    const carried = (frame: number): boolean => report.grf[3 * frame + 1] > 0.05 * 9.81 * report.mass;
    let [air, ground] = [0, 0];
    for (let frame = 3; frame < report.frameCount - 3; frame++) {
      const rate = Math.hypot(...report.angularMomentumRate.subarray(3 * frame, 3 * frame + 3));
      if ([-1, 0, 1].some((d) => carried(frame + d))) ground = Math.max(ground, rate);
      else air = Math.max(air, rate);
    }
    expect(air).toBeLessThan(5);
    expect(ground).toBeGreaterThan(30);
  });

  // People: 150 to 300 rad/s² (16_35, 02_03 and 09_01 of the CMU captures at 60 Hz, lightly smoothed).
  it.each([
    [2.4, 280],
    [3.2, 330],
    [4.2, 390],
  ])('bends its knees softly at %f m/s, both alike', (speed, most) => {
    const clip = perform(run, { values: { speed, strides: 2 } });
    for (const part of ['LowerLeg', 'UpperLeg'] as const) expect(jointAcceleration(clip, part)).toBeLessThan(most);
    expect(leftRight(perform(run, { values: { speed, strides: 30, variation: 0 } }), 30)).toBeLessThan(1);
  });

  it.each([
    [1.55, 50],
    [1.9, 95],
  ])('suits a body of %f m and %f kg', (height, mass) => {
    const { clip, outside, penetration, errors } = checkGait(run, { body: { height, mass } });
    expect(check(createActor({ height, mass }).body, clip).fastest).toBeLessThan(15);
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(penetration).toBeLessThan(0.003);
    expect(errors).toEqual([]);
  });

  it.each([24, 30, 50, 60, 100, 120])(
    'loops at %f frames a second: speeds and accelerations go on over the seam',
    (fps) => {
      const clip = perform(run, { values: { strides: 2 }, fps });
      expect(1 / clip.frameTime).toBeCloseTo(fps, 9);
      expect(seamJump(clip)).toBeLessThan(1.1);
      // The travel goes on over the seam, too.
      const nq = coordinateCount(clip.skeleton);
      const step = (frame: number): number => clip.q[(frame + 1) * nq + 2] - clip.q[frame * nq + 2];
      expect(step(0)).toBeCloseTo(step(Math.floor(clip.frameCount / 2)), 1);
    },
  );

  it('is one motion at 30, 60 and 120 frames a second', () => {
    const [coarse, usual, fine] = [30, 60, 120].map((fps) => perform(run, { values: { strides: 2 }, fps }));
    const nq = coordinateCount(usual.skeleton);
    expect([coarse.frameCount * 4, usual.frameCount * 2]).toEqual([fine.frameCount, fine.frameCount]);
    for (let frame = 0; frame < coarse.frameCount; frame++) {
      for (let k = 0; k < nq; k++) expect(coarse.q[frame * nq + k]).toBeCloseTo(fine.q[4 * frame * nq + k], 9);
    }
    // Nothing hides between the frames: sampled finer, the knees accelerate little more.
    expect(jointAcceleration(fine, 'LowerLeg')).toBeLessThan(1.2 * jointAcceleration(usual, 'LowerLeg'));
  });

  it('takes neighbouring steps at neighbouring speeds', () => {
    let last: Angles | undefined;
    for (const speed of [3.16, 3.2, 3.24]) {
      const clip = perform(run, { values: { speed, strides: 8 }, fps: 240 });
      const angles = anglesOf(createActor(), clip, Math.round(clip.frameCount / 8));
      for (const name of last ? ['knee_flexion', 'thigh_pitch', 'foot_pitch', 'chest_pitch'] : []) {
        for (let i = 0; i < 50; i++) {
          expect(Math.abs(valueAt(angles[name], i / 50) - valueAt(last![name], i / 50))).toBeLessThan(3);
        }
      }
      last = angles;
    }
  });

  it('is the same every time', () => {
    const values = { strides: 1 };
    expect(perform(run, { values }).q).toEqual(perform(run, { values }).q);
  });
});
