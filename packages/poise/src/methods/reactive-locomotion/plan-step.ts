/**
 * One step ahead: from the state at touch-down, where the foot goes, how long support takes and how much angular momentum it makes.
 * Angular momentum comes first and is kept; the foot takes care of speed. [Komura04] §4. Deviates: where friction or reach do not
 * let it have both, it works less on the posture: speed that is not caught is a fall, a lean is not.
 */

import { type Law, timeTo } from '../../gait/pendulum-law.ts';
import type { PlaneBody } from './double-support.ts';
import type { NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import type { PlaneState } from './plan.ts';
import { planBackward, planSagittal, type Sagittal } from './plan-sagittal.ts';
import { planTimed } from './plan-timed.ts';
import {
  captureAside,
  captureError,
  captureOf,
  type Effort,
  type FootFreedom,
  isHeld,
  type PlannedStep,
  type StepTask,
} from './planned-step.ts';
import type { TouchDown } from './running-plan.ts';

/** Shares of β, and of the change of momentum, that are tried one after the other. */
export const SOFTER: readonly (readonly [beta: number, give: number])[] = [
  [1, 1],
  [0.5, 1],
  [0, 1],
  [0, 0.5],
  [0, 0],
];
const WORTH = 0.8; // of the capture point's error: a softer step must come below this …
const FAR = 0.4; // [m] … or, where that is as much as this, so much nearer:
const NEARER = 0.05; // [m], where most of it is to the side:
const ASIDE = 0.7; // of it

/** True where a softer step, which leaves the capture point `error` [m] astray in place of `least`, is worth it. */
export function isWorth(step: NominalStep, planned: PlannedStep, error: number, least: number): boolean {
  if (error < WORTH * least) return true;
  if (step.measures.gait === 'run' || !(least > FAR && error < least - NEARER)) return false;
  return Math.abs(captureOf(step, planned, 'left')) > ASIDE * error;
}

/** Plans a walking or running step. Undefined: no way ends anywhere. */
export function planStep(
  step: NominalStep,
  state: TouchDown,
  options: PlannerOptions,
  freedom: FootFreedom,
): PlannedStep | undefined {
  const body = bodyOf(step, options);
  let best: PlannedStep | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [beta, give] of SOFTER) {
    const effort: Effort = { beta: beta * options.beta, give };
    const planned = planWith({ body, step, options, effort, freedom }, state);
    const error = captureError(step, planned);
    const held = isHeld(step, error);
    if (held || isWorth(step, planned, error, least)) {
      best = planned;
      least = error;
    }
    if (held || !(planned.forward.saturated || planned.left.saturated) || options.recovery === 'paper') break;
  }
  return best === undefined || least < ASTRAY
    ? best
    : hurried({ body, step, options, effort: best.effort, freedom }, state, best);
}

export const ASTRAY = 0.1; // [m] of the capture point that a walker leaves: from there on weight goes over in a hurry
const LOST = 0.15; // [m] of it sideways, however soon the next foot lands
export const HURRY = 0.6; // of the clip's way from touch-down to toe-off
export const SHORTEST = 0.5; // of the clip's double support: legs that change over any faster would jerk

/** The same step of a walker with weight on the new foot sooner, where that catches more: people who are pushed aside do not wait for
 *  their gait's own toe-off. */
function hurried(task: StepTask, state: TouchDown, planned: PlannedStep): PlannedStep {
  const { step, options } = task;
  if (step.measures.gait === 'run' || !(state.forward.v > SLOW)) return planned;
  const ahead = planSagittal(task, state.forward, HURRY);
  if (ahead === undefined || ahead.support < SHORTEST * step.support) return planned;
  const sooner = planWalking(task, state, ahead);
  return isCaughtSooner(step, sooner, planned, options) ? sooner : planned;
}

/** True where a step in a hurry leaves the capture point nearer, at its end or, sideways, when the next foot can land at last. */
export function isCaughtSooner(
  step: NominalStep,
  sooner: PlannedStep,
  planned: PlannedStep,
  options: PlannerOptions,
): boolean {
  if (captureError(step, sooner) < WORTH * captureError(step, planned)) return true;
  const aside = Math.abs(captureAside(step, planned, options));
  return aside > LOST && Math.abs(captureAside(step, sooner, options)) < Math.max(WORTH * aside, aside - NEARER);
}

/** The same with all the effort that is asked for, whatever comes of it: to compare landings. `ahead`: of a walk, the
 *  plane of motion where it is known. */
export function planBoldly(
  step: NominalStep,
  state: TouchDown,
  options: PlannerOptions,
  ahead: Sagittal | undefined,
): PlannedStep {
  const task = boldly(step, options);
  return ahead === undefined ? planWith(task, state) : planWalking(task, state, ahead);
}

/** The plane of motion of the same; undefined for a run. */
export const planAhead = (step: NominalStep, state: PlaneState, options: PlannerOptions): Sagittal | undefined =>
  step.measures.gait === 'run' ? undefined : planForward(boldly(step, options), state);

const boldly = (step: NominalStep, options: PlannerOptions): StepTask => ({
  body: bodyOf(step, options),
  step,
  options,
  effort: { beta: options.beta, give: 1 },
  freedom: ANYWHERE,
});

const ANYWHERE: FootFreedom = { crossing: true };

/** The step's body on the planner's floor. */
export const bodyOf = ({ body }: NominalStep, { friction }: PlannerOptions): PlaneBody =>
  body.friction === friction ? body : { ...body, friction };

const planWith = (task: StepTask, state: TouchDown): PlannedStep =>
  task.step.measures.gait === 'run'
    ? planRunning(task, state)
    : planWalking(task, state, planForward(task, state.forward));

const SLOW = 0.05; // [m/s]

/** The plane of motion: over the foot, back where there is no way over it, or in the clip's own time, with what moment that takes. */
function planForward(task: StepTask, state: PlaneState): Sagittal {
  const ahead = (state.v > SLOW ? planSagittal(task, state) : undefined) ?? planBackward(task, state);
  if (ahead !== undefined) return ahead;
  const { support } = task.step;
  const { plane } = planTimed(task, 'forward', state, support);
  return { plane: { ...plane, saturated: true }, support, p: Number.NaN };
}

function planWalking(task: StepTask, { left }: TouchDown, ahead: Sagittal): PlannedStep {
  const { step, effort } = task;
  const after = timeTo(ahead.plane.afterLaw as Extract<Law, { kind: 'pendulum' }>, step.forward.xEnd);
  const side = planTimed(task, 'left', left, ahead.support);
  return {
    support: ahead.support,
    after: after === undefined ? step.after : Math.min(2 * step.after, after.time),
    forward: ahead.plane,
    left: side.plane,
    p: ahead.p,
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
