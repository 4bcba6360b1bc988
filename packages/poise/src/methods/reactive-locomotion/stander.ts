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
import { passTick, shareOfTick, ticksOf } from './deliver.ts';
import { createFollower, type Follower, stepFollower } from './follow-body.ts';
import { settleFoot } from './reach-feet.ts';
import { createReference, type Reference, writeMeanVelocity } from './reference.ts';
import { type ClipContacts, type Delivery, TICK } from './walker-state.ts';
import { addSole, liftFeet, writeClipForces } from './zmp-guard.ts';

/** What changes while it stands. Memory: ticks write into it. */
export interface StanderState {
  ticks: number;
  readonly sway: Float64Array; // 4: x, z [m], their rates [m/s]
  readonly deliveries: Delivery[];
  status: 'balanced' | 'recovering' | 'fall';
}

export interface Stander {
  readonly body: Body;
  readonly clip: Clip;
  readonly motion: MotionSpline;
  readonly scratch: MotionScratch;
  readonly follower: Follower;
  readonly reference: Reference;
  readonly contacts: ClipContacts;
  readonly state: StanderState;
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
    state: { ticks: 0, sway: new Float64Array(4), deliveries: [], status: 'balanced' },
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
  stander.state.deliveries.push({ push, ticks: ticksOf(push), done: 0 });
}

export function tickStander(stander: Stander): void {
  const { follower, reference, body, state } = stander;
  if (state.status === 'fall') return;
  const t = (state.ticks + 1) * TICK;
  writeClipPose(stander, t);
  writeMeanVelocity(reference, body, TICK);
  if (state.status === 'balanced' && state.deliveries.length === 0) {
    state.ticks++;
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

function swayOn({ state, body }: Stander): void {
  const { sway, deliveries } = state;
  for (const delivery of deliveries) {
    const part = shareOfTick(delivery) / body.totalMass;
    sway[2] += part * delivery.push.impulse[0];
    sway[3] += part * delivery.push.impulse[2];
  }
  for (let k = 0; k < 2; k++) {
    sway[2 + k] += TICK * (-PULL * sway[k] - DAMP * sway[2 + k]);
    sway[k] += TICK * sway[2 + k];
  }
  passTick(deliveries);
  state.ticks++;
  state.status = sway[0] ** 2 + sway[1] ** 2 > LOST * LOST ? 'fall' : 'recovering';
}

function writeStanderTargets({ follower, reference, state, contacts, clip, body }: Stander, t: number): void {
  const { ws } = reference;
  follower.com.set(ws.com);
  follower.com[0] += state.sway[0];
  follower.com[2] += state.sway[1];
  for (let k = 0; k < 3; k++) follower.leaning[k] = -4 * follower.off[3 + k];
  // the trunk yields to where the body is carried
  follower.leaning[0] += state.sway[3];
  follower.leaning[2] -= state.sway[2];
  const frame = Math.min(contacts.frameCount - 1, Math.round(t / clip.frameTime));
  liftFeet(follower.guard);
  writeClipForces(follower.guard, contacts, (t - TICK) / clip.frameTime, 0);
  for (let side = 0; side < 2; side++) {
    const { foot } = body.soles[side]!;
    const target = follower.feet[side]!;
    const { upper } = follower.legs[side]!.limb;
    let own = 0;
    for (let k = 0; k < 3; k++) {
      target.position[k] = ws.segmentOrigin[3 * foot + k];
      own += (ws.segmentOrigin[3 * upper + k] - ws.segmentOrigin[3 * foot + k]) ** 2;
    }
    for (let k = 0; k < 4; k++) target.rotation[k] = ws.segmentRotation[4 * foot + k];
    target.own = Math.sqrt(own);
    const { heel, ball, toe } = contacts.feet[side]!;
    target.stands = heel[frame] !== 0 || ball[frame] !== 0 || toe[frame] !== 0;
    target.carries = target.stands;
    settleFoot(target, TICK);
    addSole(follower.guard, follower.ws, side as 0 | 1, heel[frame] !== 0, ball[frame] !== 0, toe[frame] !== 0);
  }
}

function settle({ state, follower }: Stander): void {
  if (state.status === 'fall' || state.deliveries.length > 0) return;
  const { off, arms } = follower;
  for (let k = 0; k < 4; k++) if (!(Math.abs(state.sway[k]) < SETTLED)) return;
  for (let k = 3; k < 6; k++) if (!(Math.abs(off[k]) < SETTLED)) return;
  for (let k = 0; k < 6; k++) if (!(Math.abs(arms[k]) < 5 * SETTLED)) return;
  off.fill(0);
  arms.fill(0);
  state.sway.fill(0);
  state.status = 'balanced';
}
