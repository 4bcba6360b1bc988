/** When the swing foot lands: when the body is where the clip lands it, or at a time that leaves less to catch. */
import { type Pendulum, pendulumLaw, timeTo } from '../../gait/pendulum-law.ts';
import type { PlanePhase, PlaneState, PlanPhase } from './plan.ts';
import type { Sagittal } from './plan-sagittal.ts';
import { planAhead, planBoldly } from './plan-step.ts';
import { captureError, leastSwing } from './planned-step.ts';
import { createTouchDown, type Plan, stepAt, stepOf, type TouchDown, writeCarried } from './running-plan.ts';
import { createSingle, steadied, writeSteadied } from './steady-single.ts';
import { farToGo, ON_ITS_WAY, swingRange } from './swing-range.ts';

const LONGEST = 1.6; // a swing may last this many times what was left of it
const SLOWEST = 0.65; // of what was left of a swing: feet do not hurry more than this of their own accord
const CANDIDATES = 9;

/** What counts as much as each other when a landing is chosen: a foot this far aside of the clip's [m], as much of a step's time,
 *  a foot across the other or further than it gets [m], a capture point that is left astray [m], a lean
 *  to the side [kg·m²·rad]. */
const COST = { place: 0.3, time: 0.4, across: 0.15, late: 0.04, astray: 0.12, lean: 3 };

/** The same phase from new states on. */
export function restarted(
  phase: PlanPhase,
  start: number,
  duration: number,
  share: number,
  pace: number,
  { forward, left }: TouchDown,
): PlanPhase {
  return {
    kind: phase.kind,
    step: phase.step,
    start,
    duration,
    from: share,
    to: phase.to,
    pace,
    forward: from(phase.forward, forward),
    left: from(phase.left, left),
  };
}

const from = ({ law, zmp }: PlanePhase, { x, v, h, lean }: PlaneState): PlanePhase => ({
  law: pendulumLaw(x, v, (law as Pendulum).p, (law as Pendulum).q),
  zmp: zmp.kind === 'even' ? zmp : { kind: 'through-com' },
  h0: h,
  lean0: lean,
  foot: 0,
  hEnd: Number.NaN,
});

/** The single support of `plan.phase` with its duration chosen, and the ZMP moved within the sole. `wanted`: when known [s]; else
 *  when the body is where the clip lands. Early landings leave less time to fall, late ones more to bring the foot there. `swing`: how
 *  the swinging foot is on its way already, see farToGo. */
export function chooseLanding(plan: Plan, wanted: number | undefined, swing: Float64Array = ON_ITS_WAY): PlanPhase {
  const { options, phase } = plan;
  const step = stepOf(plan);
  const own = (2 - phase.from) * step.after; // what the clip has left of this swing
  const arrival = wanted ?? timeTo(phase.forward.law as Pendulum, step.forward.xEnd)?.time;
  const longest = LONGEST * own + 0.05;
  const quickest = own / fastestPace(plan);
  const usual = Math.min(longest, Math.max(SLOWEST * own, quickest, arrival ?? own));
  // a foot that has been in the air for a moment only cannot land at once
  const swung = (phase.from - 1) * step.after;
  const soonest = leastSwing(step, options) - swung;
  const shortest = Math.min(usual, Math.max(quickest, soonest));
  const { steadying } = options;
  writeSteadied(trial, step, phase, usual, steadying, 1);
  // another time must be worth it: steps do not hop between times that are as good as each other
  let least = WORTH * costOf(plan, swing, usual, Number.POSITIVE_INFINITY);
  let best = usual;
  let hip = 1;
  ahead.fill(undefined);
  const candidates = least < GOOD ? 0 : 2 * CANDIDATES;
  for (let k = 0; k < candidates; k++) {
    // a trunk that is stopped sideways throws the body on: where that is too much it leans instead
    if (k === CANDIDATES && least < FAIR) break;
    const duration = shortest + ((longest - shortest) * (k % CANDIDATES)) / (CANDIDATES - 1);
    if (!(timeCost(plan, duration, usual) < least)) continue;
    const yielding = k < CANDIDATES ? 1 : YIELDING;
    writeSteadied(trial, step, phase, duration, steadying, yielding);
    const cost = costOf(plan, swing, usual, least, k % CANDIDATES);
    if (!(cost < least)) continue;
    best = duration;
    hip = yielding;
    least = cost;
  }
  return steadied(step, phase, best, steadying, hip);
}

const FASTEST_FOOT = 8; // [m/s]
const PEAK = 1.2; // of a swinging foot's mean speed; a step's time is that of the single support
const PACES = [1.25, 2] as const;

/** Seconds of the clip per second that a swing may be played with: no foot flies faster than feet do. */
function fastestPace({ gait, count }: Plan): number {
  const step = stepAt(gait, count);
  const stride = step.forward.foot + stepAt(gait, count + 1).forward.foot;
  const speed = (PEAK * stride) / step.after;
  return Math.max(PACES[0], Math.min(PACES[1], FASTEST_FOOT / Math.max(1e-6, speed)));
}

const GOOD = 0.05; // a landing of this cost is as good as the clip's
const WORTH = 0.9; // of the usual landing's cost
const FAIR = 1; // one of this cost is no trouble
const YIELDING = 0.2; // of the momentum that hips still take

// memory: a landing that is being looked at, what it comes to, and how steps would go on ahead
const trial = createSingle();
const landed = createTouchDown();
const ahead: (Sagittal | undefined)[] = new Array(CANDIDATES).fill(undefined);

const STRAIGHT = 1e-9; // [rad]

const timeCost = ({ gait, count }: Plan, duration: number, usual: number): number =>
  ((duration - usual) / (COST.time * stepAt(gait, count + 1).after)) ** 2;

/** What the landing that `trial` holds costs; anything above `most` may be returned where it costs more than that. `index`: of its
 *  time, for which the plane of motion need be planned once only: hips work sideways. */
function costOf(plan: Plan, swing: Float64Array, usual: number, most: number, index = -1): number {
  const { options, gait, count } = plan;
  const next = stepAt(gait, count + 1);
  writeCarried(landed, plan, trial);
  const known = timeCost(plan, trial.duration, usual) + (landed.left.lean / COST.lean) ** 2;
  if (known >= most) return known;
  const straight = index >= 0 && Math.abs(gait.turns[count % gait.turns.length]!) < STRAIGHT;
  if (straight) ahead[index] ??= planAhead(next, landed.forward, options);
  const planned = planBoldly(next, landed, options, straight ? ahead[index] : undefined);
  const forward = planned.forward.foot - next.forward.foot;
  const left = planned.left.foot - next.left.foot;
  const far = farToGo(swing, forward, left, trial.duration);
  const stride = stepOf(plan).forward.foot + next.forward.foot;
  const across = Math.max(0, (next.measures.side === 'left' ? -1 : 1) * planned.left.foot + options.leastGap / 2);
  return (
    known +
    (left / COST.place) ** 2 +
    (planned.crossed ? (across / COST.across) ** 2 : 0) +
    (Math.max(0, far - swingRange(stride, 2 - plan.phase.from, trial.duration)) / COST.late) ** 2 +
    (captureError(next, planned) / COST.astray) ** 2
  );
}
