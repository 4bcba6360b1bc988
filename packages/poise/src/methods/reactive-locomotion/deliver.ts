/** Hits reach the body over their duration, half a sine as pushTrack has it: a share in each tick. */
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Push } from '../balancer.ts';
import { hitPlan } from './hit-plan.ts';
import { addPush } from './torque-check.ts';
import { axesOf, type Delivery, TICK, timeOf, type Walker } from './walker-state.ts';

const LOOK = 4; // [ticks] after which a landing is chosen anew while a push goes on
const ARM = 0.5; // [m] below the shoulder at which an arm's mass lags behind a blow to the trunk

const force = new Float64Array(3);
const place = new Float64Array(3);

/** Takes this tick's share of every hit into the plan. */
export function deliver(walker: Walker): void {
  const { state, follower, body } = walker;
  follower.guard.push.fill(0);
  follower.torques.pushes.fill(0);
  if (state.deliveries.length === 0) return;
  if (state.calm) forwardKinematics(body, follower.ws, follower.q);
  const t = timeOf(state);
  const { forward: f, left: l } = axesOf(walker, state.plan.count);
  const m = body.totalMass;
  const sum = new Float64Array(6); // impulse, then its moment about the centre of mass
  for (const delivery of state.deliveries) {
    const { push } = delivery;
    const part = shareOfTick(delivery);
    const share = push.impulse.map((whole) => whole * part) as [number, number, number];
    const arm = armOf(walker, push);
    for (let k = 0; k < 3; k++) sum[k] += share[k]!;
    sum[3] += arm[1] * share[2] - arm[2] * share[1];
    sum[4] += arm[2] * share[0] - arm[0] * share[2];
    sum[5] += arm[0] * share[1] - arm[1] * share[0];
    for (let k = 0; k < 3; k++) {
      force[k] = share[k]! / TICK;
      place[k] = follower.ws.com[k] + arm[k]!;
    }
    addPush(follower.torques, push.segment, force, place);
  }
  for (let k = 0; k < 6; k++) follower.guard.push[k] = sum[k] / TICK;
  const last = state.deliveries.some(({ done, ticks }) => done + 1 === ticks || done % LOOK === 0);
  const hit = {
    velocity: [(sum[0] * f[0] + sum[2] * f[1]) / m, (sum[0] * l[0] + sum[2] * l[1]) / m],
    // up × forward is left, up × left is backward
    momentum: [sum[3] * l[0] + sum[5] * l[1], -(sum[3] * f[0] + sum[5] * f[1])],
  } as const;
  const plan = hitPlan(state.plan, t, hit, !last);
  // arms stay behind: up × Δv over their length
  for (const side of [0, 3]) {
    follower.arms[6 + side] += sum[2] / m / ARM;
    follower.arms[8 + side] -= sum[0] / m / ARM;
  }
  const deliveries = state.deliveries
    .map((delivery) => ({ ...delivery, done: delivery.done + 1 }))
    .filter(({ done, ticks }) => done < ticks);
  const [depth, rate, needed] = state.sunk;
  walker.state = {
    ...state,
    plan,
    deliveries,
    sunk: [depth, rate - sum[1] / m, needed],
    calm: false,
  };
}

/** Part of a push that falls into the half ticks before and after the start of its next tick: there the velocity changes. */
export function shareOfTick({ ticks, done }: Delivery): number {
  const n = ticks - 1;
  const delivered = (tick: number): number => (1 - Math.cos((Math.PI * Math.max(0, Math.min(n, tick))) / n)) / 2;
  return delivered(done + 0.5) - delivered(done - 0.5);
}

/** Ticks at whose start a push changes the velocity: it begins with the first and ends with the last. */
export const ticksOf = ({ duration = 0.1 }: Push): number => Math.max(1, Math.round(duration / TICK)) + 1;

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
