/** Where the body is to be at the end of a tick: the clip, and what the plan adds to it. */
import { settle } from '../../math/settle.ts';
import { clipTime, lapOf } from './endless-clip.ts';
import { gaugeOf } from './lean-gauge.ts';
import { SINKING } from './plan-feet.ts';
import { type FootTarget, type Leg, MOST_RISE, settleFoot } from './reach-feet.ts';
import { extraAt, shareAt } from './reference.ts';
import { solveSmall } from './solve-small.ts';
import { offsetAt, type SwingOffset } from './swing-offset.ts';
import { goRound } from './swing-round.ts';
import { axesOf, baseOf, shiftedBy, TICK, type Walker } from './walker-state.ts';
import { addSole, liftFeet, writeClipForces } from './zmp-guard.ts';

const RETURN = 4; // [1/s] the lean comes to the planned one
const SINK = 12; // [1/s] how the body goes to the height it needs
const RISING = 8; // [rad/s] that a heel comes up with at most
const QUICKENING = 250; // [rad/s²] … and its rate changes by
const HEEL = 14; // [1/s] a risen heel goes back in the swing
export const REST = 0.6; // [s] in which the last of a difference dies away

const LIFTED = 0.005; // [m] that a foot hangs above the ground which its leg does not reach: it carries nothing

/** Writes centre of mass, momentum and feet. The reference holds the clip at time t, with mean velocities. */
export function writeTargets(walker: Walker, t: number): void {
  const { follower, reference, state } = walker;
  const { plan } = state;
  const axes = axesOf(walker, plan.count);
  const extra = extraAt(plan, t);
  const [bx, bz] = shiftedBy(baseOf(walker, plan), axes, extra.place);
  const since = state.rest ? t - state.rest.since : REST;
  const left = ([offset, rate]: readonly [number, number] = [0, 0]): number => settle(offset, rate, REST, since);
  const x = bx + left(state.rest?.x);
  const z = bz + left(state.rest?.z);
  const sunk = sinkOn(walker);
  const bob = bobOn(walker);
  walker.state = { ...state, sunk: [sunk[0], sunk[1], state.sunk[2]], bob, place: [x, z] };
  writeFeet(walker, t);
  const { ws } = reference;
  follower.com[0] = ws.com[0] + x;
  follower.com[1] = ws.com[1] - sunk[0] - (1 - bob[0]) * Math.max(0, ws.com[1] - walker.lowest);
  follower.com[2] = ws.com[2] + z;
  writeLeaning(walker, extra);
  writeSupport(walker, t);
}

/** Which parts of the feet touch: as in the clip, at its place. */
function writeSupport(walker: Walker, t: number): void {
  const { follower, endless, laps, state, contacts } = walker;
  const { guard } = follower;
  const count = state.plan.count - laps;
  const at = clipTime(endless, count, shareAt(state.plan, t)) / endless.clip.frameTime;
  const frame = Math.max(0, Math.min(contacts.frameCount - 1, Math.round(at)));
  // accelerations of a tick are those at its start
  const start = at - (guard.pace * TICK) / endless.clip.frameTime;
  // after the first lap the closed one is played, which is where the first one ended
  const { steps, closed } = endless;
  const looped = count >= steps.length;
  if (looped && closed.forces) {
    const { turn } = lapOf(endless, count - steps.length).move;
    writeClipForces(guard, closed.forces, start - steps[0]!.touchDown, turn);
  } else writeClipForces(guard, contacts, start, lapOf(endless, count).move.turn);
  liftFeet(guard);
  guard.ahead.set(axesOf(walker, state.plan.count).forward);
  for (const side of [0, 1] as const) {
    const { heel, ball, toe } = contacts.feet[side];
    const down = follower.legs[side].missing < LIFTED;
    addSole(
      guard,
      follower.ws,
      side,
      down && heel[frame] !== 0 && follower.legs[side].rise < 0.02,
      down && ball[frame] !== 0,
      down && toe[frame] !== 0,
    );
  }
}

/** How fast the trunk would like to lean: while the ground can turn it, as the model has it; else back to the clip. */
function writeLeaning(walker: Walker, extra: ReturnType<typeof extraAt>): void {
  const { follower, state } = walker;
  const { off, leaning } = follower;
  const { phase, status } = state.plan;
  const led = phase.to <= 1 && status !== 'undisturbed' && status !== 'recovered';
  if (!led) {
    for (let k = 0; k < 3; k++) leaning[k] = -RETURN * off[3 + k];
    return;
  }
  const { forward: f, left: l } = axesOf(walker, state.plan.count);
  const now = gaugeOf(walker, state.plan.count);
  const h = extra.momentum[0] + RETURN * (now.lean[0] - extra.lean[0]);
  const k = extra.momentum[1] + RETURN * (now.lean[1] - extra.lean[1]);
  // up × forward is left, up × left is backward; about up it comes back
  leaning[0] = h * l[0] - k * f[0];
  leaning[1] = 0;
  leaning[2] = h * l[1] - k * f[1];
  if (!solveSmall(follower.inertia, leaning, 3)) leaning.fill(0);
  leaning[1] = -RETURN * off[4];
  const rate = Math.hypot(leaning[0], leaning[2]);
  if (rate > QUICK) for (let i = 0; i < 3; i++) leaning[i] *= QUICK / rate;
}

const QUICK = 3; // [rad/s]

/** Depth and its rate one tick later: on the way to what legs need, never faster than bodies sink. */
function sinkOn({ state }: Walker): readonly [number, number] {
  const [depth, rate, needed] = state.sunk;
  const wished = SINK * SINK * (needed - depth) - 2 * SINK * rate;
  const speed = rate + TICK * Math.max(-SINKING, Math.min(SINKING, wished));
  return [depth + TICK * speed, speed];
}

const BOB = 15; // [1/s] how it goes there
const LEAST_BOB = 0.4;

/** Share of the clip's rise and fall that is left, and its rate: played faster, a body that rose as high would fly off the ground;
 *  quick steps are flat. */
function bobOn({ state, reference }: Walker): readonly [number, number] {
  const [share, rate] = state.bob;
  const wanted = reference.pace > 1 ? Math.max(LEAST_BOB, 1 / (reference.pace * reference.pace)) : 1;
  const next = rate + TICK * (BOB * BOB * (wanted - share) - 2 * BOB * rate);
  return [share + TICK * next, next];
}

function writeFeet(walker: Walker, t: number): void {
  const { follower, reference, state, body } = walker;
  const origin = reference.ws.segmentOrigin;
  const rise = state.rise.map((last, side) => riseOn(last, follower.legs[side]!, follower.feet[side]!));
  for (let side = 0; side < 2; side++) {
    const { foot, toes } = body.soles[side]!;
    const [x, z] = offsetAt(state.feet[side]!, t);
    const target = follower.feet[side]!;
    const leg = follower.legs[side]!;
    const { limb, pulled } = leg;
    pulled.copyWithin(2, 0, 2);
    leg.bent = leg.bend;
    let own = 0;
    for (let k = 0; k < 3; k++) {
      const shift = k === 0 ? x : k === 2 ? z : 0;
      target.position[k] = origin[3 * foot + k] + shift;
      target.ball[k] = (toes === foot ? ballOf(walker, side as 0 | 1, k) : origin[3 * toes + k]) + shift;
      own += (origin[3 * limb.upper + k] - origin[3 * foot + k]) ** 2;
    }
    target.own = Math.sqrt(own);
    settleFoot(target, TICK);
    for (let k = 0; k < 4; k++) target.rotation[k] = reference.ws.segmentRotation[4 * foot + k];
  }
  const [left, right] = [3 * body.soles[0].foot, 3 * body.soles[1].foot];
  const apart = [origin[left] - origin[right], origin[left + 2] - origin[right + 2]] as const;
  goRound(follower.feet, axesOf(walker, state.plan.count), apart);
  walker.state = { ...walker.state, rise: rise as unknown as Walker['state']['rise'] };
}

/** Rise of a heel and its rate as they are, and what it may be in this tick: on the ground as the leg needs it, without a jerk; in
 *  the swing it goes back, critically damped. */
function riseOn([before]: readonly [number, number], leg: Leg, foot: FootTarget): readonly [number, number] {
  const now = leg.rise;
  const rate = (now - before) / TICK;
  if (foot.mayRise) {
    const brake = (way: number): number => Math.sqrt(2 * QUICKENING * Math.max(0, way));
    const least = Math.max(-RISING, rate - QUICKENING * TICK, -brake(now));
    const most = Math.min(RISING, rate + QUICKENING * TICK, brake(MOST_RISE - now));
    foot.rise = Math.max(0, now + TICK * least);
    foot.mostRise = Math.max(foot.rise, now + TICK * most);
  } else {
    foot.rise = now + TICK * (rate + TICK * (-HEEL * HEEL * now - 2 * HEEL * rate));
  }
  return [now, rate];
}

/** Front end of a foot without toes, coordinate k. */
function ballOf({ reference, body }: Walker, side: 0 | 1, k: number): number {
  const { foot, parts, points } = body.soles[side];
  const at = Math.max(0, parts.indexOf('ball'));
  const { segmentOrigin, worldFromSegment } = reference.ws;
  let sum = segmentOrigin[3 * foot + k];
  for (let c = 0; c < 3; c++) sum += worldFromSegment[9 * foot + 3 * k + c] * points[3 * at + c];
  return sum;
}

/** What is left between body and clip when the clip takes over, to die away. */
export function restFrom(walker: Walker, t: number, before: readonly [x: number, z: number]): Walker['state']['rest'] {
  const { state } = walker;
  const [bx, bz] = baseOf(walker, state.plan);
  const last = state.place;
  const part = (k: 0 | 1, base: number): readonly [number, number] => {
    const rate = (last[k] - before[k]) / TICK;
    return [last[k] - base + TICK * rate, rate];
  };
  return { since: t, x: part(0, bx), z: part(1, bz) };
}

/** True when nothing of the hit can be seen any more. */
export function isCalm({ state, follower }: Walker, t: number): boolean {
  const { sunk, rest, rise, deliveries, bob, feet, offset } = state;
  const isHome = ({ x, z }: SwingOffset): boolean =>
    Math.abs(x.x1 - offset[0]) < 1e-6 && Math.abs(z.x1 - offset[1]) < 1e-6 && !(t < x.end || t < z.end);
  if (!feet.every(isHome)) return false;
  if (deliveries.length > 0 || (rest && t - rest.since < REST)) return false;
  if (Math.abs(sunk[0]) > 1e-5 || Math.abs(1 - bob[0]) > 1e-4 || rise.some(([value]) => Math.abs(value) > 1e-3))
    return false;
  if (follower.yielded.some((value) => Math.abs(value) > 1e-4)) return false;
  for (let i = 0; i < 6; i++) {
    if (Math.abs(follower.arms[i]) > 5e-4 || (i >= 3 && Math.abs(follower.off[i]) > 2e-4)) return false;
  }
  return true;
}
