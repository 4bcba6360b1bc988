import { describe, expect, it } from 'vitest';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { startStop } from '../../src/performer/motions/start-stop.ts';
import { check, jerkOf } from './checks.ts';
import { checkGait } from './gait-checks.ts';
import { jointAcceleration } from './gait-smoothness.ts';

describe('start-stop', () => {
  it.each([0.8, 1.2, 1.4])('can happen at %f m/s', (speed) => {
    const { outside, drift, penetration, friction, load, errors } = checkGait(startStop, { values: { speed } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(friction).toBeLessThan(0.8);
    expect(load[0]).toBeGreaterThan(0.5);
    expect(errors).toEqual([]);
  });

  it.each([
    [1.2, 1.75, 70],
    [0.7, 1.55, 50],
  ])('moves its joints as walkers do, at %f m/s', (speed, height, mass) => {
    const body = { height, mass };
    const { clip, drift } = checkGait(startStop, { values: { speed }, body });
    const { kneeRange, ankleRange, fastest, pastLimits } = check(createActor(body).body, clip);
    expect(drift).toBeLessThan(0.002);
    expect(kneeRange[0]).toBeGreaterThan(3);
    expect(kneeRange[1]).toBeLessThan(75);
    expect(ankleRange[0]).toBeGreaterThan(-30);
    expect(ankleRange[1]).toBeLessThan(33);
    expect(pastLimits).toBe(0);
    expect(fastest).toBeLessThan(10);
    expect(jointAcceleration(clip, 'LowerLeg')).toBeLessThan(250);
    expect(jerkOf(clip)).toBeLessThan(1500);
  });

  it('starts and stops in the time that people take', () => {
    const { report } = checkGait(startStop);
    const speed = Array.from(report.time, (_, frame) =>
      Math.hypot(report.comVelocity[3 * frame], report.comVelocity[3 * frame + 2]),
    );
    const steady = 1.1; // [m/s]
    const onset = speed.findIndex((value) => value > 0.1);
    const reached = speed.findIndex((value) => value > 0.9 * steady);
    const slowing = speed.findLastIndex((value) => value > 0.9 * steady);
    const stopped = speed.findLastIndex((value) => value > 0.1);
    expect(speed[0]).toBeLessThan(0.01);
    expect(speed[speed.length - 1]).toBeLessThan(0.02);
    expect((reached - onset) / 60).toBeGreaterThan(0.6);
    expect((reached - onset) / 60).toBeLessThan(1.5);
    expect((stopped - slowing) / 60).toBeGreaterThan(0.9);
    expect((stopped - slowing) / 60).toBeLessThan(2.2);
  });

  it('suits other bodies and is the same every time', () => {
    for (const body of [
      { height: 1.55, mass: 50 },
      { height: 1.9, mass: 95 },
    ]) {
      const { outside, errors } = checkGait(startStop, { body });
      expect(outside).toBeLessThanOrEqual(0.02);
      expect(errors).toEqual([]);
    }
    expect(perform(startStop).q).toEqual(perform(startStop).q);
  });
});
