import { describe, expect, it } from 'vitest';
import { horizontalVelocity, slowestVelocity } from '../../src/balance/over-floor.ts';

const FRAMES = 30;
const trace = { frameCount: FRAMES, frameTime: 1 / 120 };

/** Two corners 8 cm apart that turn at `spin` [rad/s] about a place `aside` [m] of their middle, which moves at `speed` [m/s] along x. */
function corners(spin: number, aside: number, speed: number): Float64Array {
  const points = new Float64Array(6 * FRAMES);
  for (let frame = 0; frame < FRAMES; frame++) {
    const [t, turn] = [frame * trace.frameTime, spin * frame * trace.frameTime];
    for (const [k, at] of [aside - 0.04, aside + 0.04].entries())
      points.set([at * Math.cos(turn) + speed * t, 0, -at * Math.sin(turn)], 6 * frame + 3 * k);
  }
  return points;
}

const speedAt = (velocity: Float64Array, frame = 15): number =>
  Math.hypot(velocity[2 * frame], velocity[2 * frame + 1]);

describe('speed of a part of a sole', () => {
  it('is that of the place in it that moves least: a foot that spins on its ball stands there', () => {
    const spun = corners(15, 0.03, 0);
    expect(speedAt(horizontalVelocity(spun, 6, 0, 2, trace, 0, 0))).toBeCloseTo(0.45, 2);
    expect(speedAt(slowestVelocity(spun, 6, 0, 2, trace, 0, 0))).toBe(0);
    // About a place 20 cm away the nearest corner still moves at 16 cm times the spin.
    expect(speedAt(slowestVelocity(corners(15, 0.2, 0), 6, 0, 2, trace, 0, 0))).toBeCloseTo(15 * 0.16, 1);
  });

  it('is the whole speed of a foot that does not turn, less that of the belt', () => {
    expect(speedAt(slowestVelocity(corners(0, 0, 1.5), 6, 0, 2, trace, 0.5, 0))).toBeCloseTo(1, 9);
  });
});
