/** What a hit does to a plan, in each kind of phase. */

import { chooseLanding, restarted } from './choose-landing.ts';
import { type PlaneBody, solveSagittal, solveTimed } from './double-support.ts';
import { flightLaw, type NominalStep, singleLaw } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import { timeTo } from './pendulum.ts';
import { type PlaneState, paceAfter, shareAfter, stateAt } from './plan.ts';
import { momentumWanted, type PlannedPlane, type PlannedStep } from './planned-step.ts';
import { advancePlan, isFree, modelPhase, supportPhase } from './planner.ts';
import { type Hit, type Plan, stepOf } from './running-plan.ts';

const TOO_LATE = 0.01; // [s] before toe-off: then the hit belongs to what follows

/** A hit at `time`. The plan is advanced to it first. `more`: the rest of the same hit is about to come; a landing is chosen when
 *  it is over. */
export function hitPlan(before: Plan, time: number, hit: Hit, more = false): Plan {
  let plan = advancePlan(before, time);
  if (plan.status === 'fall') return plan;
  const inSupport = plan.phase.kind === 'double' || plan.phase.kind === 'stance';
  const end = plan.phase.start + plan.phase.duration;
  if (inSupport && end - time < TOO_LATE) plan = advancePlan(plan, end);
  const step = stepOf(plan);
  // undisturbed phases last as long as the clip's, which the model's differ from a little
  const played = Math.max(0, time - plan.phase.start);
  const phase = isFree(plan)
    ? modelPhase(step, plan.count, shareAfter(step, plan.phase, played), Math.max(time, plan.phase.start))
    : plan.phase;
  const elapsed = Math.min(phase.duration, Math.max(0, time - phase.start));
  const share = shareAfter(step, phase, elapsed);
  const pace = isFree(plan) ? 1 : paceAfter(step, phase, elapsed);
  const pushed = (axis: 'forward' | 'left', k: 0 | 1): PlaneState => {
    const state = stateAt(step, phase, axis, elapsed);
    const momentum = hit.momentum[k];
    return { ...state, v: state.v + hit.velocity[k], h: state.h + momentum, extra: state.extra + momentum };
  };
  const forward = pushed('forward', 0);
  const left = pushed('left', 1);
  const status = plan.status === 'stumble' ? 'stumble' : 'recovering';
  const records = isFree(plan) ? [] : plan.records;
  const disturbed: Plan = { ...plan, status, records, landing: undefined };
  const start = Math.max(time, phase.start);
  if (phase.kind === 'flight') {
    return { ...disturbed, phase: restarted(phase, start, phase.duration - elapsed, share, pace, forward, left) };
  }
  if (phase.kind === 'single') {
    const pushedPhase = restarted(phase, start, phase.duration - elapsed, share, pace, forward, left);
    if (more) return { ...disturbed, landing: plan.landing, phase: pushedPhase };
    return { ...disturbed, phase: chooseLanding({ ...disturbed, phase: pushedPhase }, undefined) };
  }
  const planned = finishSupport(disturbed, share, phase.duration - elapsed, forward, left);
  return { ...disturbed, planned, phase: supportPhase(disturbed, planned, forward, left, start, share, pace) };
}

/** Feet are down where they are: what is left of the support makes what angular momentum it can, the next step does the rest. */
function finishSupport(
  plan: Plan,
  share: number,
  remaining: number,
  forward: PlaneState,
  left: PlaneState,
): PlannedStep {
  const step = stepOf(plan);
  const body = { ...step.body, friction: plan.options.friction };
  const feet = plan.planned
    ? { forward: plan.planned.forward.foot, left: plan.planned.left.foot }
    : { forward: step.forward.foot, left: step.left.foot };
  const placed = (axis: 'forward' | 'left'): Placed => {
    const foot = feet[axis];
    const zB = step.measures.gait === 'run' ? foot + step[axis].zB : step[axis].zB;
    const zC = foot + step[axis].zC;
    // sideways the ZMP goes evenly in time; forward it goes with the centre of mass
    const { xB, xC } = step[axis];
    const way = axis === 'forward' && step.measures.gait === 'walk' ? (forward.x - xB) / (xC - xB) : share;
    return { axis, foot, zNow: zB + (zC - zB) * Math.min(1, Math.max(0, way)), zC };
  };
  const walking = step.measures.gait === 'walk' && forward.v > 0;
  const ahead = walking ? finishSagittal(body, step, forward, placed('forward'), plan.options) : undefined;
  const support = ahead?.support ?? remaining;
  const forwardPlane = ahead?.plane ?? finishTimed(body, step, forward, placed('forward'), support, plan.options);
  const after =
    forwardPlane.afterLaw.kind === 'pendulum' && step.measures.gait === 'walk'
      ? timeTo(forwardPlane.afterLaw, step.forward.xEnd)?.time
      : undefined;
  return {
    support,
    after: Math.min(2 * step.after, after ?? step.after),
    forward: forwardPlane,
    left: finishTimed(body, step, left, placed('left'), support, plan.options),
    p: ahead?.p ?? Number.NaN,
    missing: 0,
    crossed: plan.planned?.crossed ?? false,
  };
}

interface Placed {
  readonly axis: 'forward' | 'left';
  readonly foot: number;
  readonly zNow: number;
  readonly zC: number;
}

function finishSagittal(
  body: PlaneBody,
  step: NominalStep,
  state: PlaneState,
  { foot, zNow, zC }: Placed,
  options: PlannerOptions,
): { support: number; p: number; plane: PlannedPlane } | undefined {
  const { xC } = step.forward;
  if (xC - state.x < 0.02) return undefined;
  const target = momentumWanted(state, (xC - state.x) / state.v, step.after, options);
  const way = solveSagittal(body, { xB: state.x, vB: state.v, hB: state.h, xC, zB: zNow, zC, target });
  if (way === undefined || way.duration > 2 * step.support) return undefined;
  const c = (zC - zNow) / (xC - state.x);
  return {
    support: way.duration,
    p: way.p,
    plane: {
      foot,
      supportLaw: { kind: 'pendulum', x0: state.x, v0: state.v, p: way.p, q: way.pull - way.p * xC },
      zmp: { kind: 'with-x', c, d: zNow - c * state.x },
      afterLaw: singleLaw(body, xC - foot, way.velocity, xC - foot, step.forward.zC, step.forward.travel),
      momentum: way.momentum,
      saturated: way.status === 'saturated',
    },
  };
}

function finishTimed(
  body: PlaneBody,
  step: NominalStep,
  state: PlaneState,
  { axis, foot, zNow, zC }: Placed,
  duration: number,
  options: PlannerOptions,
): PlannedPlane {
  const target = momentumWanted(state, duration, step.after, options);
  const ask = { xB: state.x, vB: state.v, hB: state.h, zB: zNow, zC, target, duration };
  const way = solveTimed(body, ask);
  const xC = way.position - foot;
  return {
    foot,
    supportLaw: { kind: 'linear', x0: state.x, v0: state.v, a0: way.aB, a1: way.aC, duration },
    zmp: { kind: 'in-time', z0: zNow, z1: zC },
    afterLaw:
      step.measures.gait === 'run'
        ? flightLaw(xC, way.velocity)
        : singleLaw(body, xC, way.velocity, xC, step[axis].zC, step[axis].travel),
    momentum: way.momentum,
    saturated: way.status === 'saturated',
  };
}
