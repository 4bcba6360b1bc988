/** Hits reach the body over their duration: a share in each tick. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { PUSH_DURATION, type Push, pushShare, writePushPoint } from '../../gait/push.ts';
import type { Follower } from './follow-body.ts';
import { hitPlan } from './hit-plan.ts';
import { stepOf } from './running-plan.ts';
import { writeOffset } from './swing-offset.ts';
import { ON_ITS_WAY } from './swing-range.ts';
import { addPush } from './torque-check.ts';
import { axesOf, type Delivery, TICK, timeOf, type Walker, writeOffsetAfter } from './walker-state.ts';

const LOOK = 4; // [ticks] after which a landing is chosen anew while a push goes on
const FOLDING = 1; // [m/s] that a body sinks or rises with after a blow from above or below
const ARM = 0.5; // [m] below the shoulder at which an arm's mass lags behind a blow to the trunk

// memory
const arm = new Float64Array(3);
const force = new Float64Array(3);
const place = new Float64Array(3);
const foot = new Float64Array(4);
const base = new Float64Array(2);
const swing = new Float64Array(4);
const sum = new Float64Array(6); // impulse, then its moment about the centre of mass
const hit = { velocity: [0, 0] as [number, number], momentum: [0, 0] as [number, number] };

/** Takes this tick's share of every hit into the plan. */
export function deliver(walker: Walker): void {
  const { state, follower, body } = walker;
  const { deliveries } = state;
  if (state.calm && deliveries.length > 0) forwardKinematics(body, follower.ws, follower.q);
  sumHits(walker, deliveries);
  if (deliveries.length === 0) return;
  let last = false;
  for (const { done, ticks } of deliveries) {
    last ||= done + 1 === ticks || done % LOOK === 0;
    if (done === 0) follower.startled[0] = 0;
  }
  const m = body.totalMass;
  writeHit(walker, m);
  state.plan = hitPlan(state.plan, timeOf(state), hit, !last, swingOf(walker));
  lagArms(follower, m);
  // a blow from above bends the knees, no faster than a leg folds
  state.sunk[1] = folding(state.sunk[1] - sum[1] / m);
  state.calm = false;
  passTick(deliveries);
}

/** Arms stay behind what was summed last: up × Δv over their length. m: mass [kg]. */
export function lagArms({ arms }: Follower, m: number): void {
  for (let side = 0; side <= 3; side += 3) {
    arms[6 + side] += sum[2] / m / ARM;
    arms[8 + side] -= sum[0] / m / ARM;
  }
}

/** [m/s] that a body sinks with which a blow would have sink with `rate`. */
export const folding = (rate: number): number => Math.max(-FOLDING, Math.min(FOLDING, rate));

type Mover = Pick<Walker, 'follower' | 'reference'>;

/** What all hits bring in this tick: impulse (3) [N·s] and its moment (3) about the centre of mass, in memory that the next call
 *  writes over. The follower's guard and torques know of it afterwards. */
export function sumHits(mover: Mover, deliveries: readonly Delivery[]): Float64Array {
  const { guard, torques } = mover.follower;
  torques.pushes.fill(0);
  sum.fill(0);
  for (const delivery of deliveries) addShare(mover, delivery);
  for (let k = 0; k < 6; k++) guard.push[k] = sum[k] / TICK;
  return sum;
}

/** Adds what a hit does in this tick to the sum and to the torques. */
function addShare(mover: Mover, delivery: Delivery): void {
  const { follower } = mover;
  const { push } = delivery;
  const part = shareOfTick(delivery);
  writeArm(mover, push);
  const x = push.impulse[0] * part;
  const y = push.impulse[1] * part;
  const z = push.impulse[2] * part;
  sum[0] += x;
  sum[1] += y;
  sum[2] += z;
  sum[3] += arm[1] * z - arm[2] * y;
  sum[4] += arm[2] * x - arm[0] * z;
  sum[5] += arm[0] * y - arm[1] * x;
  force[0] = x / TICK;
  force[1] = y / TICK;
  force[2] = z / TICK;
  for (let k = 0; k < 3; k++) place[k] = follower.ws.com[k] + arm[k];
  addPush(follower.torques, push.segment, force, place);
}

/** The sum as the planner counts it, along forward and left of the current step. m: mass [kg]. */
function writeHit(walker: Walker, m: number): void {
  const { forward: f, left: l } = axesOf(walker, walker.state.plan.count);
  hit.velocity[0] = (sum[0] * f[0] + sum[2] * f[1]) / m;
  hit.velocity[1] = (sum[0] * l[0] + sum[2] * l[1]) / m;
  // up × forward is left, up × left is backward
  hit.momentum[0] = sum[3] * l[0] + sum[5] * l[1];
  hit.momentum[1] = -(sum[3] * f[0] + sum[5] * f[1]);
}

/** How a walker's swinging foot is on its way: see farToGo. */
function swingOf(walker: Walker): Float64Array {
  const { plan, feet, calm } = walker.state;
  if (calm || plan.phase.kind !== 'single') return ON_ITS_WAY;
  writeOffset(foot, feet[stepOf(plan).measures.side === 'left' ? 1 : 0], timeOf(walker.state));
  writeOffsetAfter(base, walker, plan);
  const { forward: f, left: l } = axesOf(walker, plan.count + 1);
  const x = foot[0] - base[0];
  const z = foot[1] - base[1];
  swing[0] = x * f[0] + z * f[1];
  swing[1] = x * l[0] + z * l[1];
  swing[2] = foot[2] * f[0] + foot[3] * f[1];
  swing[3] = foot[2] * l[0] + foot[3] * l[1];
  return swing;
}

/** One more tick of each hit is done; those that are over are taken out. */
export function passTick(deliveries: Delivery[]): void {
  let kept = 0;
  for (const delivery of deliveries) {
    delivery.done++;
    if (delivery.done < delivery.ticks) deliveries[kept++] = delivery;
  }
  deliveries.length = kept;
}

/** Part of a push that falls into the half ticks before and after the start of its next tick: there the velocity changes. */
const shareOfTick = ({ ticks, done }: Delivery): number => pushShare(done - 0.5, 1, ticks - 1);

/** Ticks at whose start a push changes the velocity: it begins with the first and ends with the last. */
export const ticksOf = ({ duration = PUSH_DURATION }: Push): number => Math.max(1, Math.round(duration / TICK)) + 1;

/** From the centre of mass to where the push acts, now. */
function writeArm({ reference }: Mover, push: Push): void {
  const { ws } = reference; // the clip's pose: near enough for a lever
  writePushPoint(arm, push, ws);
  for (let k = 0; k < 3; k++) arm[k] -= ws.com[k];
}
