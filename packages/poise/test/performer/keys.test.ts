import { describe, expect, it } from 'vitest';
import { ease } from '../../src/math/ease.ts';
import { settling, track } from '../../src/performer/plan/keys.ts';
import { solveCom } from '../../src/performer/plan/solve-com.ts';

describe('track', () => {
  it('goes from value to value', () => {
    const curve = track(5, [1, 1, 110], [3, 2, 20]);
    expect([0, 1, 2, 3, 5, 9].map(curve)).toEqual([5, 5, 110, 110, 20, 20]);
    expect(curve(1.5)).toBeCloseTo(57.5, 12);
  });

  it('is C2, also where moves overlap and lean', () => {
    const curve = track(0, [0.2, 1, 1, 0.4], [0.7, 0.8, -0.5, -0.3]);
    const h = 1e-3;
    const bend = (t: number): number => (curve(t + h) - 2 * curve(t) + curve(t - h)) / h ** 2;
    for (let t = 0; t < 2; t += 0.01) expect(Math.abs(bend(t + h) - bend(t))).toBeLessThan(0.6);
  });

  it('peaks earlier with a positive skew and stays within its ends', () => {
    const curve = track(0, [0, 1, 1, 0.6]);
    expect(curve(0.5)).toBeGreaterThan(ease(0.5) + 0.1);
    for (let t = 0; t < 1; t += 0.01) expect(curve(t + 0.01)).toBeGreaterThanOrEqual(curve(t));
  });

  it('overshoots and settles', () => {
    const curve = track(0, ...settling(0, [0, 1, 10], 0.1, 0.5));
    expect(Math.max(...Array.from({ length: 200 }, (_, k) => curve(k / 100)))).toBeGreaterThan(10.3);
    expect(curve(2)).toBeCloseTo(10, 12);
  });
});

/** ZMP of a CoM path by its definition: the moment of gravity and inertia about it vanishes. */
function zmpOf(com: Float64Array, plan: Parameters<typeof solveCom>[0], frame: number, axis: 0 | 1): number {
  const frames = plan.comHeight.length;
  const at = (k: number): number => com[2 * ((k + frames) % frames) + axis];
  const acceleration = (at(frame + 1) - 2 * at(frame) + at(frame - 1)) / plan.frameTime ** 2;
  const force = plan.mass * (9.81 + plan.comLift[frame]);
  const spin = axis === 0 ? plan.momentumRate[3 * frame + 2] : -plan.momentumRate[3 * frame];
  return at(frame) + (spin - plan.mass * acceleration * plan.comHeight[frame]) / force;
}

describe('solveCom', () => {
  const frames = 300;
  const wave = (k: number, n: number): number => Math.sin((2 * Math.PI * n * k) / frames);
  const still = (k: number): number => ease((k - 60) / 60) * ease((240 - k) / 60);
  const plan = (shape: (k: number) => number, ends: 'rest' | 'loop') => ({
    zmp: Float64Array.from({ length: 2 * frames }, (_, i) => (i % 2 ? 0.05 : 0) + 0.03 * shape(i >> 1)),
    comHeight: Float64Array.from({ length: frames }, (_, k) => 0.9 + 0.1 * shape(k)),
    comLift: Float64Array.from({ length: frames }, (_, k) => 1.5 * shape(k)),
    momentumRate: Float64Array.from({ length: 3 * frames }, (_, i) => 20 * shape(Math.floor(i / 3))),
    mass: 70,
    frameTime: 1 / 60,
    ends,
  });

  it('puts the ZMP of a loop exactly on the plan', () => {
    const input = plan((k) => wave(k, 2), 'loop');
    const com = solveCom(input);
    for (let k = 0; k < frames; k++) {
      for (const axis of [0, 1] as const) expect(zmpOf(com, input, k, axis)).toBeCloseTo(input.zmp[2 * k + axis], 8);
    }
  });

  it('rests at both ends and follows the plan between the bumps', () => {
    const input = plan(still, 'rest');
    const com = solveCom(input);
    for (const axis of [0, 1] as const) {
      expect(com[2 + axis]).toBeCloseTo(com[axis], 10);
      expect(com[2 * (frames - 1) + axis]).toBeCloseTo(com[2 * (frames - 2) + axis], 10);
      for (let k = 45; k < 255; k++) expect(zmpOf(com, input, k, axis)).toBeCloseTo(input.zmp[2 * k + axis], 8);
      // The bumps themselves are small.
      for (let k = 1; k < 45; k++)
        expect(Math.abs(zmpOf(com, input, k, axis) - input.zmp[2 * k + axis])).toBeLessThan(0.02);
    }
  });
});
