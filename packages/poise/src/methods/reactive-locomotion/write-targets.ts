/** Where the body is to be at the end of a tick: the clip, and what the plan adds to it. */
import { settle } from '../../math/settle.ts';
import { clipTime, moveOf } from './endless-clip.ts';
import { SINKING } from './foot-reach.ts';
import { writeLeaning } from './lean-wish.ts';
import { isLate, nextTick } from './leg-past.ts';
import { loadAt } from './load-course.ts';
import { type FootTarget, type Leg, MOST_RISE, settleFoot } from './reach-feet.ts';
import { shareAt, writeExtra } from './reference.ts';
import { stepOf } from './running-plan.ts';
import { type SwingOffset, writeOffset } from './swing-offset.ts';
import { goRound } from './swing-round.ts';
import { axesOf, shift, TICK, type Walker, writeBase } from './walker-state.ts';
import { addSole, liftFeet, writeClipForces } from './zmp-guard.ts';

const SINK = 12; // [1/s] how the body goes to the height it needs
const RISING = 8; // [rad/s] that a heel comes up with at most
const QUICKENING = 250; // [rad/s²] … and its rate changes by
const HEEL = 14; // [1/s] a risen heel goes back in the swing
export const REST = 0.6; // [s] in which the last of a difference dies away

const LIFTED = 0.005; // [m] that a foot hangs above the ground which its leg does not reach: it carries nothing

const extra = new Float64Array(6); // memory: what the plan adds, see writeExtra
const base = new Float64Array(2);
const offset = new Float64Array(4);

/** Writes centre of mass, momentum and feet. The reference holds the clip at time t, with mean velocities. */
export function writeTargets(walker: Walker, t: number): void {
  const { follower, reference, state } = walker;
  const { plan, sunk, bob, place } = state;
  writeExtra(extra, plan, t);
  writePlace(walker, t);
  sinkOn(walker, t);
  bobOn(walker);
  writeFeet(walker, t);
  const { ws } = reference;
  follower.com[0] = ws.com[0] + place[0];
  follower.com[1] = ws.com[1] - sunk[0] - (1 - bob[0]) * Math.max(0, ws.com[1] - walker.lowest);
  follower.com[2] = ws.com[2] + place[1];
  writeLeaning(walker, extra);
  writeSupport(walker, t);
}

/** Where the centre of mass is to be, off the clip's, and its rate: as planned, and what is left from before the clip took over. */
function writePlace(walker: Walker, t: number): void {
  const { plan, place, rest } = walker.state;
  writeBase(base, walker, plan);
  shift(base, axesOf(walker, plan.count), extra[0], extra[1]);
  if (rest !== undefined) {
    const since = t - rest.since;
    base[0] += settle(rest.x[0], rest.x[1], REST, since);
    base[1] += settle(rest.z[0], rest.z[1], REST, since);
  }
  for (let k = 0; k < 2; k++) {
    place[2 + k] = (base[k] - place[k]) / TICK;
    place[k] = base[k];
  }
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
    const { yaw } = moveOf(endless, count - steps.length);
    writeClipForces(guard, closed.forces, start - steps[0]!.touchDown, yaw);
  } else writeClipForces(guard, contacts, start, moveOf(endless, count).yaw);
  liftFeet(guard);
  guard.ahead.set(axesOf(walker, state.plan.count).forward);
  for (let side = 0; side < 2; side++) {
    const { heel, ball, toe } = contacts.feet[side]!;
    const { missing, rise } = follower.legs[side]!;
    const down = missing < LIFTED;
    addSole(
      guard,
      follower.ws,
      side as 0 | 1,
      down && heel[frame] !== 0 && rise < 0.02,
      down && ball[frame] !== 0,
      down && toe[frame] !== 0,
    );
  }
}

/** Depth and its rate one tick later: on the way to what legs need, never faster than bodies sink, and a runner's only as far as he
 *  is carried: in flight nothing lifts or lowers him. */
function sinkOn(walker: Walker, t: number): void {
  const { sunk, plan } = walker.state;
  const { load } = stepOf(plan).measures;
  const carried = load === undefined ? 1 : plan.phase.to > 1 ? 0 : Math.min(1, loadAt(load, shareAt(plan, t)));
  const wished = SINK * SINK * (sunk[2] - sunk[0]) - 2 * SINK * sunk[1];
  sunk[1] += TICK * carried * Math.max(-SINKING, Math.min(SINKING, wished));
  sunk[0] += TICK * sunk[1];
}

const BOB = 15; // [1/s] how it goes there
const LEAST_BOB = 0.4;

/** Share of the clip's rise and fall that is left, and its rate: played faster, a body that rose as high would fly off the ground;
 *  quick steps are flat. */
function bobOn({ state: { bob }, reference }: Walker): void {
  const wanted = reference.pace > 1 ? Math.max(LEAST_BOB, 1 / (reference.pace * reference.pace)) : 1;
  bob[1] += TICK * (BOB * BOB * (wanted - bob[0]) - 2 * BOB * bob[1]);
  bob[0] += TICK * bob[1];
}

function writeFeet(walker: Walker, t: number): void {
  const { follower, reference, state, body, kneesTurn } = walker;
  const origin = reference.ws.segmentOrigin;
  for (let side = 0; side < 2; side++) {
    const { foot, toes } = body.soles[side]!;
    const target = follower.feet[side]!;
    const leg = follower.legs[side]!;
    riseOn(target, leg, state.rise[side]);
    state.rise[side] = leg.rise;
    writeOffset(offset, state.feet[side]!, t);
    const { limb } = leg;
    nextTick(leg, target, follower.ws, reference.v, reference.pace);
    let own = 0;
    for (let k = 0; k < 3; k++) {
      const shifted = k === 0 ? offset[0] : k === 2 ? offset[1] : 0;
      target.position[k] = origin[3 * foot + k] + shifted;
      target.ball[k] = (toes === foot ? ballOf(walker, side as 0 | 1, k) : origin[3 * toes + k]) + shifted;
      own += (origin[3 * limb.upper + k] - origin[3 * foot + k]) ** 2;
    }
    target.own = Math.sqrt(own);
    settleFoot(target, TICK);
    for (let k = 0; k < 4; k++) target.rotation[k] = reference.ws.segmentRotation[4 * foot + k];
  }
  const left = 3 * body.soles[0].foot;
  const right = 3 * body.soles[1].foot;
  const axes = axesOf(walker, state.plan.count);
  goRound(follower, axes, origin[left] - origin[right], origin[left + 2] - origin[right + 2], kneesTurn);
}

/** What the rise of a heel may be in this tick, `before` being that of the tick before the last one [rad]: on the ground as the leg
 *  needs it, without a jerk; in the swing it goes back, critically damped. */
function riseOn(foot: FootTarget, { rise }: Leg, before: number): void {
  const rate = (rise - before) / TICK;
  if (foot.mayRise) {
    const least = Math.max(-RISING, rate - QUICKENING * TICK, -fastestWithin(rise));
    const most = Math.min(RISING, rate + QUICKENING * TICK, fastestWithin(MOST_RISE - rise));
    foot.rise = Math.max(0, rise + TICK * least);
    foot.mostRise = Math.max(foot.rise, rise + TICK * most);
  } else {
    foot.rise = rise + TICK * (rate + TICK * (-HEEL * HEEL * rise - 2 * HEEL * rate));
  }
}

/** [rad/s] from which a heel can be stopped within a way [rad]. */
const fastestWithin = (way: number): number => Math.sqrt(2 * QUICKENING * Math.max(0, way));

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
export function restFrom(walker: Walker, t: number): Walker['state']['rest'] {
  const { plan, place } = walker.state;
  writeBase(base, walker, plan);
  // one tick after the last place, as fast as that was
  const x = place[0] - base[0] + TICK * place[2];
  const z = place[1] - base[1] + TICK * place[3];
  return { since: t, x: [x, place[2]], z: [z, place[3]] };
}

/** True when nothing of the hit can be seen any more. */
export function isCalm({ state, follower }: Walker, t: number): boolean {
  const { sunk, rest, rise, deliveries, bob, feet } = state;
  if (!isHome(feet[0], state.offset, t) || !isHome(feet[1], state.offset, t)) return false;
  if (deliveries.length > 0 || (rest && t - rest.since < REST)) return false;
  if (Math.abs(sunk[0]) > 1e-5 || Math.abs(1 - bob[0]) > 1e-4) return false;
  if (Math.abs(rise[0]) > 1e-3 || Math.abs(rise[1]) > 1e-3) return false;
  if (isLate(follower.legs[0]) || isLate(follower.legs[1])) return false;
  for (let k = 0; k < 3; k++) if (Math.abs(follower.yielded[k]) > 1e-4) return false;
  if (Math.abs(follower.kneesOut[0]) > 5e-4) return false;
  for (let i = 0; i < 6; i++) {
    if (Math.abs(follower.arms[i]) > 5e-4 || (i >= 3 && Math.abs(follower.off[i]) > 2e-4)) return false;
  }
  return true;
}

/** True for a foot that is where the gait has it. */
const isHome = ({ x, z }: SwingOffset, home: Float64Array, t: number): boolean =>
  Math.abs(x.x1 - home[0]) < 1e-6 && Math.abs(z.x1 - home[1]) < 1e-6 && !(t < x.end || t < z.end);
