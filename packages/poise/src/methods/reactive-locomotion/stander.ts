/** What a character does whose clip shows no gait: it sways on its feet, the hips giving way and coming back. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import type { Push } from '../../gait/push.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionScratch,
  type MotionSpline,
  sampleMotion,
} from '../../motion/motion-spline.ts';
import { lagArms, passTick, sumHits, ticksOf } from './deliver.ts';
import { addFade, type Fade } from './fade.ts';
import { createFollower, type Follower, stepFollower } from './follow-body.ts';
import { forgetPast } from './leg-past.ts';
import { createReference, type Reference, writeMeanVelocity } from './reference.ts';
import { type StandingFeet, standingFeet, writeHold, writeStandingFeet } from './standing-feet.ts';
import { createSway, type Hold, hitSway, isLost, isStill, type Sway, stopSway, swayOn } from './sway.ts';
import { type Delivery, TICK } from './walker-state.ts';
import { remember, writeClipForces } from './zmp-guard.ts';

/** What changes while it stands. Memory: ticks write into it. */
export interface StanderState {
  ticks: number;
  readonly sway: Sway;
  readonly deliveries: Delivery[];
  status: 'balanced' | 'recovering' | 'fall';
  sways: boolean;
  still: number; // ticks since the sway is over
  rest: { readonly since: number; readonly fade: Fade } | undefined; // what is left then
}

export interface Stander {
  readonly body: Body;
  readonly clip: Clip;
  readonly motion: MotionSpline;
  readonly scratch: MotionScratch;
  readonly follower: Follower;
  readonly reference: Reference;
  readonly report: BalanceReport;
  readonly feet: StandingFeet;
  readonly hold: Hold; // memory
  readonly upper: number; // [m] that the centre of mass is above the hips by what is above them
  readonly state: StanderState;
}

const TRACK = 8; // [1/s] how the trunk comes to where it is to lean
const SETTLED = 1e-3; // [m], [rad], and per second
const SLOW = 0.01; // [rad/s], [m/s] of trunk and hips
const PATIENCE = 1; // [s] that they have for it
const REST = 0.5; // [s] in which the last of it dies away

/** strength: of joints, times a strong adult's. */
export function createStander(body: Body, clip: Clip, report: BalanceReport, strength: number): Stander {
  const follower = createFollower(body, TICK);
  const reference = createReference({ body });
  const motion = interpolateMotion(clip);
  const scratch = createMotionScratch(clip.skeleton);
  sampleMotion(motion, 0, reference.q, reference.v, undefined, scratch);
  forwardKinematics(body, reference.ws, reference.q);
  const stander: Stander = {
    body,
    clip,
    motion,
    scratch,
    follower,
    reference,
    report,
    feet: standingFeet(report),
    hold: {
      height: 1,
      hull: new Float64Array(follower.guard.hull.length),
      count: 0,
      zmp: new Float64Array(2),
      feet: 0,
      strength,
      leaned: 0,
      stretched: 0,
    },
    upper: upperOf(body, reference),
    state: {
      ticks: 0,
      sway: createSway(),
      deliveries: [],
      status: 'balanced',
      sways: false,
      still: 0,
      rest: undefined,
    },
  };
  follower.guard.floor = report.ground.height;
  strengthen(stander, strength);
  reference.before.set(reference.q);
  follower.q.set(reference.q);
  // twice: it has been there before
  for (let tick = 0; tick < 2; tick++) {
    remember(follower.guard, reference.ws.com, reference.ws.angularMomentum, reference.ws, follower.posture);
  }
  return stander;
}

/** Joints are as strong as this from now on, times a strong adult's. */
export function strengthen({ hold, follower }: Stander, strength: number): void {
  hold.strength = strength;
  follower.torques.strength = strength;
}

function upperOf(body: Body, { ws }: Reference): number {
  let sum = 0;
  for (let segment = 0; segment < body.mass.length; segment++) {
    sum += body.mass[segment] * Math.max(0, ws.segmentCom[3 * segment + 1] - ws.segmentOrigin[1]);
  }
  return sum / body.totalMass;
}

export function pushStander(stander: Stander, push: Push): void {
  stander.state.deliveries.push({ push, ticks: ticksOf(push), done: 0 });
}

/** Goes on by one tick: q and v of the follower are the new state. After a fall nothing moves any more. */
export function tickStander(stander: Stander): void {
  const { reference, body, state, clip } = stander;
  if (state.status === 'fall') return;
  state.ticks++;
  const t = state.ticks * TICK;
  reference.before.set(reference.q);
  sampleMotion(stander.motion, Math.min(t, durationOf(clip)), reference.q, reference.v, undefined, stander.scratch);
  addRest(stander, t);
  forwardKinematics(body, reference.ws, reference.q);
  writeMeanVelocity(reference, body, TICK);
  if (state.deliveries.length === 0 && !state.sways) {
    copyClip(stander);
    if (state.rest === undefined) state.status = 'balanced';
    return;
  }
  if (!state.sways) startSwaying(stander);
  answer(stander, t);
}

/** Adds to the clip's pose what is left of the last push. */
function addRest({ state, reference, body }: Stander, t: number): void {
  const { rest } = state;
  if (rest === undefined) return;
  if (t - rest.since > rest.fade.duration) state.rest = undefined;
  else addFade(rest.fade, body.skeleton, t - rest.since, 0, reference.q, reference.v);
}

function copyClip({ follower, reference, body }: Stander): void {
  difference(follower.v, body.skeleton, follower.q, 0, reference.q, 0, TICK, reference.turn);
  follower.q.set(reference.q);
  remember(follower.guard, reference.ws.com, reference.ws.angularMomentum, reference.ws, follower.posture);
}

function startSwaying({ follower, body, state }: Stander): void {
  forwardKinematics(body, follower.ws, follower.q);
  for (const leg of follower.legs) {
    forgetPast(leg);
    leg.floor = follower.guard.floor;
  }
  for (const foot of follower.feet) {
    foot.firm = 1;
    foot.hold = 1;
  }
  follower.yielded.fill(0);
  state.status = 'recovering';
  state.sways = true;
}

/** The body at the end of the tick, at time t. */
function answer(stander: Stander, t: number): void {
  const { follower, reference, body, state, hold, report, clip } = stander;
  const { sway, deliveries } = state;
  const { guard } = follower;
  const hits = sumHits(stander, deliveries);
  if (deliveries.length > 0) {
    hitSway(sway, hits, body.totalMass, follower.inertia);
    lagArms(follower, body.totalMass);
  }
  passTick(deliveries);
  const over = t > durationOf(clip);
  if (over) guard.clip.fill(0);
  else writeClipForces(guard, report, (t - TICK) / clip.frameTime, 0);
  writeStandingFeet(stander, Math.min(report.frameCount - 1, Math.round(t / clip.frameTime)));
  writeHold(hold, follower, reference);
  swayOn(sway, hold, TICK);
  writeTargets(stander);
  stepFollower(follower, reference);
  // the ground is asked for what was planned: what legs leave of it is no acceleration
  guard.history.set(follower.com);
  if (isLost(sway, hold.height)) state.status = 'fall';
  else settle(stander);
}

/** Where the centre of mass goes, and how the trunk leans: lower, where legs stay as long as they are. */
function writeTargets({ follower, reference, state, hold, upper }: Stander): void {
  const { place, lean, sunk } = state.sway;
  const { com, leaning, off } = follower;
  const aside = place[0] * place[0] + place[1] * place[1];
  com.set(reference.ws.com);
  com[0] += place[0];
  com[1] -= sunk[0] + upper * (1 - Math.cos(hold.leaned)) + aside / (2 * hold.height);
  com[2] += place[1];
  for (let k = 0; k < 3; k++) leaning[k] = lean[3 + k] + TRACK * (lean[k] - off[3 + k]);
}

/** When the sway is over, so is the recovery: what trunk, arms and legs are still off the clip dies away. */
function settle({ state, follower, reference, body }: Stander): void {
  const { off, arms, q, v } = follower;
  state.still = state.deliveries.length === 0 && isStill(state.sway, SETTLED) ? state.still + 1 : 0;
  const slow = Math.hypot(off[9], off[10], off[11]) < SLOW && Math.hypot(off[6], off[7], off[8]) < SLOW;
  if (state.still === 0 || state.rest || !(slow || state.still * TICK > PATIENCE)) return;
  const fade: Fade = { offset: new Float64Array(v.length), rate: new Float64Array(v.length), duration: REST };
  difference(fade.offset, body.skeleton, reference.q, 0, q, 0, 1, reference.turn);
  for (let i = 0; i < v.length; i++) fade.rate[i] = v[i] - reference.v[i];
  state.rest = { since: state.ticks * TICK, fade };
  state.still = 0;
  state.sways = false;
  off.fill(0);
  arms.fill(0);
  stopSway(state.sway);
}
