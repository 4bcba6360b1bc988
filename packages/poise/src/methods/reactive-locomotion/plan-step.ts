/**
 * One step ahead: from the state at touch-down, where the foot goes, how long support takes and how much angular momentum it makes.
 * Angular momentum comes first and is kept; the foot takes care of speed. [Komura04] §4.
 */
import type { PlaneBody } from './double-support.ts';
import type { NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import { type Law, timeTo } from './pendulum.ts';
import type { PlaneState } from './plan.ts';
import { planBackward, planSagittal } from './plan-sagittal.ts';
import { planTimed } from './plan-timed.ts';
import type { FootFreedom, PlannedStep } from './planned-step.ts';

/** Plans a walking or running step. Undefined: the centre of mass cannot get over the foot. */
export function planStep(
  step: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  options: PlannerOptions,
  freedom: FootFreedom,
): PlannedStep | undefined {
  const body = { ...step.body, friction: options.friction };
  return step.measures.gait === 'run'
    ? planRunning(body, step, forward, left, options, freedom)
    : planWalking(body, step, forward, left, options, freedom);
}

function planWalking(
  body: PlaneBody,
  step: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  options: PlannerOptions,
  freedom: FootFreedom,
): PlannedStep | undefined {
  // where no ZMP that goes with the body gets it over the foot: in the clip's own time, with what moment that takes
  const inTime = () => {
    const { plane } = planTimed(body, step, 'forward', forward, step.support, options, freedom);
    return { plane: { ...plane, saturated: true }, support: step.support, p: Number.NaN };
  };
  const ahead = forward.v > 0.05 ? planSagittal(body, step, forward, options, freedom) : undefined;
  const planned = ahead ?? planBackward(body, step, forward, options, freedom) ?? inTime();
  const after = timeTo(planned.plane.afterLaw as Extract<Law, { kind: 'pendulum' }>, step.forward.xEnd);
  const side = planTimed(body, step, 'left', left, planned.support, options, freedom);
  return {
    support: planned.support,
    after: after === undefined ? step.after : Math.min(2 * step.after, after.time),
    forward: planned.plane,
    left: side.plane,
    p: planned.p,
    missing: side.missing,
    crossed: side.crossed,
  };
}

function planRunning(
  body: PlaneBody,
  step: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  options: PlannerOptions,
  freedom: FootFreedom,
): PlannedStep | undefined {
  const ahead = planTimed(body, step, 'forward', forward, step.support, options, freedom);
  const side = planTimed(body, step, 'left', left, step.support, options, freedom);
  return {
    support: step.support,
    after: step.after,
    forward: ahead.plane,
    left: side.plane,
    p: Number.NaN,
    missing: side.missing,
    crossed: side.crossed,
  };
}
