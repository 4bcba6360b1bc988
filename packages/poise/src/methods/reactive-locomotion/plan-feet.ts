/** Where feet go: the planner says where the next one should land, the leg and the time that is left say where it can. */

import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { smoothstep } from '../../math/ease.ts';
import { gaugeOf } from './lean-gauge.ts';
import { advancePlan, isFree, planFreely } from './planner.ts';
import { REACH } from './reach-feet.ts';
import { extraAt, writeReference } from './reference.ts';
import { carried, type Plan, stepAt, stepOf } from './running-plan.ts';
import { asideAhead } from './settled.ts';
import { offsetAt, redirected, type SwingOffset, standingOffset, startedFrom, velocityAt } from './swing-offset.ts';
import { reachBeside } from './swing-range.ts';
import { axesOf, baseOf, offsetAfter, shiftedBy, TICK, type Walker } from './walker-state.ts';

const LOOK = 6; // [ticks]
const LAST_LOOK = 0.07; // [s] before the end of a phase
const QUINTIC = 5.77; // peak acceleration of a smooth way of 1 m in 1 s
const STRETCHED = 0.978; // of a leg: further away no foot is put down
const AHEAD = 0.5; // of the time that is left: for as long hips go on leaving the centre of mass as they do now
const LANDING = 0.12; // [s] before its landing a foot comes down to the floor, wherever that is
const DRAWN = 0.01; // [m] that a swinging foot is off its way before it is sent anew from where it is
const BEHIND = 0.07; // [m] that the leg of a foot lacks which is about to leave
const DEEPEST = 0.12; // of a leg: more than this the body does not sink
export const SINKING = 3.5; // [m/s²] that it sinks with at most

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
  // a foot that the body has left behind leaves the ground
  const own = stepOf(plan).measures.side === 'left' ? 0 : 1;
  follower.feet[1 - own]!.stands = kind === 'double' && follower.legs[1 - own]!.missing < BEHIND;
  const same = last?.step === step && last.kind === kind && Math.abs(last.end - start - duration) < 1e-6;
  if (same && !again) return;
  const feet = [...state.feet] as [SwingOffset, SwingOffset];
  if (plan.phase.to <= 1 && state.feetOf?.step !== plan.phase.step) {
    // down: it stays where it has come to, whatever the plan had in mind
    feet[own] = standingOffset(...landedAt(walker, own, offsetAt(feet[own], t)));
    follower.feet[own].firm = 1;
  }
  walker.state = { ...state, feet, feetOf: { step, kind, end: start + duration } };
  // a runner's next foot is on its way while the other one stands
  const ahead = kind === 'stance' ? advancePlan(plan, plan.phase.start + plan.phase.duration) : plan;
  if (ahead.count === plan.count && ahead.phase.to > 1) aimAhead(walker, t, (1 - own) as 0 | 1, ahead);
  else sinkTo(walker, sinkFor(walker, own, plan, plan.phase.start + plan.phase.duration));
  follower.feet[own].stands = kind !== 'flight';
  follower.feet[own].mayRise = kind === 'single' || kind === 'stance';
  follower.feet[1 - own]!.mayRise = kind === 'double';
  follower.feet[own].carries = kind !== 'flight';
  follower.feet[1 - own]!.carries = false;
  if (last === undefined) startOnFeet(walker);
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
    leg.rise = 0;
    leg.bend = -1;
    leg.bent = -1;
  }
  follower.yielded.fill(0);
  walker.state = { ...walker.state, rise: state.rise.map(() => [0, 0] as const) as unknown as typeof state.rise };
}

function sinkTo(walker: Walker, needed: number): void {
  const { state } = walker;
  walker.state = { ...state, sunk: [state.sunk[0], state.sunk[1], needed] };
}

/** Where the foot that has just landed is: where it was sent, or where the leg could bring it. */
function landedAt(walker: Walker, side: 0 | 1, sent: readonly [number, number]): readonly [number, number] {
  const { follower, reference, ahead, body } = walker;
  if (!(follower.legs[side].missing > 2e-4) || walker.state.calm) return sent;
  // both as they were in the last tick
  forwardKinematics(body, ahead.ws, reference.before);
  const at = 3 * body.soles[side].foot;
  return [0, 2].map((k) => follower.ws.segmentOrigin[at + k] - ahead.ws.segmentOrigin[at + k]) as [number, number];
}

/** Sends the swinging foot to where the next step needs it, as far as it gets. */
function aimAhead(walker: Walker, t: number, side: 0 | 1, plan: Plan): void {
  const { state, gait } = walker;
  const next = stepAt(gait, plan.count + 1);
  const expected = carried(plan);
  // the trunk is held by the ankles as well as they can: what it has now is a better guess than what the model sees coming
  const { lean, momentum } = gaugeOf(walker, plan.count + 1);
  const forward = { ...expected.forward, lean: lean[0], h: momentum[0], extra: momentum[0] };
  const left = { ...expected.left, lean: lean[1], h: momentum[1], extra: momentum[1] };
  const free = plan.status === 'undisturbed' || plan.status === 'recovered';
  const landed = { forward, left };
  const planned = free ? undefined : planFreely(next, landed, plan.options, undefined, asideAhead(plan, landed));
  const base = offsetAfter(walker, plan);
  const axes = axesOf(walker, plan.count + 1);
  const by = planned ? [planned.forward.foot - next.forward.foot, planned.left.foot - next.left.foot] : [0, 0];
  const wanted = shiftedBy(base, axes, by as [number, number]);
  const end = plan.phase.start + plan.phase.duration;
  const feet = [...state.feet] as [SwingOffset, SwingOffset];
  const to = free ? wanted : withinReach(walker, side, wanted, t, plan);
  feet[side] = drawnAlong(walker, side, t - TICK, to, end) ?? redirected(feet[side], t - TICK, to, end);
  walker.state = { ...state, feet };
  sinkTo(walker, sinkFor(walker, side, plan, end));
}

/** A foot that its leg has drawn along goes on from where it is, as fast as it is: a straight knee that let it wait would snap. */
function drawnAlong(
  { follower, state }: Walker,
  side: 0 | 1,
  t: number,
  to: readonly [number, number],
  end: number,
): SwingOffset | undefined {
  const { missing, pulled } = follower.legs[side];
  if (!(missing > DRAWN)) return undefined;
  const share = 1 - DRAWN / missing;
  const [x, z] = offsetAt(state.feet[side], t);
  const [vx, vz] = velocityAt(state.feet[side], t);
  const velocity = [vx + (pulled[0] - pulled[2]) / TICK, vz + (pulled[1] - pulled[3]) / TICK] as const;
  return startedFrom(t, [x + share * pulled[0], z + share * pulled[1]], velocity, to, end);
}

/** The plan with the swinging foot where it has come to, when it lands by time t: the step is planned from there. */
export function withLanding(walker: Walker, plan: Plan, t: number): Plan {
  const { start, duration, to } = plan.phase;
  if (isFree(plan) || to <= 1 || t < start + duration) return plan;
  const next = stepAt(walker.gait, plan.count + 1);
  const side = next.measures.side === 'left' ? 0 : 1;
  const [bx, bz] = offsetAfter(walker, plan);
  const [x, z] = landedAt(walker, side, offsetAt(walker.state.feet[side], t));
  const { forward: f, left: l } = axesOf(walker, plan.count + 1);
  const ahead = next.forward.foot + (x - bx) * f[0] + (z - bz) * f[1];
  return { ...plan, landing: [ahead, next.left.foot + (x - bx) * l[0] + (z - bz) * l[1]] };
}

/** The nearest place to `wanted` that foot and leg get to in time. */
function withinReach(
  walker: Walker,
  side: 0 | 1,
  wanted: readonly [number, number],
  t: number,
  plan: Plan,
): readonly [number, number] {
  const { state, follower } = walker;
  const end = plan.phase.start + plan.phase.duration;
  const left = Math.max(0, end - t + TICK);
  const { hip, below, own } = hipAbove(walker, side, plan, end);
  const [x0, z0] = offsetAt(state.feet[side], t - TICK);
  const [vx, vz] = velocityAt(state.feet[side], t - TICK);
  // where it comes to rest by itself, and how far from there it can be sent
  const rest = [x0 + (vx * left) / 2, z0 + (vz * left) / 2] as const;
  const place = within(wanted, rest, reachBeside(aheadOf(walker, side, left), left));
  const deepest = Math.min(DEEPEST * follower.legs[side].length, state.sunk[0] + (SINKING * left * left) / QUINTIC);
  const reach = Math.max(own, STRETCHED * follower.legs[side].length);
  const height = Math.max(0, below - deepest);
  return within(place, hip, Math.sqrt(Math.max(0, reach * reach - height * height)));
}

/** How far [m] from where it would come to rest by itself the clip takes a foot in the time that is left. walker.ahead holds the
 *  clip at the end of it. */
function aheadOf({ reference, ahead, body }: Walker, side: 0 | 1, left: number): number {
  const at = 3 * body.soles[side].foot;
  const { segmentOrigin, originVelocity } = reference.ws;
  const way = (k: 0 | 2): number =>
    ahead.ws.segmentOrigin[at + k] - segmentOrigin[at + k] - (originVelocity[at + k] * left) / 2;
  return Math.hypot(way(0), way(2));
}

function within(
  [x, z]: readonly [number, number],
  [cx, cz]: readonly [number, number],
  radius: number,
): readonly [number, number] {
  const far = Math.hypot(x - cx, z - cz);
  return far <= radius ? [x, z] : [cx + ((x - cx) * radius) / far, cz + ((z - cz) * radius) / far];
}

/** The hip when the plan is at time `at`: as an offset that would put the foot right below it, how far below, and how far the
 *  clip's foot is. */
function hipAbove(walker: Walker, side: 0 | 1, plan: Plan, at: number) {
  const { follower, ahead, endless, laps, body } = walker;
  writeReference(ahead, endless, plan, at, laps);
  const [cx, cz] = placeAt(walker, plan, at);
  // a leaning trunk has its hips on the other side of the centre of mass, and goes on leaning
  const { place, ticks } = walker.state;
  const now = ticks * TICK;
  const [x0, z0] = placeAt(walker, plan, Math.max(plan.phase.start, now - TICK));
  const [x1, z1] = placeAt(walker, plan, Math.max(plan.phase.start, now - TICK) + TICK);
  const going = AHEAD * Math.max(0, Math.min(0.3, at - now));
  const x = cx + follower.off[0] - place[0] + going * (follower.off[6] - (x1 - x0) / TICK);
  const z = cz + follower.off[2] - place[1] + going * (follower.off[8] - (z1 - z0) / TICK);
  const origin = ahead.ws.segmentOrigin;
  const { upper } = follower.legs[side].limb;
  const { foot } = body.soles[side];
  const d = [0, 1, 2].map((k) => origin[3 * upper + k] - origin[3 * foot + k]) as [number, number, number];
  // … and, in a walk, higher than the clip has them
  const flies = stepOf(plan).measures.gait === 'run';
  const { sunk, bob } = walker.state;
  const flatter = (1 - bob[0]) * Math.max(0, walker.reference.ws.com[1] - walker.lowest);
  const raised = follower.off[1] + sunk[0] + flatter;
  const below = d[1] + (flies ? 0 : raised);
  return { hip: [d[0] + x, d[2] + z] as const, below, own: Math.hypot(...d) };
}

/** Where the plan has the centre of mass, off the clip's, over the floor [m]. */
const placeAt = (walker: Walker, plan: Plan, at: number): readonly [number, number] =>
  shiftedBy(baseOf(walker, plan), axesOf(walker, plan.count), extraAt(plan, at).place);

/** How much lower than in the clip the body must be at a time so that a leg reaches its foot [m]. */
function sinkFor(walker: Walker, side: 0 | 1, plan: Plan, at: number): number {
  const { state, follower } = walker;
  if (state.plan.status === 'undisturbed' || state.plan.status === 'recovered') return 0;
  const { length } = follower.legs[side];
  const { hip, below, own } = hipAbove(walker, side, plan, at);
  const [x, z] = offsetAt(state.feet[side], at);
  const reach = Math.max(own, REACH * length);
  const across = Math.hypot(hip[0] - x, hip[1] - z);
  const needed = below - Math.sqrt(Math.max(0, reach * reach - across * across));
  return Math.max(0, Math.min(needed, DEEPEST * length));
}
