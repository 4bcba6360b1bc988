import { describe, expect, it } from 'vitest';
import { turn } from '../../src/performer/motions/turn.ts';
import { checkGait } from './gait-checks.ts';

/** Heading of the hips at a frame [deg], to the left +. */
const heading = (forward: Float64Array, frame: number): number =>
  (Math.atan2(forward[2 * frame], forward[2 * frame + 1]) * 180) / Math.PI;

describe('turn', () => {
  it.each([
    [90, 1.1],
    [-60, 1.3],
    [135, 0.9],
  ])('walks round a corner of %f° at %f m/s', (angle, speed) => {
    const { report, outside, drift, penetration, friction, errors } = checkGait(turn, { values: { angle, speed } });
    expect(outside).toBeLessThanOrEqual(0.02);
    expect(drift).toBeLessThan(0.002);
    expect(penetration).toBeLessThan(0.003);
    expect(friction).toBeLessThan(0.8);
    expect(errors).toEqual([]);
    const last = report.frameCount - 1;
    // Hips swing by some 5° with every step.
    expect(Math.abs(heading(report.forward, last) - heading(report.forward, 0) - angle)).toBeLessThan(12);
    // The CoM travels as the hips face, within the sway of a step.
    const path = (frame: number): number =>
      (Math.atan2(report.comVelocity[3 * frame], report.comVelocity[3 * frame + 2]) * 180) / Math.PI;
    expect(Math.abs(path(last - 3) - path(3) - angle)).toBeLessThan(25);
  });
});
