/** Where feet go: the planner says where the next one should land, the leg and the time that is left say where it can. */

import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { smoothstep } from '../../math/ease.ts';
import { gaugeOf } from './lean-gauge.ts';
import { forgetPast, isLate } from './leg-past.ts';
import { advancePlan, type Gauge, isFree, planFreely } from './planner.ts';
import { REACH } from './reach-feet.ts';
import { type StepAxes, writeExtraPlace, writeReference } from './reference.ts';
import { createTouchDown, type Plan, stepAt, stepOf, writeCarried } from './running-plan.ts';
import { asideAhead } from './settled.ts';
import { redirect, standAt, startFrom, writeOffset } from './swing-offset.ts';
import { reachBeside } from './swing-range.ts';
import { axesOf, shift, TICK, type Walker, writeBase, writeOffsetAfter } from './walker-state.ts';

const LOOK = 6; // [ticks]
const LAST_LOOK = 0.07; // [s] before the end of a phase
const QUINTIC = 5.77; // peak acceleration of a smooth way of 1 m in 1 s
const STRETCHED = 0.978; // of a leg: further away no foot is put down
const AHEAD = 0.5; // of the time that is left: for as long hips go on leaving the centre of mass as they do now
const LANDING = 0.12; // [s] before its landing a foot comes down to the floor, wherever that is
const DRAWN = 0.01; // [m] that a swinging foot is off its way before it is sent anew from where it is
const BEHIND = 0.07; // [m] that the leg of a foot lacks which is about to leave
const TOO_FAR = 0.01; // [m] that the leg of a runner lacks late in his stance
const DEEPEST = 0.18; // of a leg: more than this the body does not sink
export const SINKING = 8; // [m/s²] that it sinks with at most
const AHEAD_COUNTS = 0.4; // of what a foot lands beside its place counts what it lands short of it

// memory
const expected = createTouchDown();
const goal = new Float64Array(2); // of the foot that is aimed, off the clip's
const swing = new Float64Array(4);
const landed = new Float64Array(4);
const base = new Float64Array(2);
const before = new Float64Array(2);
const after = new Float64Array(2);
const extra = new Float64Array(2);
/** The hip: x and z [m] of the offset that would put the foot right below it; how far below; how far the clip's foot is. */
const hip = { x: 0, z: 0, below: 0, own: 0 };

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
    const planned = planFreely(next, expected, plan.options, undefined, asideAhead(plan, expected));
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
  writeLanded(landed, walker, next.measures.side === 'left' ? 0 : 1, t, walker.reference.q);
  const x = landed[0] - base[0];
  const z = landed[1] - base[1];
  const { forward: f, left: l } = axesOf(walker, plan.count + 1);
  const ahead = next.forward.foot + x * f[0] + z * f[1];
  return { ...plan, landing: [ahead, next.left.foot + x * l[0] + z * l[1]] };
}

/** Moves a place to the nearest one that foot and leg get to in time. */
function comeWithinReach(place: Float64Array, walker: Walker, side: 0 | 1, t: number, plan: Plan): void {
  const { state, follower } = walker;
  const end = plan.phase.start + plan.phase.duration;
  const left = Math.max(0, end - t + TICK);
  writeHip(walker, side, plan, end);
  writeOffset(swing, state.feet[side], t - TICK);
  // where it comes to rest by itself, and how far from there it can be sent
  const restX = swing[0] + (swing[2] * left) / 2;
  const restZ = swing[1] + (swing[3] * left) / 2;
  comeWithin(place, restX, restZ, reachBeside(aheadOf(walker, side, left), left));
  const { length } = follower.legs[side];
  const deepest = Math.min(DEEPEST * length, state.sunk[0] + (SINKING * left * left) / QUINTIC);
  const reach = Math.max(hip.own, STRETCHED * length);
  const height = Math.max(0, hip.below - deepest);
  comeBelowHip(place, axesOf(walker, plan.count + 1), Math.sqrt(Math.max(0, reach * reach - height * height)));
}

/** How far [m] from where it would come to rest by itself the clip takes a foot in the time that is left. walker.ahead holds the
 *  clip at the end of it. */
function aheadOf({ reference, ahead, body }: Walker, side: 0 | 1, left: number): number {
  const at = 3 * body.soles[side].foot;
  const { segmentOrigin: now, originVelocity: rate } = reference.ws;
  const then = ahead.ws.segmentOrigin;
  const x = then[at] - now[at] - (rate[at] * left) / 2;
  const z = then[at + 2] - now[at + 2] - (rate[at + 2] * left) / 2;
  return Math.hypot(x, z);
}

/** Moves a place towards (x, z), as far as it is further away than `radius`. */
function comeWithin(place: Float64Array, x: number, z: number, radius: number): void {
  const far = Math.hypot(place[0] - x, place[1] - z);
  if (far <= radius) return;
  place[0] = x + ((place[0] - x) * radius) / far;
  place[1] = z + ((place[1] - z) * radius) / far;
}

const ROUNDS = 6;

/** Moves a place to one within `radius` of the hip. It gives up more of its way ahead than of its way aside: the next step makes up
 *  for that more easily. Symbols: a, b from the hip, ahead and aside; least w (a − a₀)² + (b − b₀)² on the circle is at
 *  a = w a₀/(w + λ), b = b₀/(1 + λ). */
function comeBelowHip(place: Float64Array, { forward: f, left: l }: StepAxes, radius: number): void {
  const x = place[0] - hip.x;
  const z = place[1] - hip.z;
  const ahead = x * f[0] + z * f[1];
  const aside = x * l[0] + z * l[1];
  if (!(ahead * ahead + aside * aside > radius * radius)) return;
  let a = ahead;
  let b = aside;
  let λ = 0;
  // Newton on 1/length, which is nearly straight in λ
  for (let round = 0; round < ROUNDS; round++) {
    const length = Math.sqrt(a * a + b * b);
    const slope = (a * a) / (AHEAD_COUNTS + λ) + (b * b) / (1 + λ);
    λ += ((length / Math.max(1e-3, radius) - 1) * length * length) / slope;
    a = (AHEAD_COUNTS * ahead) / (AHEAD_COUNTS + λ);
    b = aside / (1 + λ);
  }
  place[0] = hip.x + a * f[0] + b * l[0];
  place[1] = hip.z + a * f[1] + b * l[1];
}

/** Writes where the hip is when the plan is at time `at`. */
function writeHip(walker: Walker, side: 0 | 1, plan: Plan, at: number): void {
  const { follower, ahead, endless, laps, body, state } = walker;
  const { off } = follower;
  writeReference(ahead, endless, plan, at, laps);
  // a leaning trunk has its hips on the other side of the centre of mass, and goes on leaning
  const now = state.ticks * TICK;
  const start = Math.max(plan.phase.start, now - TICK);
  writePlanned(base, walker, plan, at);
  writePlanned(before, walker, plan, start);
  writePlanned(after, walker, plan, start + TICK);
  const going = AHEAD * Math.max(0, Math.min(0.3, at - now));
  const x = base[0] + off[0] - state.place[0] + going * (off[6] - (after[0] - before[0]) / TICK);
  const z = base[1] + off[2] - state.place[1] + going * (off[8] - (after[1] - before[1]) / TICK);
  const origin = ahead.ws.segmentOrigin;
  const upper = 3 * follower.legs[side].limb.upper;
  const foot = 3 * body.soles[side].foot;
  const dx = origin[upper] - origin[foot];
  const dy = origin[upper + 1] - origin[foot + 1];
  const dz = origin[upper + 2] - origin[foot + 2];
  // … and, in a walk, higher than the clip has them
  const flies = stepOf(plan).measures.gait === 'run';
  const flatter = (1 - state.bob[0]) * Math.max(0, walker.reference.ws.com[1] - walker.lowest);
  const raised = off[1] + state.sunk[0] + flatter;
  hip.x = dx + x;
  hip.z = dz + z;
  hip.below = dy + (flies ? 0 : raised);
  hip.own = Math.hypot(dx, dy, dz);
}

/** Where the plan has the centre of mass, off the clip's, over the floor [m], into out (x, z). */
function writePlanned(out: Float64Array, walker: Walker, plan: Plan, at: number): void {
  writeBase(out, walker, plan);
  writeExtraPlace(extra, plan, at);
  shift(out, axesOf(walker, plan.count), extra[0], extra[1]);
}

/** How much lower than in the clip the body must be at a time so that a leg reaches its foot [m]. */
function sinkFor(walker: Walker, side: 0 | 1, plan: Plan, at: number): number {
  const { state, follower } = walker;
  if (isFree(state.plan)) return 0;
  const { length } = follower.legs[side];
  writeHip(walker, side, plan, at);
  writeOffset(swing, state.feet[side], at);
  const reach = Math.max(hip.own, REACH * length);
  const across = Math.hypot(hip.x - swing[0], hip.z - swing[1]);
  const needed = hip.below - Math.sqrt(Math.max(0, reach * reach - across * across));
  return Math.max(0, Math.min(needed, DEEPEST * length));
}
