/**
 * The running plan: phases follow each other, a hit changes the one it falls into, each touch-down plans the next step.
 * Plain data in, plain data out; without a hit the plan is the clip's own model, exactly.
 */

import { type Law, lawPosition, lawVelocity, linearLaw, pendulumLaw } from '../../gait/pendulum-law.ts';
import { chooseLanding } from './choose-landing.ts';
import type { NominalPlane, NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import {
  momentumAt,
  type PlanePhase,
  type PlaneState,
  type PlanPhase,
  paceAfter,
  type StepRecord,
  stateAt,
} from './plan.ts';
import { planStep } from './plan-step.ts';
import { isAside } from './plan-timed.ts';
import { BEYOND, captureAside, captureOf, type PlannedStep } from './planned-step.ts';
import { carried, type Gait, offsetOfNext, type Plan, stepAt, stepOf, type TouchDown } from './running-plan.ts';
import { asideOf, isSettled, statusAfter } from './settled.ts';

const EARLY = 0.9; // of its usual time: a foot that swings less than this lands early
const CAUGHT = 0.06; // [m] of the capture point
const HELD = 0.15; // [m] of the capture point: as far as that, a foot under it holds the body
const BETTER = 0.9; // of the last step's error: a saturated step that brings it below this was worth it

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
    steps: 0,
    lost: 0,
    astray: 0,
    offset: [0, 0],
    records: [],
  };
}

/** The clip's own motion: nothing to recover from. */
export const isFree = ({ status }: Plan): boolean => status === 'undisturbed' || status === 'recovered';

/** A phase of the clip, as long as the clip has it. */
function nominalPhase(step: NominalStep, count: number, share: number, time: number): PlanPhase {
  const { support, after } = step.measures;
  return modelPhase(step, count, share, time, share < 1 ? (1 - share) * support : (2 - share) * after);
}

/** A phase of the undisturbed model, from a share of the step on. `lasting`: as long as that [s] instead of its own time. */
export function modelPhase(step: NominalStep, count: number, share: number, time: number, lasting?: number): PlanPhase {
  const inSupport = share < 1;
  const full = inSupport ? step.support : step.after;
  const elapsed = (inSupport ? share : share - 1) * full;
  const plane = (nominal: NominalPlane): PlanePhase => {
    const law = shifted(inSupport ? nominal.supportLaw : nominal.afterLaw, elapsed);
    const { zmp, h0 } = nominalForce(step, nominal, elapsed, inSupport);
    return { law, zmp, h0, lean0: 0, foot: 0, hEnd: Number.NaN };
  };
  return {
    kind: kindOf(step, inSupport),
    step: count,
    start: time,
    duration: lasting ?? full - elapsed,
    from: share,
    to: inSupport ? 1 : 2,
    pace: undefined,
    forward: plane(step.forward),
    left: plane(step.left),
  };
}

/** Where the undisturbed ground pushes from `elapsed` on, and the momentum it has made until then. */
function nominalForce(step: NominalStep, nominal: NominalPlane, elapsed: number, inSupport: boolean) {
  if (!inSupport || nominal.zmp.kind !== 'in-time') return { zmp: { kind: 'through-com' }, h0: 0 } as const;
  const whole = { law: nominal.supportLaw, zmp: nominal.zmp, h0: 0, lean0: 0, foot: 0, hEnd: Number.NaN };
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
  const x0 = lawPosition(law, by);
  const v0 = lawVelocity(law, by);
  if (law.kind === 'pendulum') return pendulumLaw(x0, v0, law.p, law.q);
  const a0 = law.a0 + ((law.a1 - law.a0) * by) / law.duration;
  return linearLaw(x0, v0, a0, law.a1, law.duration - by);
}

/** What the real body does, along forward and left of a step. */
export interface Gauge {
  readonly lean: readonly [forward: number, left: number]; // I [kg·m²·rad]
  readonly momentum: readonly [forward: number, left: number]; // h [kg·m²/s] beyond the clip's
}

/** Goes on to `time`: through as many phases as end before it. With a gauge, phases begin with the posture error and momentum
 *  that the body has; without, with those that the model expects. */
export function advancePlan(plan: Plan, time: number, gauge?: (count: number) => Gauge): Plan {
  let now = plan;
  while (now.status !== 'fall' && time >= now.phase.start + now.phase.duration) now = nextPhase(now, gauge);
  return now;
}

const measured = (state: PlaneState, gauge: Gauge | undefined, k: 0 | 1): PlaneState =>
  gauge === undefined
    ? state
    : { ...state, lean: gauge.lean[k], h: state.h - state.extra + gauge.momentum[k], extra: gauge.momentum[k] };

function nextPhase(plan: Plan, gauge: ((count: number) => Gauge) | undefined): Plan {
  const { phase, gait, planned } = plan;
  const step = stepOf(plan);
  const end = phase.start + phase.duration;
  const disturbed = !isFree(plan);
  if (phase.kind === 'double' || phase.kind === 'stance') {
    if (!disturbed || planned === undefined) return { ...plan, phase: nominalPhase(step, phase.step, 1, end) };
    const after = { ...plan, phase: afterPhase(plan, planned, end, gauge?.(plan.count)) };
    return after.phase.kind === 'single' ? { ...after, phase: chooseLanding(after, planned.after) } : after;
  }
  const count = plan.count + 1;
  const next = stepAt(gait, count);
  const offset = offsetOfNext(plan);
  if (!disturbed) return { ...plan, count, offset, planned: undefined, phase: nominalPhase(next, count, 0, end) };
  const expected = carried(plan);
  const now = gauge?.(count);
  const forward = measured(expected.forward, now, 0);
  const left = measured(expected.left, now, 1);
  if (isSettled(next, forward, left, gait.spread, plan.steps) && !isAside(asideOf(plan, offset))) {
    return {
      ...plan,
      count,
      offset,
      planned: undefined,
      landing: undefined,
      status: 'recovered',
      reason: '',
      saturated: 0,
      lost: 0,
      astray: 0,
      phase: nominalPhase(next, count, 0, end),
    };
  }
  const usual = (2 - phase.from) * step.measures.after;
  const pace = paceAfter(step, phase, phase.duration);
  return beginStep({ ...plan, count, offset }, { forward, left }, end, pace, phase.duration < EARLY * usual);
}

function afterPhase(plan: Plan, planned: PlannedStep, start: number, gauge: Gauge | undefined): PlanPhase {
  const { phase } = plan;
  const step = stepOf(plan);
  const plane = (axis: 'forward' | 'left'): PlanePhase => {
    const end = stateAt(step, phase, axis, phase.duration);
    const { h, lean } = measured(end, gauge, axis === 'forward' ? 0 : 1);
    const zmp = { kind: 'through-com' } as const;
    return { law: planned[axis].afterLaw, zmp, h0: h, lean0: lean, foot: 0, hEnd: Number.NaN };
  };
  return {
    kind: kindOf(step, false),
    step: plan.count,
    start,
    duration: planned.after,
    from: 1,
    to: 2,
    pace: paceAfter(step, phase, phase.duration),
    forward: plane('forward'),
    left: plane('left'),
  };
}

/** Touch-down: plans the step that begins and enters its support. */
function beginStep(plan: Plan, state: TouchDown, start: number, pace: number, early: boolean): Plan {
  const { options } = plan;
  const step = stepOf(plan);
  const planned = planFreely(step, state, options, plan.landing, asideOf(plan, plan.offset));
  if (planned === undefined) {
    return { ...plan, status: 'fall', reason: 'the centre of mass does not get over the foot' };
  }
  const ahead = captureOf(step, planned, 'forward');
  const aside = captureOf(step, planned, 'left');
  const soonest = Math.abs(captureAside(step, planned, options));
  // the next foot would have to land further away than feet go, however soon it does
  if (!(soonest < options.widestStep + options.crossing && Math.abs(ahead) < options.longestStep)) {
    return { ...plan, planned, status: 'fall', reason: 'no foot reaches where the body falls' };
  }
  const record = recordOf(step, planned, state, early);
  const astray = Math.hypot(ahead, aside);
  const helped = plan.astray > 0 && astray < BETTER * plan.astray;
  // a walker's step that leaves the capture point where it should be did all that was needed, within its limits
  const short = record.saturated && (step.measures.gait === 'run' || astray > CAUGHT);
  const saturated = short ? plan.saturated + 1 : 0;
  const lost = short && !helped && astray > HELD ? plan.lost + 1 : 0;
  const steps = plan.steps + 1;
  return {
    ...plan,
    planned,
    landing: undefined,
    ...statusAfter(steps, saturated, lost),
    saturated,
    steps,
    lost,
    astray,
    records: [...plan.records, record],
    phase: supportPhase(plan, planned, state, start, 0, pace),
  };
}

/** A step with its feet kept apart; across each other where nothing else helps; back towards its line where that costs nothing.
 *  `landing`: where the foot is already. `aside`: how far the old foot is off its line, sideways [m]. */
export function planFreely(
  step: NominalStep,
  state: TouchDown,
  options: PlannerOptions,
  landing?: readonly [forward: number, left: number],
  aside = 0,
): PlannedStep | undefined {
  const back = aside === 0 ? {} : { aside };
  if (landing) return planStep(step, state, options, { crossing: true, foot: landing, ...back });
  if (back.aside !== undefined) {
    const returning = planStep(step, state, options, { crossing: false, ...back });
    if (returning && !(returning.forward.saturated || returning.left.saturated)) return returning;
  }
  const apart = planStep(step, state, options, { crossing: false });
  return apart && apart.missing > BEYOND ? planStep(step, state, options, { crossing: true }) : apart;
}

/** Support as planned, from the states at its start. */
export function supportPhase(
  plan: Plan,
  planned: PlannedStep,
  { forward, left }: TouchDown,
  start: number,
  share: number,
  pace: number,
): PlanPhase {
  const plane = (axis: 'forward' | 'left', state: PlaneState): PlanePhase => ({
    law: planned[axis].supportLaw,
    zmp: planned[axis].zmp,
    h0: state.h,
    lean0: state.lean,
    foot: planned[axis].foot - stepOf(plan)[axis].foot,
    hEnd: stepOf(plan).measures.load === undefined ? Number.NaN : planned[axis].momentum,
  });
  return {
    kind: kindOf(stepOf(plan), true),
    step: plan.count,
    start,
    duration: planned.support,
    from: share,
    to: 1,
    pace,
    forward: plane('forward', forward),
    left: plane('left', left),
  };
}

function recordOf(step: NominalStep, planned: PlannedStep, { forward, left }: TouchDown, early: boolean): StepRecord {
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
    beta: planned.effort.beta,
    give: planned.effort.give,
    strain: 0,
  };
}
