/** When the swing foot lands: where the clip lands it, or earlier where only that brings the next step within reach. */
import { type Law, timeTo } from './pendulum.ts';
import type { PlanePhase, PlaneState, PlanPhase } from './plan.ts';
import { BEYOND, planStep } from './plan-step.ts';
import { carried, type Plan, stepAt, stepOf } from './running-plan.ts';

const LONGEST = 1.6; // a swing may last this many times what was left of it
const TRIES = 10;
const WORTH = 0.2; // [m] that the earliest landing must be nearer to where it should be

/** The same phase from new states on. */
export function restarted(
  phase: PlanPhase,
  start: number,
  duration: number,
  share: number,
  forward: PlaneState,
  left: PlaneState,
): PlanPhase {
  const plane = (axis: 'forward' | 'left', state: PlaneState): PlanePhase => ({
    law: { ...(phase[axis].law as Extract<Law, { kind: 'pendulum' }>), x0: state.x, v0: state.v },
    zmp: { kind: 'through-com' },
    h0: state.h,
    lean0: state.lean,
  });
  return { ...phase, start, duration, from: share, forward: plane('forward', forward), left: plane('left', left) };
}

/** The single support of `plan.phase` with its duration chosen. `wanted`: when known [s]; else when the body is where the clip
 *  lands. The longest time that brings the next foot inside its limits wins. */
export function chooseLanding(plan: Plan, wanted: number | undefined): PlanPhase {
  const { options, gait, phase } = plan;
  const step = stepOf(plan);
  const next = stepAt(gait, plan.count + 1);
  const own = (2 - phase.from) * step.after; // what the clip has left of this swing
  const arrival = wanted ?? timeTo(phase.forward.law as Extract<Law, { kind: 'pendulum' }>, step.forward.xEnd)?.time;
  const longest = Math.min(LONGEST * own + 0.05, arrival ?? own);
  // a foot that has been in the air for a moment only cannot land at once
  const swung = (phase.from - 1) * step.after;
  const soonest = Math.max(options.leastSingle, options.earliest * step.after) - swung;
  const shortest = Math.min(longest, Math.max(0.02, soonest));
  const missing = (candidate: PlanPhase): number => {
    const { forward, left } = carried({ ...plan, phase: candidate });
    return planStep(next, forward, left, options, { crossing: false })?.missing ?? Number.POSITIVE_INFINITY;
  };
  let best = { ...phase, duration: longest };
  let least = missing(best);
  for (let k = 1; k <= TRIES && least > BEYOND; k++) {
    const candidate = { ...phase, duration: longest + ((shortest - longest) * k) / TRIES };
    const short = missing(candidate);
    // landing early costs the rest of the step: it must bring something
    if (short > BEYOND && short > least - (WORTH * k) / TRIES) continue;
    best = candidate;
    least = short;
  }
  return best;
}
