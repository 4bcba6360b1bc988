import { describe, expect, it } from 'vitest';
import { SUPPORT_PHASES } from '../../src/balance/report.ts';
import { coordinateCount } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { run } from '../../src/performer/motions/run.ts';
import { check } from './checks.ts';
import { checkGait } from './gait-checks.ts';
import { seamJump } from './gait-smoothness.ts';

describe('run', () => {
  it.each([2.6, 3.2, 4.2])('can happen at %f m/s', (speed) => {
    const { outside, drift, penetration, friction, errors } = checkGait(run, { values: { speed, strides: 3 } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(friction).toBeLessThan(0.8);
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

  it('keeps joints within their ranges and speeds', () => {
    const { kneeRange, pastLimits, fastest } = check(createActor().body, perform(run));
    expect(kneeRange[0]).toBeGreaterThan(3);
    expect(kneeRange[1]).toBeLessThan(120);
    expect(pastLimits).toBe(0);
    expect(fastest).toBeLessThan(18);
  });

  it.each([
    [1.55, 50],
    [1.9, 95],
  ])('suits a body of %f m and %f kg', (height, mass) => {
    const { outside, penetration, errors } = checkGait(run, { body: { height, mass } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(penetration).toBeLessThan(0.003);
    expect(errors).toEqual([]);
  });

  it.each([24, 30, 50, 120])('loops at %f frames a second', (fps) => {
    const clip = perform(run, { values: { strides: 2 }, fps });
    const usual = perform(run, { values: { strides: 2 } });
    expect(1 / clip.frameTime).toBeCloseTo(fps, 9);
    expect(clip.frameCount).toBe(Math.round((usual.frameCount * fps) / 60));
    expect(seamJump(clip)).toBeLessThan(1.1);
    // The travel goes on over the seam, too.
    const nq = coordinateCount(clip.skeleton);
    const step = (frame: number): number => clip.q[(frame + 1) * nq + 2] - clip.q[frame * nq + 2];
    expect(step(0)).toBeCloseTo(step(clip.frameCount / 2), 1);
  });

  it('is the same every time', () => {
    const values = { strides: 1 };
    expect(perform(run, { values }).q).toEqual(perform(run, { values }).q);
  });
});
