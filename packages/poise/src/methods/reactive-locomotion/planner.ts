/**
 * The running plan: phases follow each other, a hit changes the one it falls into, each touch-down plans the next step.
 * Plain data in, plain data out; without a hit the plan is the clip's own model, exactly.
 */

import { chooseLanding } from './choose-landing.ts';
import type { NominalPlane, NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import { type Law, lawPosition, lawVelocity } from './pendulum.ts';
import { momentumAt, type PlanePhase, type PlaneState, type PlanPhase, type StepRecord, stateAt } from './plan.ts';
import { BEYOND, type PlannedStep, planStep } from './plan-step.ts';
import { carried, type Gait, type Plan, type PlanStatus, stepAt, stepOf } from './running-plan.ts';

const SETTLED = { speed: 0.005, place: 0.004, momentum: 0.4, lean: 0.25 }; // below these the clip takes over again
const STUMBLES = 2; // saturated steps in a row
const FALLS = 4;
const LOST = 0.7; // [m] capture point away from the clip's: no step gets there

/** A plan that follows the clip, from a share (0 … 2, see PlanPhase) of its step `count`. */
export function startPlan(gait: Gait, options: PlannerOptions, count: number, share: number, time: number): Plan {
  const step = stepAt(gait, count);
  return {
    gait,
    options,
    count,
    phase: nominalPhase(step, count, share, time),
    planned: undefined,
    status: 'undisturbed',
    reason: '',
    saturated: 0,
    records: [],
  };
}

function nominalPhase(step: NominalStep, count: number, share: number, time: number): PlanPhase {
  const inSupport = share < 1;
  const full = inSupport ? step.support : step.after;
  const elapsed = (inSupport ? share : share - 1) * full;
  const plane = (nominal: NominalPlane): PlanePhase => ({
    law: shifted(inSupport ? nominal.supportLaw : nominal.afterLaw, elapsed),
    ...nominalForce(step, nominal, elapsed, inSupport),
    lean0: 0,
  });
  return {
    kind: kindOf(step, inSupport),
    step: count,
    start: time,
    duration: full - elapsed,
    from: share,
    to: inSupport ? 1 : 2,
    forward: plane(step.forward),
    left: plane(step.left),
  };
}

/** Where the undisturbed ground pushes from `elapsed` on, and the momentum it has made until then. */
function nominalForce(step: NominalStep, nominal: NominalPlane, elapsed: number, inSupport: boolean) {
  if (!inSupport || nominal.zmp.kind !== 'in-time') return { zmp: { kind: 'through-com' }, h0: 0 } as const;
  const whole = { law: nominal.supportLaw, zmp: nominal.zmp, h0: 0, lean0: 0 };
  const { z0, z1 } = nominal.zmp;
  return {
    zmp: { kind: 'in-time', z0: z0 + ((z1 - z0) * elapsed) / step.support, z1 },
    h0: momentumAt(step.body, whole, step.support, elapsed),
  } as const;
}

const kindOf = (step: NominalStep, inSupport: boolean): PlanPhase['kind'] =>
  step.measures.gait === 'run' ? (inSupport ? 'stance' : 'flight') : inSupport ? 'double' : 'single';

/** The same law, its clock started later. */
function shifted(law: Law, by: number): Law {
  if (by === 0) return law;
  const state = { x0: lawPosition(law, by), v0: lawVelocity(law, by) };
  if (law.kind === 'pendulum') return { ...law, ...state };
  const a0 = law.a0 + ((law.a1 - law.a0) * by) / law.duration;
  return { ...law, ...state, a0, duration: law.duration - by };
}

/** Posture error of the real body, along forward and left of the step that begins. */
export type LeanGauge = (count: number) => readonly [forward: number, left: number];

/** Goes on to `time`: through as many phases as end before it. With a gauge, steps begin with the posture error that the body
 *  has; without, with the one that the model expects. */
export function advancePlan(plan: Plan, time: number, gauge?: LeanGauge): Plan {
  let now = plan;
  while (now.status !== 'fall' && time >= now.phase.start + now.phase.duration) now = nextPhase(now, gauge);
  return now;
}

function nextPhase(plan: Plan, gauge: LeanGauge | undefined): Plan {
  const { phase, gait, planned } = plan;
  const step = stepOf(plan);
  const end = phase.start + phase.duration;
  const disturbed = plan.status !== 'undisturbed' && plan.status !== 'recovered';
  if (phase.kind === 'double' || phase.kind === 'stance') {
    if (!disturbed || planned === undefined) return { ...plan, phase: nominalPhase(step, phase.step, 1, end) };
    const after = { ...plan, phase: afterPhase(plan, planned, end) };
    return after.phase.kind === 'single' ? { ...after, phase: chooseLanding(after, planned.after) } : after;
  }
  const count = plan.count + 1;
  const next = stepAt(gait, count);
  if (!disturbed) return { ...plan, count, planned: undefined, phase: nominalPhase(next, count, 0, end) };
  const expected = carried(plan);
  const measured = gauge?.(count);
  const forward = measured ? { ...expected.forward, lean: measured[0] } : expected.forward;
  const left = measured ? { ...expected.left, lean: measured[1] } : expected.left;
  if (isSettled(next, forward, left)) {
    return {
      ...plan,
      count,
      planned: undefined,
      status: 'recovered',
      saturated: 0,
      phase: nominalPhase(next, count, 0, end),
    };
  }
  return beginStep({ ...plan, count }, next, forward, left, end, phase.to < 2 - 1e-9);
}

function afterPhase(plan: Plan, planned: PlannedStep, start: number): PlanPhase {
  const { phase } = plan;
  const step = stepOf(plan);
  const plane = (axis: 'forward' | 'left'): PlanePhase => {
    const { h, lean } = stateAt(step, phase, axis, phase.duration);
    return { law: planned[axis].afterLaw, zmp: { kind: 'through-com' }, h0: h, lean0: lean };
  };
  return {
    kind: kindOf(step, false),
    step: plan.count,
    start,
    duration: planned.after,
    from: 1,
    to: 2,
    forward: plane('forward'),
    left: plane('left'),
  };
}

function isSettled(step: NominalStep, forward: PlaneState, left: PlaneState): boolean {
  const near = (state: PlaneState, nominal: NominalPlane): boolean =>
    Math.abs(state.x - nominal.xB) < SETTLED.place &&
    Math.abs(state.v - nominal.vB) < SETTLED.speed &&
    Math.abs(state.h) < SETTLED.momentum &&
    Math.abs(state.lean) < SETTLED.lean;
  return near(forward, step.forward) && near(left, step.left);
}

/** Touch-down: plans the step that begins and enters its support. */
function beginStep(
  plan: Plan,
  step: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  start: number,
  early: boolean,
): Plan {
  const { options } = plan;
  let planned = planStep(step, forward, left, options, { crossing: false });
  if (planned && planned.missing > BEYOND) planned = planStep(step, forward, left, options, { crossing: true });
  if (planned === undefined) {
    return { ...plan, status: 'fall', reason: 'the centre of mass does not get over the foot' };
  }
  const capture = captureOf(step, planned);
  if (!(Math.abs(capture) < LOST)) {
    return { ...plan, planned, status: 'fall', reason: 'no foot reaches where the body falls' };
  }
  const record = recordOf(step, planned, forward, left, early);
  const saturated = record.saturated ? plan.saturated + 1 : 0;
  const status: PlanStatus = saturated >= FALLS ? 'fall' : saturated >= STUMBLES ? 'stumble' : 'recovering';
  return {
    ...plan,
    planned,
    status,
    saturated,
    reason: status === 'recovering' ? '' : `${saturated} steps in a row could not do all that was needed`,
    records: [...plan.records, record],
    phase: supportPhase(plan, planned, forward, left, start, 0),
  };
}

/** Support as planned, from the states at its start. */
export function supportPhase(
  plan: Plan,
  planned: PlannedStep,
  forward: PlaneState,
  left: PlaneState,
  start: number,
  share: number,
): PlanPhase {
  const plane = (axis: 'forward' | 'left', state: PlaneState): PlanePhase => ({
    law: planned[axis].supportLaw,
    zmp: planned[axis].zmp,
    h0: state.h,
    lean0: state.lean,
  });
  return {
    kind: kindOf(stepOf(plan), true),
    step: plan.count,
    start,
    duration: planned.support,
    from: share,
    to: 1,
    forward: plane('forward', forward),
    left: plane('left', left),
  };
}

/** How far sideways the capture point is from the clip's at the end of a planned step [m]. */
function captureOf(step: NominalStep, planned: PlannedStep): number {
  const w = Math.sqrt(step.body.gravity / step.body.height);
  const law = planned.left.afterLaw;
  const x = lawPosition(law, planned.after) - step.left.xEnd;
  return x + (lawVelocity(law, planned.after) - step.left.vEnd) / w;
}

function recordOf(
  step: NominalStep,
  planned: PlannedStep,
  forward: PlaneState,
  left: PlaneState,
  early: boolean,
): StepRecord {
  return {
    side: step.measures.side,
    foot: [planned.forward.foot, planned.left.foot],
    nominalFoot: [step.forward.foot, step.left.foot],
    support: planned.support,
    after: planned.after,
    p: planned.p,
    momentum: [planned.forward.momentum, planned.left.momentum],
    lean: [forward.lean, left.lean],
    saturated: planned.forward.saturated || planned.left.saturated,
    early,
    crossed: planned.crossed,
  };
}
