/**
 * One step ahead: from the state at touch-down, where the foot goes, how long support takes and how much angular momentum it makes.
 * Angular momentum comes first and is kept; the foot takes care of speed. [Komura04] §4. Deviates: where friction or reach do not
 * let it have both, it works less on the posture: speed that is not caught is a fall, a lean is not.
 */
import type { NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import { type Law, timeTo } from './pendulum.ts';
import { planBackward, planSagittal } from './plan-sagittal.ts';
import { planTimed } from './plan-timed.ts';
import { captureError, type Effort, type FootFreedom, type PlannedStep, type StepTask } from './planned-step.ts';
import type { TouchDown } from './running-plan.ts';

/** Shares of β, and of the change of momentum, that are tried one after the other. */
export const SOFTER: readonly (readonly [beta: number, give: number])[] = [
  [1, 1],
  [0.5, 1],
  [0, 1],
  [0, 0.5],
  [0, 0],
];
export const WORTH = 0.8; // of the capture point's error: a softer step must come below this

/** Plans a walking or running step. Undefined: the centre of mass cannot get over the foot. */
export function planStep(
  step: NominalStep,
  state: TouchDown,
  options: PlannerOptions,
  freedom: FootFreedom,
): PlannedStep | undefined {
  const body = { ...step.body, friction: options.friction };
  let best: PlannedStep | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [beta, give] of SOFTER) {
    const effort: Effort = { beta: beta * options.beta, give };
    const planned = planWith({ body, step, options, effort, freedom }, state);
    if (planned === undefined) continue;
    const error = captureError(step, planned);
    if (error < WORTH * least) {
      best = planned;
      least = error;
    }
    if (!(planned.forward.saturated || planned.left.saturated) || options.recovery === 'paper') break;
  }
  return best;
}

/** The same with all the effort that is asked for, whatever comes of it: to compare landings. */
export function planBoldly(
  step: NominalStep,
  state: TouchDown,
  options: PlannerOptions,
  freedom: FootFreedom,
): PlannedStep | undefined {
  const body = { ...step.body, friction: options.friction };
  return planWith({ body, step, options, effort: { beta: options.beta, give: 1 }, freedom }, state);
}

const planWith = (task: StepTask, state: TouchDown): PlannedStep | undefined =>
  task.step.measures.gait === 'run' ? planRunning(task, state) : planWalking(task, state);

function planWalking(task: StepTask, { forward, left }: TouchDown): PlannedStep | undefined {
  const { step, effort } = task;
  // where no ZMP that goes with the body gets it over the foot: in the clip's own time, with what moment that takes
  const inTime = () => {
    const { plane } = planTimed(task, 'forward', forward, step.support);
    return { plane: { ...plane, saturated: true }, support: step.support, p: Number.NaN };
  };
  const ahead = forward.v > 0.05 ? planSagittal(task, forward) : undefined;
  const planned = ahead ?? planBackward(task, forward) ?? inTime();
  const after = timeTo(planned.plane.afterLaw as Extract<Law, { kind: 'pendulum' }>, step.forward.xEnd);
  const side = planTimed(task, 'left', left, planned.support);
  return {
    support: planned.support,
    after: after === undefined ? step.after : Math.min(2 * step.after, after.time),
    forward: planned.plane,
    left: side.plane,
    p: planned.p,
    missing: side.missing,
    crossed: side.crossed,
    effort,
  };
}

function planRunning(task: StepTask, { forward, left }: TouchDown): PlannedStep {
  const { step, effort } = task;
  const ahead = planTimed(task, 'forward', forward, step.support);
  const side = planTimed(task, 'left', left, step.support);
  return {
    support: step.support,
    after: step.after,
    forward: ahead.plane,
    left: side.plane,
    p: Number.NaN,
    missing: side.missing,
    crossed: side.crossed,
    effort,
  };
}
