import { describe, expect, it } from 'vitest';
import { coordinateCount, quatIndex } from '../../src/motion/skeleton.ts';
import { createActor } from '../../src/performer/actor.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { check, jerkOf } from './checks.ts';
import { anglesOf } from './gait-angles.ts';
import { checkGait } from './gait-checks.ts';

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

  it('strikes with the heel and pushes off with the toes', () => {
    const actor = createActor();
    const clip = perform(walk, { values: { strides: 1 } });
    const { foot_pitch: pitch, pelvis_rotation: rotation } = anglesOf(actor, clip, clip.frameCount);
    expect(pitch[1]).toBeGreaterThan(10);
    expect(pitch[Math.round(0.6 * pitch.length)]).toBeLessThan(-40);
    expect(Math.max(...rotation) - Math.min(...rotation)).toBeGreaterThan(7);
  });

  it('loops: speeds and accelerations go on over the seam', () => {
    const clip = perform(walk, { values: { strides: 2 } });
    const nq = coordinateCount(clip.skeleton);
    const n = clip.frameCount / 2;
    expect(n % 2).toBe(0);
    // Half a stride before the seam the other leg does the same, in the middle of what was computed in one piece.
    const bend = (side: 'left' | 'right', part: 'UpperLeg' | 'LowerLeg' | 'Foot', frame: number): number => {
      const i = quatIndex(createActor().roles[`${side}${part}`] ?? 0);
      return clip.q[(frame + 1) * nq + i] - 2 * clip.q[frame * nq + i] + clip.q[(frame - 1) * nq + i];
    };
    for (const part of ['UpperLeg', 'LowerLeg', 'Foot'] as const) {
      for (let d = -3; d <= 3; d++) {
        expect(Math.abs(bend('left', part, n + d) - bend('right', part, n / 2 + d))).toBeLessThan(1e-3);
      }
    }
    // The travel goes on, too.
    const step = (frame: number): number => clip.q[(frame + 1) * nq + 2] - clip.q[frame * nq + 2];
    expect(step(n - 1)).toBeCloseTo(step(n / 2 - 1), 4);
  });

  it('is the same every time, and another person with another seed', () => {
    const values = { speed: 1.1, strides: 1 };
    const [a, b] = [perform(walk, { values }), perform(walk, { values })];
    const other = perform(walk, { values: { ...values, seed: 5 } });
    expect(b.q).toEqual(a.q);
    expect(other.q).not.toEqual(a.q);
    expect(checkGait(walk, { values: { ...values, seed: 5, strides: 2 } }).outside).toBeLessThanOrEqual(0.02);
  });

  it('travels at the speed asked for', () => {
    const clip = perform(walk, { values: { speed: 1.4, strides: 5 } });
    const nq = coordinateCount(clip.skeleton);
    const travelled = clip.q[(clip.frameCount - 1) * nq + 2] - clip.q[2];
    expect(travelled / ((clip.frameCount - 1) * clip.frameTime)).toBeCloseTo(1.4, 1);
  });
});
