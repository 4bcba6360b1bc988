/**
 * One step ahead: from the state at touch-down, where the foot goes, how long support takes and how much angular momentum it makes.
 * Angular momentum comes first and is kept; the foot takes care of speed. [Komura04] §4.
 */
import { goldenSection } from '../../optim/find-root.ts';
import { type PlaneBody, type SagittalSupport, solveSagittal, solveTimed } from './double-support.ts';
import { flightLaw, leastSquares, type NominalStep, singleLaw } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import { type Law, lawPosition, lawVelocity, timeTo } from './pendulum.ts';
import { type PlanePhase, type PlaneState, planeStateAt, type ZmpCourse } from './plan.ts';

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
}

/** Tipping momentum wanted at toe-off so that the posture comes back. `support`: time until then, `after`: time it then lasts.
 *  step: each step leaves 1 − β of the error. Deviates from [Komura04] eq. 12, which is stable only for β < 2 T_support/T_after. */
export function momentumWanted(state: PlaneState, support: number, after: number, options: PlannerOptions): number {
  const { recovery, beta } = options;
  if (recovery === 'paper') return (beta * state.lean) / support;
  return (beta * (state.lean - (state.extra * support) / 2)) / (support + after);
}

/** Plans a walking or running step. Undefined: the centre of mass cannot get over the foot. */
export function planStep(
  step: NominalStep,
  forward: PlaneState,
  left: PlaneState,
  options: PlannerOptions,
  freedom: { readonly crossing: boolean },
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
  freedom: { readonly crossing: boolean },
): PlannedStep | undefined {
  const ahead = forward.v > 0.05 ? planSagittal(body, step, forward, options) : undefined;
  const planned = ahead ?? planBackward(body, step, forward, options);
  if (planned === undefined) return undefined;
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
  freedom: { readonly crossing: boolean },
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

interface Sagittal {
  readonly plane: PlannedPlane;
  readonly support: number;
  readonly p: number;
}

/** Golden section over where the foot lands; each trial solves the double support for the wanted angular momentum. */
function planSagittal(
  body: PlaneBody,
  step: NominalStep,
  state: PlaneState,
  options: PlannerOptions,
): Sagittal | undefined {
  // a slow body may not reach C where the clip has it: then C comes nearer
  for (const share of [1, 0.75, 0.5, 0.25]) {
    const xC = state.x + share * (step.forward.xC - step.forward.xB) + (1 - share) * 0.01;
    const found = sagittalTo(body, step, state, xC, options, 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The body moves back: the same search, seen from the other side. The foot lands behind, the clip's state is the aim still. */
function planBackward(
  body: PlaneBody,
  step: NominalStep,
  state: PlaneState,
  options: PlannerOptions,
): Sagittal | undefined {
  const mirrored: PlaneState = {
    x: -state.x,
    v: Math.max(0.1, -state.v),
    h: -state.h,
    extra: -state.extra,
    lean: -state.lean,
  };
  const way = 0.3 * (step.forward.xC - step.forward.xB);
  return sagittalTo(body, step, mirrored, mirrored.x + way, options, -1);
}

/** `sense` −1: all lengths count backwards. */
function sagittalTo(
  body: PlaneBody,
  step: NominalStep,
  state: PlaneState,
  xC: number,
  options: PlannerOptions,
  sense: 1 | -1,
): Sagittal | undefined {
  const nominal = step.forward;
  const target = momentumWanted(state, (xC - state.x) / state.v, step.after, options);
  const solveFor = (foot: number): SagittalSupport | undefined =>
    solveSagittal(body, {
      xB: state.x,
      vB: state.v,
      hB: state.h,
      xC,
      zB: sense * nominal.zB,
      zC: foot + sense * nominal.zC,
      target,
    });
  const lawAfter = (foot: number, way: SagittalSupport): Law =>
    singleLaw(body, xC - foot, way.velocity, xC - foot, sense * nominal.zC, nominal.travel);
  const weight = body.height / body.gravity;
  const trial = (foot: number): number => {
    const way = solveFor(foot);
    if (way === undefined) return 1e6 + Math.abs(foot - sense * nominal.foot);
    const law = lawAfter(foot, way);
    const x = lawPosition(law, step.after) - sense * nominal.xEnd;
    const v = lawVelocity(law, step.after) - sense * nominal.vEnd;
    return x * x + weight * v * v;
  };
  const [low, high] =
    sense === 1 ? [Math.max(0.05, options.shortestStep), options.longestStep] : [0, -options.shortestStep];
  if (!(high > low)) return undefined;
  const { x: foot, value } = goldenSection(trial, low, high, { tolerance: 1e-5, iterations: 30 });
  const way = value < 1e6 ? solveFor(foot) : undefined;
  if (way === undefined) return undefined;
  const clamped = foot - low < 1e-3 || high - foot < 1e-3;
  const after = lawAfter(foot, way) as Extract<Law, { kind: 'pendulum' }>;
  const c = (foot + sense * nominal.zC - sense * nominal.zB) / (xC - state.x);
  return {
    support: way.duration,
    p: way.p,
    plane: {
      foot: sense * foot,
      supportLaw: {
        kind: 'pendulum',
        x0: sense * state.x,
        v0: sense * state.v,
        p: way.p,
        q: sense * (way.pull - way.p * xC),
      },
      zmp: { kind: 'with-x', c, d: nominal.zB - c * sense * state.x },
      afterLaw: { ...after, x0: sense * after.x0, v0: sense * after.v0, q: sense * after.q },
      momentum: sense * way.momentum,
      saturated: way.status === 'saturated' || clamped,
    },
  };
}

/** [m] that a foot may land short of where it should. */
export const BEYOND = 0.02;

/** Laws in time: the state at the end is affine in where the foot lands, so the best place has a closed form. */
function planTimed(
  body: PlaneBody,
  step: NominalStep,
  axis: 'forward' | 'left',
  state: PlaneState,
  support: number,
  options: PlannerOptions,
  freedom: { readonly crossing: boolean },
): { readonly plane: PlannedPlane; readonly missing: number; readonly crossed: boolean } {
  const nominal = step[axis];
  const limits = footLimits(step, axis, options, freedom.crossing);
  let target = momentumWanted(state, support, step.after, options);
  let wished = nominal.foot;
  let placed = wished;
  // momentum is not a straight line in time: a second round corrects for what it came to
  for (let round = 0; round < 3; round++) {
    wished = bestFoot(body, step, axis, state, support, target, wished);
    placed = Math.max(limits.low, Math.min(limits.high, wished));
    if (options.recovery === 'paper') break;
    const trial = timedPlane(body, step, axis, state, support, target, placed);
    const before = state.lean - (state.extra * support) / 2;
    const after = leanAfter(step, axis, trial.plane, state, support) - (trial.plane.momentum * support) / 2;
    target += (after - (1 - options.beta) * before) / (support + step.after);
  }
  const { plane } = timedPlane(body, step, axis, state, support, target, placed);
  return {
    missing: Math.abs(placed - wished),
    crossed: limits.across(placed),
    plane: { ...plane, saturated: plane.saturated || placed !== wished },
  };
}

/** A step in time with everything chosen, and its state at the end, from the new foot. */
function timedPlane(
  body: PlaneBody,
  step: NominalStep,
  axis: 'forward' | 'left',
  state: PlaneState,
  support: number,
  target: number,
  foot: number,
): { readonly plane: PlannedPlane; readonly xEnd: number; readonly vEnd: number } {
  const nominal = step[axis];
  const running = step.measures.gait === 'run';
  const zB = running ? foot + nominal.zB : nominal.zB;
  const zC = foot + nominal.zC;
  const way = solveTimed(body, { xB: state.x, vB: state.v, hB: state.h, zB, zC, target, duration: support });
  const xC = way.position - foot;
  const afterLaw = running
    ? flightLaw(xC, way.velocity)
    : singleLaw(body, xC, way.velocity, xC, nominal.zC, nominal.travel);
  const plane: PlannedPlane = {
    foot,
    supportLaw: { kind: 'linear', x0: state.x, v0: state.v, a0: way.aB, a1: way.aC, duration: support },
    zmp: { kind: 'in-time', z0: zB, z1: zC },
    afterLaw,
    momentum: way.momentum,
    saturated: way.status === 'saturated',
  };
  return { plane, xEnd: lawPosition(afterLaw, step.after), vEnd: lawVelocity(afterLaw, step.after) };
}

/** Where the foot has to land so that the step ends as the clip's. Friction bends the affine map: a second round meets it. */
function bestFoot(
  body: PlaneBody,
  step: NominalStep,
  axis: 'forward' | 'left',
  state: PlaneState,
  support: number,
  target: number,
  start: number,
): number {
  const { xEnd, vEnd } = step[axis];
  const run = (foot: number) => timedPlane(body, step, axis, state, support, target, foot);
  let foot = start;
  for (let round = 0; round < 2; round++) foot += leastSquares(body, run(foot), run(foot + 0.01), 0.01, [xEnd, vEnd]);
  return foot;
}

/** Posture error when the next foot lands. */
function leanAfter(
  step: NominalStep,
  axis: 'forward' | 'left',
  plane: PlannedPlane,
  state: PlaneState,
  support: number,
): number {
  const start: PlanePhase = { law: plane.supportLaw, zmp: plane.zmp, h0: state.h, lean0: state.lean };
  const span = { from: 0, to: 1, duration: support };
  return planeStateAt(step, span, start, axis, support).lean - plane.momentum * step.after;
}

const NARROWER = 0.04; // [m] than the clip's own a step may be where that is narrow already

/** Where the new foot may land from the old one. */
function footLimits(step: NominalStep, axis: 'forward' | 'left', options: PlannerOptions, crossing: boolean) {
  if (axis === 'forward') {
    const { longestStep, shortestStep } = options;
    // a runner flies: his feet are further apart than his legs reach
    const reach = longestStep + step.forward.vEnd * step.after;
    return { low: shortestStep, high: reach, across: () => false };
  }
  const sign = step.measures.side === 'left' ? 1 : -1;
  const own = sign * step.left.foot; // nominal gap, usually positive
  const least = crossing ? -options.crossing : Math.min(options.leastGap, own - NARROWER);
  const low = sign > 0 ? least : -options.widestStep;
  const high = sign > 0 ? options.widestStep : -least;
  const across = (foot: number): boolean => sign * foot < Math.min(0, own) - 1e-9;
  return { low, high, across };
}
