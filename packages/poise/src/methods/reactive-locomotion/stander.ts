/** What a character does whose clip shows no gait: it sways on its feet, the hips giving way and coming back. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics } from '../../dynamics/kinematics.ts';
import { type Clip, durationOf } from '../../motion/clip.ts';
import { difference } from '../../motion/coordinates.ts';
import {
  createMotionScratch,
  interpolateMotion,
  type MotionScratch,
  type MotionSpline,
  sampleMotion,
} from '../../motion/motion-spline.ts';
import type { Push } from '../balancer.ts';
import { shareOfTick, ticksOf } from './deliver.ts';
import { createFollower, type Follower, stepFollower } from './follow-body.ts';
import { settleFoot } from './reach-feet.ts';
import { createReference, type Reference, writeMeanVelocity } from './reference.ts';
import { type ClipContacts, type Delivery, TICK } from './walker-state.ts';
import { addSole, liftFeet, writeClipForces } from './zmp-guard.ts';

export interface StanderState {
  readonly ticks: number;
  readonly sway: readonly [x: number, z: number, vx: number, vz: number]; // [m], [m/s]
  readonly deliveries: readonly Delivery[];
  readonly status: 'balanced' | 'recovering' | 'fall';
}

export interface Stander {
  readonly body: Body;
  readonly clip: Clip;
  readonly motion: MotionSpline;
  readonly scratch: MotionScratch;
  readonly follower: Follower;
  readonly reference: Reference;
  readonly contacts: ClipContacts;
  state: StanderState;
}

const PULL = 30; // [1/s²] feet hold the body over them
const DAMP = 9; // [1/s]
const LOST = 0.25; // [m] further than this no feet bring it back without a step
const SETTLED = 1e-4; // [m], [rad]

export function createStander(body: Body, clip: Clip, report: BalanceReport): Stander {
  const stander: Stander = {
    body,
    clip,
    motion: interpolateMotion(clip),
    scratch: createMotionScratch(clip.skeleton),
    follower: createFollower(body, TICK),
    reference: createReference({ body }),
    contacts: report,
    state: { ticks: 0, sway: [0, 0, 0, 0], deliveries: [], status: 'balanced' },
  };
  stander.follower.guard.floor = report.ground.height;
  writeClipPose(stander, 0);
  stander.reference.before.set(stander.reference.q);
  stander.follower.q.set(stander.reference.q);
  return stander;
}

function writeClipPose({ motion, reference, scratch, clip, body }: Stander, t: number): void {
  reference.before.set(reference.q);
  sampleMotion(motion, Math.min(t, durationOf(clip)), reference.q, reference.v, undefined, scratch);
  forwardKinematics(body, reference.ws, reference.q);
}

export function pushStander(stander: Stander, push: Push): void {
  const { state } = stander;
  stander.state = { ...state, deliveries: [...state.deliveries, { push, ticks: ticksOf(push), done: 0 }] };
}

export function tickStander(stander: Stander): void {
  const { follower, reference, body, state } = stander;
  if (state.status === 'fall') return;
  const t = (state.ticks + 1) * TICK;
  writeClipPose(stander, t);
  writeMeanVelocity(reference, body, TICK);
  if (state.status === 'balanced' && state.deliveries.length === 0) {
    stander.state = { ...state, ticks: state.ticks + 1 };
    difference(follower.v, body.skeleton, follower.q, 0, reference.q, 0, TICK, reference.turn);
    follower.q.set(reference.q);
    return;
  }
  if (state.status === 'balanced') forwardKinematics(body, follower.ws, follower.q);
  swayOn(stander);
  writeStanderTargets(stander, t);
  stepFollower(follower, reference);
  settle(stander);
}

function swayOn(stander: Stander): void {
  const { state, body } = stander;
  let [x, z, vx, vz] = state.sway;
  for (const delivery of state.deliveries) {
    const part = shareOfTick(delivery) / body.totalMass;
    vx += part * delivery.push.impulse[0];
    vz += part * delivery.push.impulse[2];
  }
  vx += TICK * (-PULL * x - DAMP * vx);
  vz += TICK * (-PULL * z - DAMP * vz);
  x += TICK * vx;
  z += TICK * vz;
  const deliveries = state.deliveries
    .map((delivery) => ({ ...delivery, done: delivery.done + 1 }))
    .filter(({ done, ticks }) => done < ticks);
  const status = Math.hypot(x, z) > LOST ? 'fall' : 'recovering';
  stander.state = { ticks: state.ticks + 1, sway: [x, z, vx, vz], deliveries, status };
}

function writeStanderTargets({ follower, reference, state, contacts, clip, body }: Stander, t: number): void {
  const { ws } = reference;
  const [x, z] = state.sway;
  follower.com.set(ws.com);
  follower.com[0] += x;
  follower.com[2] += z;
  for (let k = 0; k < 3; k++) follower.leaning[k] = -4 * follower.off[3 + k];
  // the trunk yields to where the body is carried
  follower.leaning[0] += state.sway[3];
  follower.leaning[2] -= state.sway[2];
  const frame = Math.min(contacts.frameCount - 1, Math.round(t / clip.frameTime));
  liftFeet(follower.guard);
  writeClipForces(follower.guard, contacts, (t - TICK) / clip.frameTime, 0);
  for (const side of [0, 1] as const) {
    const { foot } = body.soles[side];
    const target = follower.feet[side];
    const { upper } = follower.legs[side].limb;
    let own = 0;
    for (let k = 0; k < 3; k++) {
      target.position[k] = ws.segmentOrigin[3 * foot + k];
      own += (ws.segmentOrigin[3 * upper + k] - ws.segmentOrigin[3 * foot + k]) ** 2;
    }
    for (let k = 0; k < 4; k++) target.rotation[k] = ws.segmentRotation[4 * foot + k];
    target.own = Math.sqrt(own);
    const { heel, ball, toe } = contacts.feet[side];
    target.stands = heel[frame] !== 0 || ball[frame] !== 0 || toe[frame] !== 0;
    target.carries = target.stands;
    settleFoot(target, TICK);
    addSole(follower.guard, follower.ws, side, heel[frame] !== 0, ball[frame] !== 0, toe[frame] !== 0);
  }
}

function settle(stander: Stander): void {
  const { state, follower } = stander;
  if (state.status === 'fall' || state.deliveries.length > 0) return;
  const still = state.sway.every((value) => Math.abs(value) < SETTLED);
  const upright = [3, 4, 5].every((i) => Math.abs(follower.off[i]) < SETTLED);
  const hanging = follower.arms.subarray(0, 6).every((value) => Math.abs(value) < 5 * SETTLED);
  if (!still || !upright || !hanging) return;
  follower.off.fill(0);
  follower.arms.fill(0);
  stander.state = { ...state, sway: [0, 0, 0, 0], status: 'balanced' };
}
