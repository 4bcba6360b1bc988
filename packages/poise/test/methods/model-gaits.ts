/** A walk and a run as the pendulum model sees them, made up: 70 kg, steps of 0.70 m and 1.14 m. */
import { fitStep, type StepMeasures } from '../../src/methods/reactive-locomotion/gait-step.ts';
import type { Gait } from '../../src/methods/reactive-locomotion/running-plan.ts';

const BODY = { mass: 70, friction: 0.8 };

export function modelWalk(): Gait {
  const steps = (['left', 'right'] as const).map((side) => {
    const sign = side === 'left' ? 1 : -1;
    const measures: StepMeasures = {
      side,
      gait: 'walk',
      height: 0.95,
      support: 0.14,
      after: 0.4,
      forward: { xB: 0.31, vB: 1.42, xC: 0.5, foot: 0.7, zB: 0.1, zC: -0.03, travel: 0.26 },
      left: { xB: sign * 0.05, vB: sign * 0.16, xC: 0, foot: sign * 0.12, zB: 0, zC: 0, travel: 0 },
    };
    return fitStep(measures, BODY, { forward: [0.31, 1.42], left: [-sign * 0.05, -sign * 0.16] })!;
  });
  return { steps, turns: [0, 0], loops: true };
}

export function modelRun(): Gait {
  const steps = (['left', 'right'] as const).map((side) => {
    const sign = side === 'left' ? 1 : -1;
    const measures: StepMeasures = {
      side,
      gait: 'run',
      height: 0.95,
      support: 0.24,
      after: 0.117,
      forward: { xB: 0.76, vB: 3.2, xC: 0, foot: 1.14, zB: -0.06, zC: 0.06, travel: 0 },
      left: { xB: sign * 0.03, vB: sign * 0.05, xC: 0, foot: sign * 0.06, zB: 0, zC: 0, travel: 0 },
    };
    return fitStep(measures, BODY, { forward: [0.76, 3.2], left: [-sign * 0.03, -sign * 0.05] })!;
  });
  return { steps, turns: [0, 0], loops: true };
}
