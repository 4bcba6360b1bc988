import { expect, it } from 'vitest';
import { STAY } from '../../../src/gait/placement.ts';
import { writeOwnState } from '../../../src/gait/steps/own-course.ts';
import { StepPlan } from '../../../src/gait/steps/step-plan.ts';
import { createStepPlanInput, createStepPlanOutput, writeNominal } from '../../../src/gait/steps/step-plan-memory.ts';
import type { StepPlanOutput } from '../../../src/gait/steps/step-plan-types.ts';
import { steadyWalk } from '../../../validate/step-plan/steady-gait.ts';

it('holds the weight of a slow walker back on the foot behind when pushed back just after a landing', () => {
  const slow = steadyWalk({ duration: 0.9, doubleSupport: 0.35, length: 0.5, width: 0.1, rate: 3.2 });
  const pushed = (speed: number): StepPlanOutput => {
    const input = createStepPlanInput();
    writeNominal(input.nominal, slow, 2, STAY);
    const { stance, before } = input.nominal;
    Object.assign(input, { index: 2, time: 0.03, doubleSupport: stance.step.doubleSupport, sinceHit: 0.3 });
    writeOwnState(input, new Float64Array(4));
    input.com.set(input.ownCom);
    input.velocity.set(input.ownVelocity);
    input.velocity[1] += speed;
    input.stand.set([stance.x, stance.z]);
    input.before.set([before.x, before.z]);
    const out = createStepPlanOutput();
    new StepPlan(1).solve(out, input);
    return out;
  };
  const back = pushed(-0.25);
  expect(back.hold).toBeGreaterThan(0.03);
  expect(back.lift).toBeCloseTo(0.35, 9);
  expect(pushed(0.25).hold).toBe(0);
});
