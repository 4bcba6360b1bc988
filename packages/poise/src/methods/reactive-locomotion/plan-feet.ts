/** Where feet go: the planner says where the next one should land, the leg and the time that is left say where it can. */

import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { smoothstep } from '../../math/ease.ts';
import { comeWithinReach, sinkFor } from './foot-reach.ts';
import { gaugeOf } from './lean-gauge.ts';
import { forgetPast, isLate } from './leg-past.ts';
import { advancePlan, type Gauge, isFree, planFreely } from './planner.ts';
import { createTouchDown, type Plan, stepAt, stepOf, writeCarried } from './running-plan.ts';
import { asideAhead } from './settled.ts';
import { redirect, standAt, startFrom, writeOffset } from './swing-offset.ts';
import { axesOf, shift, TICK, type Walker, writeOffsetAfter } from './walker-state.ts';

const LOOK = 6; // [ticks]
const LAST_LOOK = 0.07; // [s] before the end of a phase
const LANDING = 0.12; // [s] before its landing a foot comes down to the floor, wherever that is
const DRAWN = 0.01; // [m] that a swinging foot is off its way before it is sent anew from where it is
const BEHIND = 0.07; // [m] that the leg of a foot lacks which is about to leave
const AS_SENT = 0.015; // [m] from its goal a walker's foot counts as there: a gait that counted each of them would not come to rest
const TOO_FAR = 0.01; // [m] that the leg of a runner lacks late in his stance

// memory
const expected = createTouchDown();
const goal = new Float64Array(2); // of the foot that is aimed, off the clip's
const swing = new Float64Array(4);
const landed = new Float64Array(4);
const base = new Float64Array(2);

/** Redirects feet when the plan has a new phase: the one that stands stays, the other goes where it will land. */
export function planFeet(walker: Walker, t: number): void {
  const { state, follower } = walker;
  const { plan } = state;
  const { start, duration } = plan.phase;
  // now and then the leg looks again where it gets to: the body has leaned since
  const left = start + duration - t;
  writeNearness(walker, left);
  const again = state.ticks % LOOK === 0 && left > LAST_LOOK && !isFree(plan) && plan.phase.kind !== 'double';
  const { step, kind } = plan.phase;
  const last = state.feetOf;
  const first = last.step < 0;
  // a foot that the body has left behind leaves the ground
  const own = stepOf(plan).measures.side === 'left' ? 0 : 1;
  follower.feet[1 - own]!.stands = kind === 'double' && follower.legs[1 - own]!.missing < BEHIND;
  const same = last.step === step && last.kind === kind && Math.abs(last.end - start - duration) < 1e-6;
  if (same && !again) {
    leaveBehind(walker, own, left);
    return;
  }
  if (plan.phase.to <= 1 && last.step !== step) {
    // down: it stays where it has come to, whatever the plan had in mind
    writeLanded(landed, walker, own, t, walker.reference.before);
    standAt(state.feet[own], landed[0], landed[1]);
    follower.feet[own].firm = 1;
  }
  last.step = step;
  last.kind = kind;
  last.end = start + duration;
  // a runner's next foot is on its way while the other one stands
  const ahead = kind === 'stance' ? advancePlan(plan, plan.phase.start + plan.phase.duration) : plan;
  if (ahead.count === plan.count && ahead.phase.to > 1) aimAhead(walker, t, (1 - own) as 0 | 1, ahead);
  else state.sunk[2] = sinkFor(walker, own, plan, plan.phase.start + plan.phase.duration);
  // … and the one that stands must reach it until he takes off
  if (kind === 'stance') state.sunk[2] = Math.max(state.sunk[2], sinkFor(walker, own, plan, start + duration));
  follower.feet[own].stands = kind !== 'flight';
  follower.feet[own].mayRise = kind === 'single' || kind === 'stance';
  follower.feet[1 - own]!.mayRise = kind === 'double';
  follower.feet[own].carries = kind !== 'flight';
  follower.feet[1 - own]!.carries = false;
  leaveBehind(walker, own, left);
  if (first) startOnFeet(walker);
}

/** A runner whose leg no longer reaches takes off sooner: a foot that held him back would throw him on when it leaves. `left`: time
 *  until the end of the phase [s]. */
function leaveBehind({ state, follower }: Walker, own: 0 | 1, left: number): void {
  const { kind, duration } = state.plan.phase;
  if (kind !== 'stance' || 2 * left > duration || !(follower.legs[own].lack > TOO_FAR)) return;
  follower.feet[own].stands = false;
  follower.feet[own].carries = false;
}

/** Notes how near the swinging foot is to landing. `left`: time until the end of the phase [s]. */
function writeNearness({ state, follower }: Walker, left: number): void {
  const { phase, planned } = state.plan;
  const step = stepOf(state.plan);
  const own = step.measures.side === 'left' ? 0 : 1;
  const until = phase.to > 1 ? left : left + (planned?.after ?? step.after);
  follower.feet[own].near = 0;
  follower.feet[1 - own]!.near = phase.kind === 'double' ? 0 : smoothstep(1 - until / LANDING);
}

/** Who was hit a moment ago has been standing already, as the clip does. */
function startOnFeet(walker: Walker): void {
  const { follower, state } = walker;
  for (const foot of follower.feet) {
    foot.firm = foot.stands ? 1 : 0;
    foot.hold = foot.carries ? 1 : 0;
  }
  for (const leg of follower.legs) {
    forgetPast(leg);
    leg.floor = follower.guard.floor;
  }
  follower.yielded.fill(0);
  state.rise.fill(0);
}

/** Where the foot that lands at t is, off the clip's, into out (x, z …): where it was sent, or where the leg could bring it. */
function writeLanded(out: Float64Array, walker: Walker, side: 0 | 1, t: number, pose: Float64Array): void {
  const { follower, ahead, body, state } = walker;
  writeOffset(out, state.feet[side], t);
  if (state.calm || !(follower.legs[side].missing > 2e-4 || isLate(follower.legs[side]))) return;
  forwardKinematics(body, ahead.ws, pose);
  const at = 3 * body.soles[side].foot;
  out[0] = follower.ws.segmentOrigin[at] - ahead.ws.segmentOrigin[at];
  out[1] = follower.ws.segmentOrigin[at + 2] - ahead.ws.segmentOrigin[at + 2];
}

/** Sends the swinging foot to where the next step needs it, as far as it gets. */
function aimAhead(walker: Walker, t: number, side: 0 | 1, plan: Plan): void {
  const { state, gait, follower } = walker;
  const next = stepAt(gait, plan.count + 1);
  writeOffsetAfter(goal, walker, plan);
  if (!isFree(plan)) {
    writeCarried(expected, plan, plan.phase);
    // a walker's trunk is held by the ankles as well as they can: what it has now is a better guess than what the model sees coming
    if (next.measures.gait === 'walk') heedGauge(gaugeOf(walker, plan.count + 1));
    const planned = planFreely(next, expected, plan.options, undefined, asideAhead(plan));
    if (planned) {
      const ahead = planned.forward.foot - next.forward.foot;
      shift(goal, axesOf(walker, plan.count + 1), ahead, planned.left.foot - next.left.foot);
    }
    comeWithinReach(goal, walker, side, t, plan);
  }
  const end = plan.phase.start + plan.phase.duration;
  if (follower.legs[side].missing > DRAWN) goOnDrawn(walker, side, t - TICK, end);
  else redirect(state.feet[side], t - TICK, goal, end);
  state.sunk[2] = sinkFor(walker, side, plan, end);
}

/** Puts what the real trunk does in place of what the model sees coming. */
function heedGauge({ lean, momentum }: Gauge): void {
  const { forward, left } = expected;
  forward.lean = lean[0];
  forward.h = momentum[0];
  forward.extra = momentum[0];
  left.lean = lean[1];
  left.h = momentum[1];
  left.extra = momentum[1];
}

/** A foot that its leg has drawn along goes to its goal from where it is, as fast as it is: a straight knee that let it wait would
 *  snap. */
function goOnDrawn({ follower, state }: Walker, side: 0 | 1, t: number, end: number): void {
  const { missing, pulled } = follower.legs[side];
  const share = 1 - DRAWN / missing;
  writeOffset(swing, state.feet[side], t);
  for (let k = 0; k < 2; k++) {
    swing[k] += share * pulled[k];
    swing[2 + k] += (pulled[k] - pulled[2 + k]) / TICK;
  }
  startFrom(state.feet[side], t, swing, goal, end);
}

/** The plan with the swinging foot where it has come to, when it lands by time t: the step is planned from there. */
export function withLanding(walker: Walker, plan: Plan, t: number): Plan {
  const { start, duration, to } = plan.phase;
  if (isFree(plan) || to <= 1 || t < start + duration) return plan;
  const next = stepAt(walker.gait, plan.count + 1);
  writeOffsetAfter(base, walker, plan);
  // the tick has only just begun: the reference still holds the last one's pose
  const side = next.measures.side === 'left' ? 0 : 1;
  writeLanded(landed, walker, side, t, walker.reference.q);
  writeOffset(swing, walker.state.feet[side], t);
  if (next.measures.gait === 'walk' && Math.hypot(landed[0] - swing[0], landed[1] - swing[1]) < AS_SENT) {
    landed.set(swing);
  }
  const x = landed[0] - base[0];
  const z = landed[1] - base[1];
  const { forward: f, left: l } = axesOf(walker, plan.count + 1);
  const ahead = next.forward.foot + x * f[0] + z * f[1];
  return { ...plan, landing: [ahead, next.left.foot + x * l[0] + z * l[1]] };
}
