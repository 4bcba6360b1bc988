/**
 * A character that walks or runs on its clip, is hit, answers with body and footfalls, and returns to the clip. [Komura04]
 * The clip plays on; what the pendulum does beyond its undisturbed self is added to it.
 */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import type { Push } from '../../gait/push.ts';
import type { Clip } from '../../motion/clip.ts';
import { difference, integrate } from '../../motion/coordinates.ts';
import { sampleMotion } from '../../motion/motion-spline.ts';
import { deliver, ticksOf } from './deliver.ts';
import { createEndlessClip, type EndlessClip, whereAt } from './endless-clip.ts';
import { addFade, type Fade } from './fade.ts';
import { createFollower, stepFollower } from './follow-body.ts';
import { softenPlan } from './hit-plan.ts';
import { importGait } from './import-gait.ts';
import { kneesBend } from './knee-aside.ts';
import { gaugeOf } from './lean-gauge.ts';
import { astrayOf, loosenessAt } from './loose-guard.ts';
import { matchedFrame } from './match-phase.ts';
import { checkedPlanner, type PlannerOptions } from './options.ts';
import { planFeet, withLanding } from './plan-feet.ts';
import { advancePlan, isFree, startPlan } from './planner.ts';
import { createReference, writeMeanVelocity, writeReference } from './reference.ts';
import { type Gait, type Plan, stepOf } from './running-plan.ts';
import { withStrength } from './strength.ts';
import { standAt } from './swing-offset.ts';
import type { TorqueCheck } from './torque-check.ts';
import { createWalkerState, TICK, timeOf, type Walker, type WalkerState, writeOffsetAfter } from './walker-state.ts';
import { isCalm, restFrom, writeTargets } from './write-targets.ts';
import { remember } from './zmp-guard.ts';

export { TICK, type Walker } from './walker-state.ts';

export function createWalker(
  body: Body,
  clip: Clip,
  options: Partial<PlannerOptions> = {},
  report: BalanceReport = analyse(body, clip),
): Walker {
  const planner = checkedPlanner(options);
  const imported = importGait(body, clip, report, planner.friction);
  const endless = createEndlessClip(body, clip, imported);
  const { gait } = imported;
  const { length } = endless.steps;
  const { count } = whereAt(endless, 0, Number.NEGATIVE_INFINITY);
  const laps = length * Math.max(1, Math.ceil(-count / length));
  const walker: Walker = {
    body,
    endless,
    imported,
    gait,
    laps,
    lowest: lowestOf(report),
    follower: createFollower(body, TICK),
    reference: createReference(endless),
    ahead: createReference(endless),
    contacts: imported.contacts,
    kneesTurn: kneesBend(body, clip),
    astray: astrayOf(report),
    axes: [],
    gauge: { lean: [0, 0], momentum: [0, 0] },
    gaugeAt: (step) => gaugeOf(walker, step),
    state: createWalkerState(planAtFrame(endless, gait, withStrength(planner, gait), laps, 0, 0)),
  };
  walker.follower.guard.floor = report.ground.height;
  startOnClip(walker);
  return walker;
}

/** Height of the centre of mass at its lowest [m]. */
function lowestOf({ com, frameCount }: BalanceReport): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let frame = 0; frame < frameCount; frame++) lowest = Math.min(lowest, com[3 * frame + 1]);
  return lowest;
}

/** The first frame, as if it had been on its way before. */
function startOnClip(walker: Walker): void {
  const { reference, endless, follower, body } = walker;
  writeClip(walker, 0);
  forwardVelocity(body, reference.ws, reference.v);
  copyClip(walker);
  const { history } = follower.guard;
  for (let k = 0; k < 3; k++) {
    history[3 + k] = history[k] - TICK * reference.ws.comVelocity[k];
    history[15 + k] = history[12 + k] - TICK * reference.ws.comVelocity[k];
  }
  integrate(reference.before, endless.clip.skeleton, reference.q, reference.v, -TICK);
}

/** The clip itself at time t. */
function writeClip({ reference, endless, body }: Walker, t: number): void {
  reference.before.set(reference.q);
  sampleMotion(endless.motion, t, reference.q, reference.v, undefined, endless.scratch);
  forwardKinematics(body, reference.ws, reference.q);
}

/** A plan that follows the clip from a frame of it on. */
function planAtFrame(
  endless: EndlessClip,
  gait: Gait,
  options: PlannerOptions,
  laps: number,
  frame: number,
  time: number,
): Plan {
  const { count, share } = whereAt(endless, frame, -laps);
  return startPlan(gait, options, count + laps, share, time);
}

/** From here on the clip's steps are played, not the clip itself: the first push, or its end. */
function enterGait(walker: Walker): void {
  const { state, endless, gait, laps, reference, body, follower } = walker;
  const t = timeOf(state);
  const frame = matchedFrame(endless, follower.q, t / endless.clip.frameTime, -laps);
  const plan = planAtFrame(endless, gait, state.plan.options, laps, frame, t);
  state.plan = plan;
  state.untouched = false;
  writeReference(reference, endless, plan, t, laps);
  alignGait(walker);
  // where the clip does anything else than its gait: the difference dies away
  const nv = follower.v.length;
  const fade: Fade = { offset: new Float64Array(nv), rate: new Float64Array(nv), duration: ENTRY };
  difference(fade.offset, body.skeleton, reference.q, 0, follower.q, 0, 1, reference.turn);
  fade.offset[0] -= state.moved[0];
  fade.offset[2] -= state.moved[1];
  if (!fade.offset.some((value) => Math.abs(value) > 1e-7)) return;
  for (let i = 0; i < nv; i++) fade.rate[i] = follower.v[i] - reference.v[i];
  state.entry = { since: t, fade };
  addFade(fade, body.skeleton, 0, 0, reference.q, reference.v);
}

/** Past its lap the clip has come to another place than the gait: the gait goes on where the foot stands, moved by so much. The
 *  reference is at the plan's time. */
function alignGait({ endless, laps, follower, reference, ahead, body, state }: Walker): void {
  const { plan, offset, moved, place, feet } = state;
  if (plan.count - laps < endless.steps.length) return;
  forwardKinematics(body, ahead.ws, follower.q);
  const { side } = stepOf(plan).measures;
  const at = 3 * body.soles[side === 'left' ? 0 : 1].foot;
  const x = ahead.ws.segmentOrigin[at] - reference.ws.segmentOrigin[at];
  const z = ahead.ws.segmentOrigin[at + 2] - reference.ws.segmentOrigin[at + 2];
  for (const of of [offset, moved, place]) {
    of[0] = x;
    of[1] = z;
  }
  for (const foot of feet) standAt(foot, x, z);
  follower.off[0] = x;
  follower.off[2] = z;
  // what the guard remembers of the clip is moved along
  const { history } = follower.guard;
  for (const k of [12, 15]) {
    history[k] -= x;
    history[k + 2] -= z;
  }
}

const ENTRY = 0.4; // [s]
const SLOWEST = 0.2; // pace below which the clip says nothing about its own balance

/** Delivered from the next tick on. */
export function pushWalker(walker: Walker, push: Push): void {
  if (push.impulse.every((part) => part === 0)) return;
  walker.state.deliveries.push({ push, ticks: ticksOf(push), done: 0 });
}

/** Goes on by one tick: q and v of the follower are the new state. After a fall nothing moves any more. */
export function tickWalker(walker: Walker): void {
  const { endless, reference, body, state } = walker;
  if (state.plan.status === 'fall') return;
  const ended = timeOf(state) + TICK > (endless.clip.frameCount - 1) * endless.clip.frameTime;
  if (state.untouched && (state.deliveries.length > 0 || ended)) enterGait(walker);
  if (state.untouched) {
    state.ticks++;
    writeClip(walker, timeOf(state));
    writeMeanVelocity(reference, body, TICK);
    copyClip(walker);
    return;
  }
  deliver(walker);
  const before = state.plan;
  const t = timeOf(state) + TICK;
  const plan = advance(walker, t);
  if (plan.status === 'fall') return;
  writeGait(walker, t);
  if (state.calm) {
    state.place.fill(0);
    state.place.set(state.offset);
    state.feetOf.step = -1;
    copyClip(walker);
    return;
  }
  if (isFree(plan) && !isFree(before)) state.rest = restFrom(walker, t);
  follow(walker, t);
}

/** The plan goes on by one tick, to time t. */
function advance(walker: Walker, t: number): Plan {
  const { state } = walker;
  const { plan: before, calm } = state;
  state.plan = advancePlan(withLanding(walker, before, t), t, calm ? undefined : walker.gaugeAt);
  state.ticks++;
  if (state.plan.count > before.count) {
    state.plan = withStrain(state.plan, before.records.length, state.strain);
    state.strain = 0;
    writeOffsetAfter(state.offset, walker, before);
  }
  return state.plan;
}

/** The body after the plan at time t. */
function follow(walker: Walker, t: number): void {
  const { follower, reference, state } = walker;
  planFeet(walker, t);
  writeTargets(walker, t);
  follower.torques.strength = state.plan.options.strength;
  follower.guard.loose = loosenessAt(walker, t);
  stepFollower(follower, reference);
  heedTorques(state, follower.torques, t);
  heedGround(walker);
  if (isFree(state.plan) && isCalm(walker, t)) calmDown(walker);
}

/** Notes how hard joints had to work; where they could not do it all, the rest of the support works less on the posture. */
function heedTorques(state: WalkerState, { strain, share }: TorqueCheck, t: number): void {
  if (share < 1) state.plan = softenPlan(state.plan, t, share);
  if (strain > state.strain) state.strain = strain;
}

const LOST = 0.15; // [m] that hips are held back by the leg that carries them: the body has fallen past it

/** Nobody stands on a leg that does not reach the ground. */
function heedGround({ state, follower }: Walker): void {
  const { yielded } = follower;
  if (!(yielded[0] ** 2 + yielded[1] ** 2 + yielded[2] ** 2 > LOST * LOST)) return;
  const reason = 'the leg that carries the body no longer reaches the ground';
  state.plan = { ...state.plan, status: 'fall', reason };
}

/** The plan, its step number `count` (from 1) being over. */
function withStrain(plan: Plan, count: number, strain: number): Plan {
  const records = plan.records.map((record, k) => (k === count - 1 ? { ...record, strain } : record));
  return { ...plan, records };
}

/** The gait's pose and mean velocity at time t. */
function writeGait(walker: Walker, t: number): void {
  const { reference, endless, laps, state, body, follower } = walker;
  const { guard } = follower;
  const before = reference.pace;
  writeReference(reference, endless, state.plan, t, laps);
  // as accelerations are: at the start of the tick
  guard.paceRate = (reference.pace - guard.paceBefore) / (2 * TICK);
  guard.pace = Math.max(SLOWEST, before);
  guard.paceBefore = before;
  const { entry } = state;
  if (entry) {
    if (t - entry.since > ENTRY) state.entry = undefined;
    addFade(entry.fade, body.skeleton, t - entry.since, 0, reference.q, reference.v);
    forwardKinematics(body, reference.ws, reference.q);
  }
  writeMeanVelocity(reference, body, TICK);
}

function calmDown({ follower, state }: Walker): void {
  follower.arms.fill(0);
  follower.kneesOut.fill(0);
  state.calm = true;
  state.rest = undefined;
  state.sunk.fill(0);
  state.bob[0] = 1;
  state.bob[1] = 0;
  for (const foot of state.feet) standAt(foot, state.offset[0], state.offset[1]);
}

/** The clip's own pose at the walker's place. */
function copyClip({ follower, reference, state }: Walker): void {
  follower.q.set(reference.q);
  follower.q[0] += state.offset[0];
  follower.q[2] += state.offset[1];
  follower.v.set(reference.v);
  follower.off.fill(0);
  follower.off[0] = state.offset[0];
  follower.off[2] = state.offset[1];
  const { com, angularMomentum } = reference.ws;
  follower.com.set(com);
  follower.com[0] += state.offset[0];
  follower.com[2] += state.offset[1];
  follower.posture.fill(0);
  remember(follower.guard, follower.com, angularMomentum, reference.ws, follower.posture);
}
