/** A step whose times are given: sideways, and a runner's both planes. */
import { solveTimed } from './double-support.ts';
import { flightLaw, leastSquares, singleLaw } from './gait-step.ts';
import { lawPosition, lawVelocity } from './pendulum.ts';
import { type PlanePhase, type PlaneState, planeStateAt } from './plan.ts';
import { type Axis, BEYOND, momentumWanted, type PlannedPlane, type StepTask } from './planned-step.ts';

/** One plane of a step whose support lasts a given time. */
interface TimedTask extends StepTask {
  readonly axis: Axis;
  readonly state: PlaneState; // at touch-down
  readonly support: number; // [s]
}

/** Laws in time: the state at the end is affine in where the foot lands, so the best place has a closed form. */
export function planTimed(
  task: StepTask,
  axis: Axis,
  state: PlaneState,
  support: number,
): { readonly plane: PlannedPlane; readonly missing: number; readonly crossed: boolean } {
  const { step, options, freedom, effort } = task;
  const timed: TimedTask = { ...task, axis, state, support };
  const limits = footLimits(task, axis, state.x);
  const fixed = freedom.foot?.[axis === 'forward' ? 0 : 1];
  let target = momentumWanted(state, support, step.after, task);
  let wished = step[axis].foot;
  let placed = wished;
  // momentum is not a straight line in time: a second round corrects for what it came to
  for (let round = 0; round < 3; round++) {
    wished = bestFoot(timed, target, wished);
    placed = fixed ?? Math.max(limits.low, Math.min(limits.high, wished));
    if (options.recovery === 'paper' || effort.give < 1) break;
    const trial = timedPlane(timed, target, placed);
    const before = state.lean - (state.extra * support) / 2;
    const after = leanAfter(timed, trial.plane) - (trial.plane.momentum * support) / 2;
    target += (after - (1 - effort.beta) * before) / (support + step.after);
  }
  const { plane } = timedPlane(timed, target, placed);
  return {
    missing: Math.abs(placed - wished),
    crossed: limits.across(placed),
    plane: { ...plane, saturated: plane.saturated || Math.abs(placed - wished) > BEYOND },
  };
}

/** A step in time with everything chosen, and its state at the end, from the new foot. */
function timedPlane(
  { body, step, axis, state, support }: TimedTask,
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
function bestFoot(task: TimedTask, target: number, start: number): number {
  const { body, step, axis } = task;
  const { xEnd, vEnd } = step[axis];
  const run = (foot: number) => timedPlane(task, target, foot);
  let foot = start;
  for (let round = 0; round < 2; round++) foot += leastSquares(body, run(foot), run(foot + 0.01), 0.01, [xEnd, vEnd]);
  return foot;
}

/** Posture error when the next foot lands. */
function leanAfter({ step, axis, state, support }: TimedTask, plane: PlannedPlane): number {
  const start: PlanePhase = { law: plane.supportLaw, zmp: plane.zmp, h0: state.h, lean0: state.lean };
  const span = { from: 0, to: 1, duration: support };
  return planeStateAt(step, span, start, axis, support).lean - plane.momentum * step.after;
}

const NARROWER = 0.04; // [m] than the clip's own a step may be where that is narrow already

/** Where the new foot may land from the old one; x: where the body is when it does. */
function footLimits({ step, options, freedom }: StepTask, axis: Axis, x: number) {
  if (axis === 'forward') {
    const { longestStep, shortestStep } = options;
    const across = (): boolean => false;
    if (step.measures.gait === 'walk') return { low: shortestStep, high: longestStep, across };
    // a runner flies: his feet are further apart than his legs reach, but not from where he comes down
    return { low: x + shortestStep / 2, high: x + longestStep / 2, across };
  }
  const sign = step.measures.side === 'left' ? 1 : -1;
  const own = sign * step.left.foot; // nominal gap, usually positive
  const least = freedom.crossing ? -options.crossing : Math.min(options.leastGap, own - NARROWER);
  const low = sign > 0 ? least : -options.widestStep;
  const high = sign > 0 ? options.widestStep : -least;
  const across = (foot: number): boolean => sign * foot < Math.min(0, own) - 1e-9;
  return { low, high, across };
}
