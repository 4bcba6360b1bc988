/** When the swing foot lands: where the clip lands it, or earlier where only that brings the next step within reach. */
import { type Law, timeTo } from './pendulum.ts';
import type { PlanePhase, PlaneState, PlanPhase } from './plan.ts';
import { planStep } from './plan-step.ts';
import { BEYOND } from './planned-step.ts';
import { carried, type Plan, stepAt, stepOf } from './running-plan.ts';

const LONGEST = 1.6; // a swing may last this many times what was left of it
const QUICKEST = 10; // [m/s²] times the square of the time: how far a foot gets from where it was going
const TRIES = 10;
const SLOWEST = 0.65; // of what was left of a swing: feet do not hurry more than this of their own accord
const SMALL = 0.06; // [m] that a foot may be off its best place before it hurries
const WORTH = 0.2; // [m] that the earliest landing must be nearer to where it should be

/** The same phase from new states on. */
export function restarted(
  phase: PlanPhase,
  start: number,
  duration: number,
  share: number,
  pace: number,
  forward: PlaneState,
  left: PlaneState,
): PlanPhase {
  const plane = (axis: 'forward' | 'left', state: PlaneState): PlanePhase => ({
    law: { ...(phase[axis].law as Extract<Law, { kind: 'pendulum' }>), x0: state.x, v0: state.v },
    zmp: { kind: 'through-com' },
    h0: state.h,
    lean0: state.lean,
  });
  const planes = { forward: plane('forward', forward), left: plane('left', left) };
  return { ...phase, start, duration, from: share, pace, ...planes };
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
    const planned = planStep(next, forward, left, options, { crossing: false });
    if (planned === undefined) return Number.POSITIVE_INFINITY;
    // a foot that has to go far needs its time
    const far = Math.abs(planned.left.foot - next.left.foot);
    return planned.missing + Math.max(0, far - QUICKEST * candidate.duration ** 2);
  };
  let best = { ...phase, duration: Math.max(longest, Math.min(own, SLOWEST * own)) };
  let least = missing(best);
  // later first, as the clip has it; then earlier and earlier
  const later = [0.5, 1].map((k) => best.duration + k * (own - best.duration)).filter((time) => time > best.duration);
  const sooner = Array.from({ length: TRIES }, (_, k) => longest + ((shortest - longest) * (k + 1)) / TRIES);
  const usual = best.duration;
  for (const duration of [...later, ...sooner]) {
    if (!(least > BEYOND)) break;
    const candidate = { ...phase, duration };
    const short = missing(candidate);
    // landing early costs the rest of the step: it must bring something
    const worth = (WORTH * Math.max(0, usual - duration)) / Math.max(1e-9, usual - shortest);
    if (short > BEYOND ? short > least - Math.max(0.005, worth) : least < SMALL && duration < usual) continue;
    best = candidate;
    least = short;
  }
  return best;
}
