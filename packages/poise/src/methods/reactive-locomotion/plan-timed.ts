/** A step whose times are given: sideways, and a runner's both planes. */
import { type PlaneBody, solveTimed } from './double-support.ts';
import { flightLaw, leastSquares, type NominalStep, singleLaw } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import { lawPosition, lawVelocity } from './pendulum.ts';
import { type PlanePhase, type PlaneState, planeStateAt } from './plan.ts';
import { BEYOND, type FootFreedom, momentumWanted, type PlannedPlane } from './planned-step.ts';

/** Laws in time: the state at the end is affine in where the foot lands, so the best place has a closed form. */
export function planTimed(
  body: PlaneBody,
  step: NominalStep,
  axis: 'forward' | 'left',
  state: PlaneState,
  support: number,
  options: PlannerOptions,
  freedom: FootFreedom,
): { readonly plane: PlannedPlane; readonly missing: number; readonly crossed: boolean } {
  const nominal = step[axis];
  const limits = footLimits(step, axis, options, freedom.crossing);
  const fixed = freedom.foot?.[axis === 'forward' ? 0 : 1];
  let target = momentumWanted(state, support, step.after, options);
  let wished = nominal.foot;
  let placed = wished;
  // momentum is not a straight line in time: a second round corrects for what it came to
  for (let round = 0; round < 3; round++) {
    wished = bestFoot(body, step, axis, state, support, target, wished);
    placed = fixed ?? Math.max(limits.low, Math.min(limits.high, wished));
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
    plane: { ...plane, saturated: plane.saturated || Math.abs(placed - wished) > BEYOND },
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
