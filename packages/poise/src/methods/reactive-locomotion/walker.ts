/**
 * A character that walks or runs on its clip, is hit, answers with body and footfalls, and returns to the clip. [Komura04]
 * The clip plays on; what the pendulum does beyond its undisturbed self is added to it.
 */
import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import { freedomCount } from '../../motion/skeleton.ts';
import type { Push } from '../balancer.ts';
import { createEndlessClip, type EndlessClip } from './endless-clip.ts';
import { addFade, type Fade } from './fade.ts';
import { createFollower, type Follower, stepFollower } from './follow-body.ts';
import { hitPlan } from './hit-plan.ts';
import { type ImportedGait, importGait } from './import-gait.ts';
import { checkedPlanner, type PlannerOptions } from './options.ts';
import type { PlanPhase } from './plan.ts';
import { BEYOND, planStep } from './plan-step.ts';
import { advancePlan, startPlan } from './planner.ts';
import { postureError } from './posture-error.ts';
import { createReference, extraAt, type Reference, shareAt, stepAxes, writeReference } from './reference.ts';
import { carried, type Gait, type Plan, stepAt, stepOf } from './running-plan.ts';
import { redirectWay, restAt, type Way, wayAt } from './smooth-way.ts';
import { offsetAt, redirected, type SwingOffset, standingOffset } from './swing-offset.ts';

/** Time between two inner steps [s]. */
export const TICK = 1 / 120;

const RETURN = 4; // [1/s] joints go back to the clip
const LAST_FADE = 0.3; // [s] in which the clip takes over again
const DEEPEST = 0.12; // of a leg: what more would be needed is left to straight knees
const REACH = 0.985; // of a leg: beyond this the body sinks
const LONGEST_SINK = 0.35; // [s]
const YAW_DECAY = 6; // [1/s] a twist of the whole body dies away

/** A hit that is being delivered, a share in each tick. */
interface Delivery {
  readonly push: Push;
  readonly ticks: number;
  readonly done: number;
}

/** What changes while the character walks, as plain data. */
export interface WalkerState {
  readonly plan: Plan;
  readonly ticks: number; // since the start
  readonly offset: readonly [x: number, z: number]; // of the old foot of the current step, from the clip's
  readonly feet: readonly [left: SwingOffset, right: SwingOffset];
  readonly feetOf: PlanPhase | undefined; // the phase that the feet were planned for
  readonly deliveries: readonly Delivery[];
  readonly sunk: Way; // [m] the body is lower than in the clip
  readonly twist: number; // [kg·m²/s] about up, beyond the clip's
  readonly fade: { readonly since: number; readonly fade: Fade } | undefined; // the clip has taken over, and this is left
}

export interface Walker {
  readonly body: Body;
  readonly endless: EndlessClip;
  readonly imported: ImportedGait;
  readonly gait: Gait;
  readonly follower: Follower;
  readonly reference: Reference;
  readonly ahead: Reference; // memory: the clip at the end of the phase
  readonly lean: Float64Array; // 3, memory
  readonly legLength: readonly [left: number, right: number]; // [m]
  state: WalkerState;
}

export function createWalker(body: Body, clip: Clip, options: Partial<PlannerOptions> = {}): Walker {
  const planner = checkedPlanner(options);
  const imported = importGait(body, clip, analyse(body, clip), planner.friction);
  const endless = createEndlessClip(body, clip, imported);
  const from = imported.placed.length - endless.steps.length;
  const gait: Gait = {
    steps: imported.gait.steps.slice(from),
    turns: imported.gait.turns.slice(from),
    loops: true,
  };
  const follower = createFollower(body, { dt: TICK, return: RETURN });
  const walker: Walker = {
    body,
    endless,
    imported,
    gait,
    follower,
    reference: createReference(endless),
    ahead: createReference(endless),
    lean: new Float64Array(3),
    legLength: [0, 1].map((side) => legLength(follower, side as 0 | 1)) as unknown as readonly [number, number],
    state: {
      plan: startAtFrame(endless, gait, planner, 0),
      ticks: 0,
      offset: [0, 0],
      feet: [standingOffset(0, 0), standingOffset(0, 0)],
      feetOf: undefined,
      deliveries: [],
      sunk: restAt(0),
      twist: 0,
      fade: undefined,
    },
  };
  writeReference(walker.reference, endless, walker.state.plan, 0, gait.steps.length);
  copyReference(walker);
  return walker;
}

function legLength(follower: Follower, side: 0 | 1): number {
  const { upper, lower, end } = follower.legs[side];
  const { offsets } = follower.body.skeleton;
  const length = (joint: number): number =>
    Math.hypot(offsets[3 * joint], offsets[3 * joint + 1], offsets[3 * joint + 2]);
  let sum = 0;
  for (let joint = end; joint !== upper && joint > 0; joint = follower.body.skeleton.parents[joint])
    sum += length(joint);
  return lower > 0 ? sum : Number.POSITIVE_INFINITY;
}

/** A plan that is at a frame of the clip; counted one lap ahead, so that frames before the first step have a step too. */
function startAtFrame(endless: EndlessClip, gait: Gait, options: PlannerOptions, frame: number): Plan {
  const n = endless.steps.length;
  let count = 0;
  let start = endless.steps[0]!.touchDown;
  while (start > frame && count > -n) {
    count--;
    const step = endless.steps[count + n]!;
    start -= step.next - step.touchDown;
  }
  const { touchDown: b, leave: c, next } = endless.steps[(count + n) % n]!;
  const inside = Math.max(0, frame - start);
  const share = inside < c - b ? inside / (c - b) : Math.min(2, 1 + (inside - (c - b)) / (next - c));
  return startPlan(gait, options, count + n, share, 0);
}

/** How far the body is turned from the clip's pose, along the axes of step `count`. */
function leanOf(walker: Walker, count: number): readonly [forward: number, left: number] {
  const { body, follower, reference, endless, gait, lean } = walker;
  forwardKinematics(body, follower.ws, follower.q);
  postureError(lean, body, follower.ws, reference.ws);
  const { forward: f, left: l } = stepAxes(endless, count - gait.steps.length);
  return [lean[0] * l[0] + lean[2] * l[1], -(lean[0] * f[0] + lean[2] * f[1])];
}

const timeOf = (state: WalkerState): number => state.ticks * TICK;

/** Delivered from the next tick on. */
export function pushWalker(walker: Walker, push: Push): void {
  if (push.impulse.every((part) => part === 0)) return;
  const ticks = Math.max(1, Math.round((push.duration ?? 0.1) / TICK));
  const { state } = walker;
  walker.state = { ...state, deliveries: [...state.deliveries, { push, ticks, done: 0 }] };
}

/** Goes on by one tick: q and v of the follower are the new state. */
export function tickWalker(walker: Walker): void {
  const { endless, gait, follower, reference } = walker;
  if (walker.state.plan.status === 'fall') return;
  deliver(walker);
  const before = walker.state;
  const t = timeOf(before) + TICK;
  const plan = advancePlan(before.plan, t, (count) => leanOf(walker, count));
  const stepped = plan.count > before.plan.count;
  const landed = offsetAfter(walker, before.plan);
  const offset = stepped ? landed : before.offset;
  walker.state = { ...before, plan, ticks: before.ticks + 1, offset };
  if (plan.status === 'fall') return;
  writeReference(reference, endless, plan, t, gait.steps.length);
  planFeet(walker, t);
  const free = plan.status === 'undisturbed' || plan.status === 'recovered';
  if (free) returnToClip(walker, t, before.plan.status);
  else {
    walker.state = { ...walker.state, fade: undefined };
    writeTargets(walker, t);
    stepFollower(follower);
  }
}

function deliver(walker: Walker): void {
  const { state, follower, endless, gait, body } = walker;
  if (state.deliveries.length === 0) return;
  const t = timeOf(state);
  let { plan, twist } = state;
  const axes = stepAxes(endless, plan.count - gait.steps.length);
  for (const { push, ticks, done } of state.deliveries) {
    // half a sine, as pushTrack has it: its part in this tick
    const part = (Math.cos((Math.PI * done) / ticks) - Math.cos((Math.PI * (done + 1)) / ticks)) / 2;
    const share = push.impulse.map((whole) => whole * part) as [number, number, number];
    const { forward: f, left: l } = axes;
    const arm = armOf(walker, push);
    const moment = [
      arm[1] * share[2] - arm[2] * share[1],
      arm[2] * share[0] - arm[0] * share[2],
      arm[0] * share[1] - arm[1] * share[0],
    ] as const;
    const m = body.totalMass;
    plan = hitPlan(plan, t, {
      velocity: [(share[0] * f[0] + share[2] * f[1]) / m, (share[0] * l[0] + share[2] * l[1]) / m],
      // up × forward is left, up × left is backward
      momentum: [moment[0] * l[0] + moment[2] * l[1], -(moment[0] * f[0] + moment[2] * f[1])],
    });
    twist += moment[1];
  }
  const deliveries = state.deliveries
    .map((delivery) => ({ ...delivery, done: delivery.done + 1 }))
    .filter(({ done, ticks }) => done < ticks);
  walker.state = { ...state, plan, twist, deliveries };
  follower.smooth.reference.change.fill(0);
}

/** From the centre of mass to where the push acts, now. */
function armOf(walker: Walker, { segment, pointInSegment }: Push): readonly [number, number, number] {
  const { ws } = walker.reference; // the clip's pose: near enough for a lever
  const at = (k: number): number => {
    if (pointInSegment === undefined) return ws.segmentCom[3 * segment + k];
    let sum = ws.segmentOrigin[3 * segment + k];
    for (let c = 0; c < 3; c++) sum += ws.worldFromSegment[9 * segment + 3 * k + c] * pointInSegment[c]!;
    return sum;
  };
  return [at(0) - ws.com[0], at(1) - ws.com[1], at(2) - ws.com[2]];
}

/** Offset of the foot that lands in the current step of `plan`. */
function offsetAfter({ state, endless, gait }: Walker, plan: Plan): readonly [number, number] {
  if (plan.planned === undefined) return state.offset;
  const step = stepOf(plan);
  return shiftedBy(state.offset, stepAxes(endless, plan.count - gait.steps.length), [
    plan.planned.forward.foot - step.forward.foot,
    plan.planned.left.foot - step.left.foot,
  ]);
}

const shiftedBy = (
  [x, z]: readonly [number, number],
  { forward, left }: ReturnType<typeof stepAxes>,
  [f, l]: readonly [number, number],
): readonly [number, number] => [x + f * forward[0] + l * left[0], z + f * forward[1] + l * left[1]];

/** Where the swinging foot is to land: what the next step will plan, if nothing else happens. */
function landingAhead(walker: Walker): { readonly to: readonly [number, number]; readonly time: number } | undefined {
  const { state, endless, gait } = walker;
  const { plan } = state;
  const { phase } = plan;
  if (phase.to <= 1) return undefined;
  const next = stepAt(gait, plan.count + 1);
  const { forward, left } = carried(plan);
  const settled = plan.status === 'undisturbed' || plan.status === 'recovered';
  const tight = settled ? undefined : planStep(next, forward, left, plan.options, { crossing: false });
  const planned =
    tight && tight.missing > BEYOND ? planStep(next, forward, left, plan.options, { crossing: true }) : tight;
  const base = offsetAfter(walker, plan);
  const time = phase.start + phase.duration;
  if (planned === undefined) return { to: base, time };
  const axes = stepAxes(endless, plan.count + 1 - gait.steps.length);
  const by = [planned.forward.foot - next.forward.foot, planned.left.foot - next.left.foot] as const;
  return { to: shiftedBy(base, axes, by), time };
}

/** Redirects feet: the one that stands has its step's offset, the other goes where it will land. */
function planFeet(walker: Walker, t: number): void {
  const { state } = walker;
  const { plan } = state;
  if (state.feetOf === plan.phase) return;
  const step = stepOf(plan);
  const own = step.measures.side === 'left' ? 0 : 1;
  const feet = [...state.feet] as [SwingOffset, SwingOffset];
  const landed = offsetAfter(walker, plan);
  if (plan.phase.to <= 1) feet[own] = standingOffset(landed[0], landed[1]);
  const ahead = landingAhead(walker);
  if (ahead) feet[1 - own] = redirected(feet[1 - own]!, t - TICK, ahead.to, ahead.time);
  walker.state = { ...state, feet, feetOf: plan.phase };
  if (plan.status === 'undisturbed') return;
  // legs reach their feet at the end of the phase: the body is on its way down, or up again, from now on
  const free = plan.status === 'recovered';
  const end = plan.phase.start + Math.min(plan.phase.duration, LONGEST_SINK);
  const sunk = redirectWay(state.sunk, t - TICK, free ? 0 : sinkNeeded(walker), end);
  walker.state = { ...walker.state, sunk };
}

/** Where the body is to be at the end of the tick. */
function writeTargets(walker: Walker, t: number): void {
  const { follower, reference, state, endless, gait } = walker;
  const { plan } = state;
  const axes = stepAxes(endless, plan.count - gait.steps.length);
  const { place, momentum } = extraAt(plan, t);
  const base = plan.phase.to <= 1 ? state.offset : offsetAfter(walker, plan);
  const [x, z] = shiftedBy(base, axes, place);
  writeFeet(walker, t);
  const sunk = wayAt(state.sunk, t)[0];
  const twist = state.twist * Math.exp(-YAW_DECAY * TICK);
  walker.state = { ...state, twist };
  const { ws } = reference;
  follower.com[0] = ws.com[0] + x;
  follower.com[1] = ws.com[1] - sunk;
  follower.com[2] = ws.com[2] + z;
  const { forward: f, left: l } = axes;
  follower.momentum[0] = ws.angularMomentum[0] + momentum[0] * l[0] - momentum[1] * f[0];
  follower.momentum[1] = ws.angularMomentum[1] + twist;
  follower.momentum[2] = ws.angularMomentum[2] + momentum[0] * l[1] - momentum[1] * f[1];
  // the pose to come back to is the clip's, where the body is now
  const { pose, smooth } = follower;
  for (let i = 0; i < pose.v.length; i++) smooth.reference.change[i] = reference.v[i] - pose.v[i];
  pose.q.set(reference.q);
  pose.q[0] += x;
  pose.q[1] -= sunk;
  pose.q[2] += z;
  pose.v.set(reference.v);
}

function writeFeet(walker: Walker, t: number): void {
  const { follower, reference, state, body } = walker;
  for (let side = 0; side < 2; side++) {
    const { foot } = body.soles[side]!;
    const [x, z] = offsetAt(state.feet[side]!, t);
    const { position, rotation } = follower.feet[side]!;
    position[0] = reference.ws.segmentOrigin[3 * foot] + x;
    position[1] = reference.ws.segmentOrigin[3 * foot + 1];
    position[2] = reference.ws.segmentOrigin[3 * foot + 2] + z;
    for (let k = 0; k < 4; k++) rotation[k] = reference.ws.segmentRotation[4 * foot + k];
  }
}

/** How much lower than in the clip the body must be at the end of the phase so that both legs reach their feet [m]. */
function sinkNeeded(walker: Walker): number {
  const { follower, ahead, state, legLength: lengths, endless, gait, body } = walker;
  const { plan, feet } = state;
  const { phase } = plan;
  const end = phase.start + phase.duration;
  writeReference(ahead, endless, plan, end, gait.steps.length);
  const axes = stepAxes(endless, plan.count - gait.steps.length);
  const base = phase.to <= 1 ? state.offset : offsetAfter(walker, plan);
  const [x, z] = shiftedBy(base, axes, extraAt(plan, end).place);
  const at = ahead.ws.segmentOrigin;
  let needed = 0;
  for (let side = 0; side < 2; side++) {
    const { upper } = follower.legs[side]!;
    const { foot } = body.soles[side]!;
    const offset = offsetAt(feet[side]!, end);
    const [dx, dy, dz] = [0, 1, 2].map((k) => at[3 * upper + k] - at[3 * foot + k]) as [number, number, number];
    const reach = Math.max(Math.hypot(dx, dy, dz), REACH * lengths[side]!);
    const across = Math.hypot(dx + x - offset[0], dz + z - offset[1]);
    needed = Math.max(needed, dy - Math.sqrt(Math.max(0, reach * reach - across * across)));
  }
  return Math.min(needed, DEEPEST * lengths[0]);
}

/** The clip's own pose at the walker's place, with what is left of the difference. */
function returnToClip(walker: Walker, t: number, before: Plan['status']): void {
  const { follower, reference, state, body } = walker;
  const { plan, offset } = state;
  const x = offset[0];
  const z = offset[1];
  reference.q[0] += x;
  reference.q[2] += z;
  if (plan.status === 'recovered' && before !== 'recovered') {
    const nv = freedomCount(body.skeleton);
    const fade: Fade = { offset: new Float64Array(nv), rate: new Float64Array(nv), duration: LAST_FADE };
    const turn = new Float64Array(4);
    // where the body would go on to, against where the clip goes
    difference(fade.offset, body.skeleton, reference.q, 0, follower.q, 0, 1, turn);
    for (let i = 0; i < nv; i++) {
      fade.rate[i] = follower.v[i] - reference.v[i];
      fade.offset[i] += follower.v[i] * TICK;
    }
    walker.state = { ...state, fade: { since: t, fade } };
  }
  const { fade } = walker.state;
  copyReference(walker);
  if (fade === undefined) return;
  addFade(fade.fade, body.skeleton, t - fade.since, 0, follower.q, follower.v);
  if (t - fade.since > LAST_FADE) walker.state = { ...walker.state, fade: undefined, sunk: restAt(0), twist: 0 };
}

function copyReference({ follower, reference }: Walker): void {
  follower.q.set(reference.q);
  follower.v.set(reference.v);
  follower.smooth.reference.previous.set(reference.v);
  follower.pose.v.set(reference.v);
}

/** Share of the step that the walker is in, for those who watch. */
export const shareOf = (walker: Walker): number => shareAt(walker.state.plan, timeOf(walker.state));
