/** What a planned step is, what it is planned from, and how much angular momentum it should make. */
import { pendulumTime } from '../../gait/pendulum.ts';
import { type Law, writeLaw } from '../../gait/pendulum-law.ts';
import type { PlaneBody } from './double-support.ts';
import type { NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import type { PlaneState, ZmpCourse } from './plan.ts';

export type Axis = 'forward' | 'left';

/** One plane of a planned step. */
export interface PlannedPlane {
  readonly foot: number; // [m] from the old foot
  readonly supportLaw: Law; // from the old foot
  readonly zmp: ZmpCourse; // during support
  readonly afterLaw: Law; // from the new foot
  readonly momentum: number; // h at C, and until the next touch-down
  readonly saturated: boolean;
}

export interface PlannedStep {
  readonly support: number; // [s]
  readonly after: number; // [s]
  readonly forward: PlannedPlane;
  readonly left: PlannedPlane;
  readonly p: number;
  readonly missing: number; // [m] sideways, the foot lands this far from where it should, kept back by its limits
  readonly crossed: boolean;
  readonly effort: Effort; // that it was planned with
}

/** How hard a step works on the posture: β, and the share of the wanted change of angular momentum that it makes. */
export interface Effort {
  readonly beta: number;
  readonly give: number; // 0 … 1
}

/** A step to be planned. */
export interface StepTask {
  readonly body: PlaneBody; // with the planner's friction
  readonly step: NominalStep;
  readonly options: PlannerOptions;
  readonly effort: Effort;
  readonly freedom: FootFreedom;
}

/** Where the foot may land. */
export interface FootFreedom {
  readonly crossing: boolean; // across the standing foot too
  readonly foot?: readonly [forward: number, left: number] | undefined; // there and nowhere else
  /** How far aside of its line the body steps from [m]: where that is to the side of the foot that lands, it lands further out, so
   *  that the next one comes back. */
  readonly aside?: number;
}

/** [m] that a foot may land short of where it should. */
export const BEYOND = 0.02;

/** Tipping momentum wanted at toe-off so that the posture comes back. `support`: time until then, `after`: time it then lasts.
 *  step: each step leaves 1 − β of the error. Deviates from [Komura04] eq. 12, which is stable only for β < 2 T_support/T_after. */
export function momentumWanted(
  state: PlaneState,
  support: number,
  after: number,
  { options, effort }: Pick<StepTask, 'options' | 'effort'>,
): number {
  const { beta, give } = effort;
  const wanted =
    options.recovery === 'paper'
      ? (beta * state.lean) / support
      : (beta * (state.lean - (state.extra * support) / 2)) / (support + after);
  return give === 1 ? wanted : state.h + give * (wanted - state.h);
}

/** [s] that a walker's foot swings at least. */
export const leastSwing = ({ after }: NominalStep, { leastSingle, earliest }: PlannerOptions): number =>
  Math.max(leastSingle, earliest * after);

/** How far the capture point is from the clip's at the end of a planned step [m], along one axis. `after`: when the next foot lands
 *  [s] after support. */
export function captureOf(step: NominalStep, planned: PlannedStep, axis: Axis, after = planned.after): number {
  const { xEnd, vEnd } = step[axis];
  writeLaw(end, planned[axis].afterLaw, after);
  return end[0] - xEnd + (end[1] - vEnd) * pendulumTime(step.body.height, step.body.gravity);
}

/** The same sideways where the next foot lands as soon as it can [m]. */
export function captureAside(step: NominalStep, planned: PlannedStep, options: PlannerOptions): number {
  const { after } = planned;
  const soonest = step.measures.gait === 'run' ? after : Math.min(after, leastSwing(step, options));
  return captureOf(step, planned, 'left', soonest);
}

const end = new Float64Array(2);

/** The same along both [m]. What a runner has left of angular momentum counts as the speed that stopping it will bring. */
export const captureError = (step: NominalStep, planned: PlannedStep): number =>
  Math.hypot(
    captureOf(step, planned, 'forward') + tippingOf(step, planned, 'forward'),
    captureOf(step, planned, 'left') + tippingOf(step, planned, 'left'),
  );

const tippingOf = ({ measures, body }: NominalStep, planned: PlannedStep, axis: Axis): number =>
  measures.gait === 'run' ? planned[axis].momentum / (body.mass * Math.sqrt(body.height * body.gravity)) : 0;

const HELD = 0.25; // [m] of the capture point: as far as that a runner's next foot catches him

/** True for a runner's step that need not work less on the posture. */
export const isHeld = ({ measures }: NominalStep, error: number): boolean => measures.gait === 'run' && error < HELD;
