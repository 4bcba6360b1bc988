/** What a hit does to a plan, in each kind of phase. */

import { timeTo } from '../../gait/pendulum-law.ts';
import { createAfterSupport, writeAfterSupport } from './after-support.ts';
import { chooseLanding, restarted } from './choose-landing.ts';
import { solveSagittal, solveTimed } from './double-support.ts';
import { finishStance, hasLoad } from './finish-stance.ts';
import { flightLaw, singleLaw } from './gait-step.ts';
import { type PlaneState, paceAfter, shareAfter, stateAt } from './plan.ts';
import { ASTRAY, bodyOf, HURRY, isCaughtSooner, isWorth, SHORTEST, SOFTER } from './plan-step.ts';
import {
  type Axis,
  captureError,
  type Effort,
  isHeld,
  momentumWanted,
  type PlannedPlane,
  type PlannedStep,
  type StepTask,
} from './planned-step.ts';
import { advancePlan, isFree, modelPhase, supportPhase } from './planner.ts';
import { type Hit, type Plan, stepOf, type TouchDown } from './running-plan.ts';
import { shiftWeight } from './shift-weight.ts';

const TOO_LATE = 0.01; // [s] before toe-off: then the hit belongs to what follows

/** A hit at `time`. The plan is advanced to it first. `more`: the rest of the same hit is about to come; a landing is chosen when
 *  it is over. `swing`: how the swinging foot is on its way already, see farToGo. */
export function hitPlan(before: Plan, time: number, hit: Hit, more = false, swing?: Float64Array): Plan {
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
  const pushed = (axis: Axis, k: 0 | 1): PlaneState => {
    const state = stateAt(step, phase, axis, elapsed);
    const momentum = hit.momentum[k];
    return { ...state, v: state.v + hit.velocity[k], h: state.h + momentum, extra: state.extra + momentum };
  };
  const forward = pushed('forward', 0);
  const left = pushed('left', 1);
  const status = plan.status === 'stumble' ? 'stumble' : 'recovering';
  const records = isFree(plan) ? [] : plan.records;
  const disturbed: Plan = { ...plan, status, records, steps: 0, landing: undefined };
  const start = Math.max(time, phase.start);
  if (phase.kind === 'flight') {
    return { ...disturbed, phase: restarted(phase, start, phase.duration - elapsed, share, pace, { forward, left }) };
  }
  if (phase.kind === 'single') {
    const pushedPhase = restarted(phase, start, phase.duration - elapsed, share, pace, { forward, left });
    if (more) return { ...disturbed, landing: plan.landing, phase: pushedPhase };
    return { ...disturbed, phase: chooseLanding({ ...disturbed, phase: pushedPhase }, undefined, swing) };
  }
  const planned = finishBest(disturbed, share, phase.duration - elapsed, { forward, left });
  return { ...disturbed, planned, phase: supportPhase(disturbed, planned, { forward, left }, start, share, pace) };
}

const LEAST_AT_ONCE = 0.7; // of the work that is left in one tick: a single jolt is no reason to give up
const LATER = 1.05; // of what was left of a support: it is not drawn out tick by tick, the body would fall on meanwhile
const LEAST_BETA = 0.05; // of the wanted β: below it, the change of momentum itself gives way

/** The rest of a support with less work on the posture: joints could deliver only `share` of it. Undisturbed phases and those in
 *  which no ground turns the body are left as they are. */
export function softenPlan(plan: Plan, time: number, could: number): Plan {
  const { phase, planned, options } = plan;
  const elapsed = time - phase.start;
  const remaining = phase.duration - elapsed;
  if (isFree(plan) || planned === undefined || phase.to > 1 || !(elapsed >= 0 && remaining > TOO_LATE)) return plan;
  const step = stepOf(plan);
  const share = shareAfter(step, phase, elapsed);
  if (!hasLoad(step.measures.load, share)) return plan;
  const state = { forward: stateAt(step, phase, 'forward', elapsed), left: stateAt(step, phase, 'left', elapsed) };
  const { beta, give } = planned.effort;
  const left = Math.max(LEAST_AT_ONCE, could);
  const effort = beta > LEAST_BETA * options.beta ? { beta: left * beta, give } : { beta, give: left * give };
  const softer = finishSupport(plan, { share, remaining, longest: LATER * remaining, effort }, state);
  const records = plan.records.map((record, k) =>
    k === plan.records.length - 1 ? { ...record, beta: effort.beta, give: effort.give } : record,
  );
  const pace = paceAfter(step, phase, elapsed);
  return { ...plan, records, planned: softer, phase: supportPhase(plan, softer, state, time, share, pace) };
}

const GOOD = 0.04; // [m] of the capture point: nearer than this it need not be

/** The rest of a support after a hit, with as much work on the posture as does not cost balance: the foot is down and cannot make
 *  up for it. */
function finishBest(plan: Plan, share: number, remaining: number, state: TouchDown): PlannedStep {
  const step = stepOf(plan);
  const { options } = plan;
  let best: PlannedStep | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [beta, give] of SOFTER) {
    const effort = { beta: beta * options.beta, give };
    const planned = finishSupport(plan, { share, remaining, longest: 2 * step.support, effort }, state);
    const error = captureError(step, planned);
    const held = isHeld(step, error);
    if (best === undefined || held || isWorth(step, planned, error, least)) {
      best = planned;
      least = error;
    }
    if (held || least < GOOD || options.recovery === 'paper') break;
  }
  if (!(least > ASTRAY) || step.measures.gait === 'run') return best!;
  const { effort } = best!;
  const sooner = finishSupport(plan, { share, remaining, longest: remaining, effort, way: HURRY }, state);
  const quick = sooner.support < SHORTEST * (1 - share) * step.support;
  return !quick && isCaughtSooner(step, sooner, best!, options) ? sooner : best!;
}

const SOONER = 0.5; // of what is left of a support: it is not cut shorter, legs cannot keep up

/** What is left of a support. */
interface Rest {
  readonly share: number; // of the step
  readonly remaining: number; // [s]
  readonly longest: number; // [s] that it may be drawn out to
  readonly effort: Effort;
  readonly way?: number; // share of what is left to toe-off after which it is over; default: all of it
}

/** Feet are down where they are: what is left of the support makes what angular momentum it can, the next step does the rest. */
function finishSupport(
  plan: Plan,
  { share, remaining, longest, effort, way: part = 1 }: Rest,
  { forward, left }: TouchDown,
): PlannedStep {
  const { options, planned } = plan;
  const step = stepOf(plan);
  const task: StepTask = {
    body: bodyOf(step, options),
    step,
    options,
    effort,
    freedom: { crossing: true },
  };
  const placed = (axis: Axis): Placed => {
    const { foot } = planned ? planned[axis] : step[axis];
    const zB = step.measures.gait === 'run' ? foot + step[axis].zB : step[axis].zB;
    const zC = foot + step[axis].zC;
    // sideways the ZMP goes evenly in time; forward it goes with the centre of mass
    const { xB, xC } = step[axis];
    const way = axis === 'forward' && step.measures.gait === 'walk' ? (forward.x - xB) / (xC - xB) : share;
    return { axis, foot, share, zNow: zB + (zC - zB) * Math.min(1, Math.max(0, way)), zC };
  };
  const walking = step.measures.gait === 'walk' && forward.v > 0;
  const wished = walking ? finishSagittal(task, forward, placed('forward'), part) : undefined;
  const ahead =
    wished !== undefined && wished.support > part * SOONER * remaining && wished.support < longest ? wished : undefined;
  const support = ahead?.support ?? remaining;
  const forwardPlane = ahead?.plane ?? finishTimed(task, forward, placed('forward'), support);
  const after =
    forwardPlane.afterLaw.kind === 'pendulum' && step.measures.gait === 'walk'
      ? timeTo(forwardPlane.afterLaw, step.forward.xEnd)?.time
      : undefined;
  return {
    support,
    after: Math.min(2 * step.after, after ?? step.after),
    forward: forwardPlane,
    left: finishTimed(task, left, placed('left'), support),
    p: ahead?.p ?? Number.NaN,
    missing: 0,
    crossed: planned?.crossed ?? false,
    effort,
  };
}

interface Placed {
  readonly axis: Axis;
  readonly foot: number;
  readonly share: number; // of the step
  readonly zNow: number;
  readonly zC: number;
}

function finishSagittal(
  task: StepTask,
  state: PlaneState,
  { foot, zNow, zC }: Placed,
  part: number,
): { support: number; p: number; plane: PlannedPlane } | undefined {
  const { body, step } = task;
  const xC = state.x + part * (step.forward.xC - state.x);
  if (xC - state.x < 0.02) return undefined;
  const target = momentumWanted(state, (xC - state.x) / state.v, step.after, task);
  const way = solveSagittal(body, { xB: state.x, vB: state.v, hB: state.h, xC, zB: zNow, zC, target });
  if (way === undefined) return undefined;
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

const swing = createAfterSupport(); // memory

function finishTimed(
  task: StepTask,
  state: PlaneState,
  { axis, foot, zNow, zC, share }: Placed,
  duration: number,
): PlannedPlane {
  const { body, step } = task;
  const { load } = step.measures;
  if (load !== undefined) return finishStance(task, load, state, { axis, foot, zNow, zC, share, duration });
  const target = momentumWanted(state, duration, step.after, task);
  const ask = { xB: state.x, vB: state.v, hB: state.h, zB: zNow, zC, target, duration };
  const way = solveTimed(body, ask);
  if (axis === 'left' && step.measures.gait === 'walk' && task.options.recovery === 'step') {
    writeAfterSupport(swing, step.left.zC, step.left.travel, body.gravity / body.height, step.after);
    shiftWeight(way, ask, body, step, swing, foot, task.options.steadying);
  }
  const xC = way.position - foot;
  return {
    foot,
    supportLaw: { kind: 'linear', x0: state.x, v0: state.v, a0: way.aB, a1: way.aC, duration },
    zmp: { kind: 'in-time', z0: ask.zB, z1: ask.zC },
    afterLaw:
      step.measures.gait === 'run'
        ? flightLaw(xC, way.velocity)
        : singleLaw(body, xC, way.velocity, xC, step[axis].zC, step[axis].travel),
    momentum: way.momentum,
    saturated: way.status === 'saturated',
  };
}
