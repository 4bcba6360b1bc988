import { describe, expect, it } from 'vitest';
import { trunkTimesPerStep, writeLeanCourse } from '../../../src/gait/steps/lean.ts';

describe('lean', () => {
  it('leaves 1 − β after a step', () => {
    const course = { lean: 0, leanRate: 0, pull: 0 };
    for (const beta of [0.2, 0.5, 0.7, 0.95]) {
      writeLeanCourse(course, 1, 0, 0.5 / trunkTimesPerStep(beta), 3, 0.5);
      expect(course.lean).toBeCloseTo(1 - beta, 9);
    }
  });

  it('pulls the capture point as the integral says', () => {
    const course = { lean: 0, leanRate: 0, pull: 0 };
    const [lean, rate, time, omega, span] = [0.02, 0.3, 0.2, 3, 0.6];
    writeLeanCourse(course, lean, rate, time, omega, span);
    let [x, v, pull] = [lean, rate, 0];
    const steps = 200000;
    const h = span / steps;
    for (let i = 0; i < steps; i++) {
      pull += omega * Math.exp(omega * (span - (i + 0.5) * h)) * x * h;
      v += (-x / time ** 2 - (2 * v) / time) * h;
      x += v * h;
    }
    expect(course.pull).toBeCloseTo(pull, 5);
    expect(course.lean).toBeCloseTo(x, 5);
  });
});
