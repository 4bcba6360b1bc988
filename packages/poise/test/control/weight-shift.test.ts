import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/control/gait/gait-state.ts';
import { shiftedShare } from '../../src/control/gait/weight-shift.ts';
import { createPlan } from '../../src/control/plan.ts';
import { createStepPlanInput } from '../../src/gait/steps/step-plan-memory.ts';

const H = 1 / 120; // [s]

describe('the weight', () => {
  const { stance } = createStepPlanInput().nominal;
  stance.step = { ...stance.step, doubleSupport: 0.2 };

  it('is held back on the foot behind, and over when that leaves', () => {
    const plan = createPlan();
    const clock = { ...createClock(), shift: 0.2 };
    // as in the source, 30 % over, until the plan holds it back
    expect(shiftedShare(clock, plan, stance, 0.3, true, H)).toBe(0.3);
    clock.hold = 0.12;
    let before = 0.3;
    for (let t = 0.02; t < 0.2 - H / 2; t += H) {
      clock.sinceLanding = t;
      const over = shiftedShare(clock, plan, stance, 0.9, true, H);
      if (t < clock.hold) expect(over).toBe(0.3);
      expect(over - before).toBeLessThan(0.1);
      before = over;
    }
    expect(before).toBeGreaterThan(0.95);
    expect(plan.feet[1].load).toBeLessThan(0.2);
  });

  it('goes as in the source while nothing else is planned, or one foot is up', () => {
    const clock = { ...createClock(), shift: 0.2, hold: 0.1 };
    expect(shiftedShare(clock, createPlan(), stance, 1, false, H)).toBe(1);
    expect(clock.over).toBe(1);
  });
});
