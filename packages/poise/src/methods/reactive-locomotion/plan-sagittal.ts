/** A walking step in the plane of motion: where the foot lands, and how double support gets the body over it. */
import { type PlaneBody, type SagittalSupport, solveSagittal } from './double-support.ts';
import { leastSquares, singleLaw } from './gait-step.ts';
import { type Law, lawPosition, lawVelocity } from './pendulum.ts';
import type { PlaneState } from './plan.ts';
import { momentumWanted, type PlannedPlane, type StepTask } from './planned-step.ts';

export interface Sagittal {
  readonly plane: PlannedPlane;
  readonly support: number;
  readonly p: number;
}

/** Least squares over where the foot lands; each trial solves the double support for the wanted angular momentum. */
export function planSagittal(task: StepTask, state: PlaneState): Sagittal | undefined {
  const { xB, xC } = task.step.forward;
  // a slow body may not reach C where the clip has it: then C comes nearer
  for (const share of [1, 0.75, 0.5, 0.25]) {
    const found = sagittalTo(task, state, state.x + share * (xC - xB) + (1 - share) * 0.01, 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The body moves back: the same search, seen from the other side. The foot lands behind, the clip's state is the aim still. */
export function planBackward(task: StepTask, state: PlaneState): Sagittal | undefined {
  const mirrored: PlaneState = {
    x: -state.x,
    v: Math.max(0.1, -state.v),
    h: -state.h,
    extra: -state.extra,
    lean: -state.lean,
  };
  const { xB, xC } = task.step.forward;
  return sagittalTo(task, mirrored, mirrored.x + 0.3 * (xC - xB), -1);
}

/** `sense` −1: all lengths count backwards. */
function sagittalTo(task: StepTask, state: PlaneState, xC: number, sense: 1 | -1): Sagittal | undefined {
  const { body, step, options, freedom } = task;
  const fixed = freedom.foot?.[0];
  const nominal = step.forward;
  const target = momentumWanted(state, (xC - state.x) / state.v, step.after, task);
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
  const endOf = (foot: number) => {
    const way = solveFor(foot);
    if (way === undefined) return undefined;
    const law = lawAfter(foot, way);
    return { xEnd: lawPosition(law, step.after), vEnd: lawVelocity(law, step.after) };
  };
  const limits = sense === 1 ? [Math.max(0.05, options.shortestStep), options.longestStep] : [0, -options.shortestStep];
  const [low, high] = fixed === undefined ? limits : [sense * fixed, sense * fixed];
  if (!(high! >= low!)) return undefined;
  const foot = searchFoot(
    body,
    endOf,
    sense * nominal.foot,
    [low!, high!],
    [sense * nominal.xEnd, sense * nominal.vEnd],
  );
  const way = foot === undefined ? undefined : solveFor(foot);
  if (foot === undefined || way === undefined) return undefined;
  const clamped = fixed === undefined && (foot - low! < 1e-3 || high! - foot < 1e-3);
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

const ROUNDS = 6;
const CLOSE = 1e-4; // [m]

/** Where a foot has to land so that the step ends as wanted. The end is nearly affine in the place: a few rounds of least
 *  squares meet it. Undefined: from nowhere near does the body get over the foot. */
function searchFoot(
  body: PlaneBody,
  endOf: (foot: number) => { readonly xEnd: number; readonly vEnd: number } | undefined,
  start: number,
  [low, high]: readonly [number, number],
  wanted: readonly [x: number, v: number],
): number | undefined {
  const within = (foot: number): number => Math.max(low, Math.min(high, foot));
  let foot = within(start);
  let base = endOf(foot);
  // a foot too far ahead stops the body: nearer ones do not
  while (base === undefined && foot - 0.1 > low) {
    foot -= 0.1;
    base = endOf(foot);
  }
  for (let round = 0; round < ROUNDS && base !== undefined && high > low; round++) {
    const probe = endOf(foot - 0.005);
    if (probe === undefined) break;
    let next = within(foot + leastSquares(body, base, probe, -0.005, wanted));
    let end = endOf(next);
    for (let halving = 0; end === undefined && halving < 4; halving++) {
      next = (next + foot) / 2;
      end = endOf(next);
    }
    const moved = Math.abs(next - foot);
    if (end === undefined) break;
    foot = next;
    base = end;
    if (moved < CLOSE) break;
  }
  return base === undefined ? undefined : foot;
}
