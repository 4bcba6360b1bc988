/**
 * The whole body after a plan: feet where they are to be, centre of mass and angular momentum as planned. Six numbers do it: where
 * the hips are off the clip's and how the trunk leans; legs are solved exactly for each choice of them.
 */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { createLeanRig, type LeanRig, tiltOf, writeLean } from './lean-rig.ts';
import { postureError } from './posture-error.ts';
import { addYield, aimFoot, createFootTarget, createLeg, type FootTarget, type Leg, reachFoot } from './reach-feet.ts';
import type { Reference } from './reference.ts';
import { solveSmall } from './solve-small.ts';
import { awareOf, COMPOSED } from './startle.ts';
import { createTorqueCheck, measureTorques, shareWithin, type TorqueCheck } from './torque-check.ts';
import { createZmpGuard, guardMomentum, remember, type ZmpGuard } from './zmp-guard.ts';

export interface Follower {
  readonly body: Body;
  readonly dt: number;
  readonly q: Float64Array; // nq, the pose now
  readonly v: Float64Array; // nv
  /** Off the clip: hips (3) [m], lean of the trunk (3) [rad]; then their rates. World axes. */
  readonly off: Float64Array; // 12
  readonly yielded: Float64Array; // 3 [m] that hips are nearer to the foot that carries them: its leg goes no further
  readonly arms: Float64Array; // 12: lean of the upper arms (2×3) [rad], then its rate
  // write these before each step; they hold at its end
  readonly com: Float64Array; // 3 [m]
  readonly leaning: Float64Array; // 3 [rad/s] how fast the trunk would like to lean …
  readonly tipping: Float64Array; // 3 [kg·m²/s] … or horizontal H beyond the clip's that the whole body is to have; NaN: as it leans
  readonly startled: Float64Array; // 1 [s] since it was hit for the last time, see awareOf
  readonly feet: readonly [left: FootTarget, right: FootTarget];
  readonly kneesOut: Float64Array; // 1: tangent of the turn of knees of legs that cross
  // memory
  readonly ws: Workspace;
  readonly rig: LeanRig;
  readonly legs: readonly [left: Leg, right: Leg];
  readonly before: Float64Array; // nq
  readonly trial: Float64Array; // 6
  readonly error: Float64Array; // 6: centre of mass (3), angular momentum (3)
  readonly probe: Float64Array; // 6
  readonly slope: Float64Array; // 6×6
  readonly inertia: Float64Array; // 3×3 [kg·m²] of a lean; zero before the first step
  readonly start: Float64Array; // 6, hips and lean that slopes were taken at …
  readonly base: Float64Array; // 6, … and what they came to
  readonly lean: Float64Array; // 6, lean and momentum as wished
  readonly torques: TorqueCheck;
  outside: number; // [m] that the ZMP would have been off the feet, had the trunk leaned as it liked
  readonly guard: ZmpGuard;
  readonly momentum: Float64Array; // 3 [kg·m²/s] H that the ground allows
  readonly posture: Float64Array; // 3 [kg·m²·rad] posture error that the tick came to
  readonly turn: Float64Array; // 4
}

export function createFollower(body: Body, dt: number): Follower {
  const nq = coordinateCount(body.skeleton);
  return {
    body,
    dt,
    q: new Float64Array(nq),
    v: new Float64Array(freedomCount(body.skeleton)),
    off: new Float64Array(12),
    yielded: new Float64Array(3),
    arms: new Float64Array(12),
    com: new Float64Array(3),
    leaning: new Float64Array(3),
    tipping: new Float64Array(3).fill(Number.NaN),
    startled: Float64Array.of(COMPOSED),
    feet: [createFootTarget(), createFootTarget()],
    kneesOut: new Float64Array(1),
    ws: createWorkspace(body),
    rig: createLeanRig(body),
    legs: [createLeg(body, 'left', dt), createLeg(body, 'right', dt)],
    before: new Float64Array(nq),
    trial: new Float64Array(6),
    error: new Float64Array(6),
    probe: new Float64Array(6),
    slope: new Float64Array(36),
    inertia: new Float64Array(9),
    start: new Float64Array(6),
    base: new Float64Array(6),
    lean: new Float64Array(6),
    torques: createTorqueCheck(body, dt),
    outside: 0,
    guard: createZmpGuard(body, dt),
    momentum: new Float64Array(3),
    posture: new Float64Array(3),
    turn: new Float64Array(4),
  };
}

const NUDGE = [1e-5, 1e-5]; // [m], [rad]
const ROUNDS = 2;
const HURRY = 3; // [m/s] that hips go on with, off the clip
const FARTHEST = 0.02; // [m] that hips are put right by in one round
const FASTEST = 5; // [rad/s] of the lean
const FURTHEST = 0.76; // [rad] of lean, the clip's own included: 35° of the trunk, which takes its shares
const BRAKING = 25; // [rad/s²] with which it stops there
const JERKY = 50; // [rad/s²] that a lean changes with at most
const ARMS = { share: 1.2, hanging: 0.9, pull: 60, damp: 12 }; // of the lean, less inwards; [1/s²], [1/s] how arms come after

/** Moves q and v on by dt, towards the clip's pose `reference` and what was written into the targets. */
export function stepFollower(follower: Follower, reference: Reference): void {
  const { off, trial, error, probe, slope, dt, before, q, v, momentum, leaning, guard, ws, torques } = follower;
  before.set(q);
  torques.before.set(v);
  swingArms(follower);
  momentum.fill(0);
  for (let i = 0; i < 3; i++) {
    trial[i] = off[i] + dt * within(off[6 + i], HURRY);
    trial[3 + i] = off[3 + i] + dt * leaning[i];
  }
  place(follower, reference, error);
  for (let column = 0; column < 6; column++) {
    const nudge = NUDGE[column < 3 ? 0 : 1]!;
    trial[column] += nudge;
    place(follower, reference, probe);
    trial[column] -= nudge;
    for (let row = 0; row < 6; row++) slope[6 * row + column] = (probe[row] - error[row]) / nudge;
  }
  writeInertia(follower);
  follower.start.set(trial);
  follower.base.set(error);
  allowMomentum(follower, reference);
  leanFor(follower, reference);
  torques.share = 1;
  torques.strain = 0;
  if (torques.strength < Number.POSITIVE_INFINITY) easeTorques(follower, reference);
  for (let i = 0; i < 6; i++) {
    off[6 + i] = (trial[i] - off[i]) / dt;
    off[i] = trial[i];
  }
  keepMomentum(follower);
  for (let k = 0; k < 3; k++) probe[k] = ws.com[k] - follower.yielded[k];
  postureError(follower.posture, follower.body, ws, reference.ws);
  remember(guard, probe, momentum, reference.ws, follower.posture);
}

const OWED = 10; // [kg·m²/s] that a trunk may be behind in flight

/** `momentum` becomes what the body has. In flight it stays what it was: where the trunk could not follow a leg at once, the next
 *  ticks make up for it. */
function keepMomentum({ momentum, ws, guard, tipping }: Follower): void {
  const now = ws.angularMomentum;
  const kept = guard.flies && !Number.isNaN(tipping[0]);
  for (let k = 0; k < 3; k++) {
    momentum[k] = kept && k !== 1 ? now[k] + within(momentum[k] - now[k], OWED) : now[k];
  }
}

/** Hips and lean that come nearest to centre of mass and `momentum`. */
function leanFor(follower: Follower, reference: Reference): void {
  const { trial, start, base, probe, slope, momentum, dt } = follower;
  trial.set(start);
  probe.set(base);
  for (let k = 0; k < 3; k++) probe[3 + k] -= momentum[k];
  if (solveSmall(slope, probe, 6)) {
    for (let i = 0; i < 6; i++) trial[i] -= i < 3 ? within(probe[i], FARTHEST) : within(probe[i], FASTEST * dt);
  }
  limitLean(follower, reference);
  settleHips(follower, reference);
}

/** What legs bend is put right by the hips; the pose is written. */
function settleHips(follower: Follower, reference: Reference): void {
  const { error, slope, trial } = follower;
  for (let round = 0; round < ROUNDS; round++) {
    place(follower, reference, error);
    if (!solveSmall(slope, error, 3, 6)) break;
    for (let k = 0; k < 3; k++) trial[k] -= within(error[k], FARTHEST);
  }
  place(follower, reference, error, true);
}

/** Where joints could not deliver the lean as it is, as much of it as they can: the rest of the way from a trunk that goes on as it
 *  likes. Nothing is touched where they can. */
function easeTorques(follower: Follower, reference: Reference): void {
  const { torques, guard, ws, v, lean, trial, momentum, com } = follower;
  torques.strain = measureTorques(torques.wished, torques, ws, v, guard);
  if (!(torques.strain > 1)) return;
  const own = reference.ws.angularMomentum;
  const { history: h, push, dt } = guard;
  for (let k = 0; k < 3; k++) {
    lean[k] = trial[3 + k];
    lean[3 + k] = momentum[k];
    momentum[k] = h[6 + k] + own[k] - h[9 + k] + dt * push[3 + k];
  }
  guardMomentum(guard, com, reference.ws, momentum);
  leanFor(follower, reference);
  const passive = measureTorques(torques.passive, torques, ws, v, guard);
  torques.share = shareWithin(torques);
  torques.strain = passive + torques.share * (torques.strain - passive);
  for (let k = 0; k < 3; k++) {
    trial[3 + k] += torques.share * (lean[k] - trial[3 + k]);
    momentum[k] += torques.share * (lean[3 + k] - momentum[k]);
  }
  settleHips(follower, reference);
}

const SOFT = 0.3; // of a wished change of angular momentum that is made in one tick
const LED = 0.6; // of one that is planned

/** The angular momentum that the wished lean comes to, as far as the ground lets it. `error` holds H itself here. */
function allowMomentum(follower: Follower, reference: Reference): void {
  const { error, probe, slope, momentum, guard, com, tipping } = follower;
  const own = reference.ws.angularMomentum;
  const startled = 1 - awareOf(follower);
  // hips where the centre of mass wants them
  probe.set(error);
  if (!solveSmall(slope, probe, 3, 6)) return;
  for (let k = 0; k < 3; k++) {
    let h = error[3 + k];
    for (let c = 0; c < 3; c++) h -= slope[6 * (3 + k) + c] * probe[c];
    const planned = k !== 1 && !Number.isNaN(tipping[k]);
    // what a push brings turns a startled trunk
    const given = planned || k === 1 ? 0 : startled * guard.dt * guard.push[3 + k];
    const before = guard.history[6 + k] - guard.history[9 + k] + given;
    momentum[k] = own[k] + before + (planned ? LED * (tipping[k] - before) : SOFT * (h - own[k] - before));
  }
  follower.outside = guardMomentum(guard, com, reference.ws, momentum);
}

/** How much momentum a lean of 1 rad/s has: 3×3 block of the slopes, times dt. */
function writeInertia({ slope, inertia, dt }: Follower): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) inertia[3 * row + column] = dt * slope[6 * (3 + row) + 3 + column];
  }
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** A trunk leans neither faster nor further than a person's, and does not jerk. */
function limitLean({ trial, off, dt, rig }: Follower, reference: Reference): void {
  const most = Math.max(0, FURTHEST - tiltOf(rig, reference.ws));
  const before = Math.sqrt(off[3] * off[3] + off[4] * off[4] + off[5] * off[5]);
  const outwards = Math.sqrt(2 * BRAKING * Math.max(0, most - before));
  let away = 0; // [rad/s]
  for (let k = 0; k < 3; k++) {
    const wished = (trial[3 + k] - off[3 + k]) / dt;
    const rate = within(off[9 + k] + within(wished - off[9 + k], JERKY * dt), FASTEST);
    trial[3 + k] = off[3 + k] + dt * rate;
    away += before > 0 ? (rate * off[3 + k]) / before : 0;
  }
  if (!(away > outwards)) return;
  for (let k = 0; k < 3; k++) trial[3 + k] -= (dt * (away - outwards) * off[3 + k]) / before;
}

/** Arms hang from the leaning trunk and come after it; one that would swing across the body hangs down rather. */
function swingArms({ arms, off, dt, guard }: Follower): void {
  const fx = guard.ahead[0];
  const fz = guard.ahead[1];
  const aside = off[3] * fx + off[5] * fz; // about forward: a lean to the right, for which hands go to the left
  for (let i = 0; i < 6; i++) {
    const inwards = i < 3 ? Math.min(0, aside) : Math.max(0, aside);
    const forward = i % 3 === 0 ? fx : i % 3 === 2 ? fz : 0;
    const wanted = ARMS.share * off[3 + (i % 3)] - ARMS.hanging * inwards * forward;
    arms[6 + i] += dt * (ARMS.pull * (wanted - arms[i]) - ARMS.damp * arms[6 + i]);
    arms[i] += dt * arms[6 + i];
  }
}

/** Pose, velocity and errors that come of `trial`. `settles`: hips yield to the foot that carries them as it is now, else as in the
 *  last tick; the centre of mass counts without. */
function place(follower: Follower, reference: Reference, error: Float64Array, settles = false): void {
  const { body, q, v, trial, arms, rig, ws, legs, feet, before, dt, turn, com, momentum, yielded, torques } = follower;
  writeLean(q, rig, reference.q, reference.ws, trial, 3, arms);
  for (let k = 0; k < 3; k++) q[k] = reference.q[k] + trial[k];
  forwardKinematics(body, ws, q);
  for (let side = 0; side < 2; side++) aimFoot(ws, legs[side]!, feet[side]!);
  if (settles) {
    // to the foot that takes over first
    const first = feet[0].carries ? 0 : 1;
    yielded.fill(0);
    addYield(yielded, ws, legs[first], feet[first]);
    addYield(yielded, ws, legs[1 - first]!, feet[1 - first]!);
  }
  if (yielded[0] !== 0 || yielded[1] !== 0 || yielded[2] !== 0) {
    for (let k = 0; k < 3; k++) q[k] += yielded[k];
    forwardKinematics(body, ws, q);
  }
  for (let side = 0; side < 2; side++) reachFoot(q, ws, legs[side]!, feet[side]!, before, torques.before);
  forwardKinematics(body, ws, q);
  difference(v, body.skeleton, before, 0, q, 0, 1, turn);
  for (let i = 0; i < v.length; i++) v[i] /= dt;
  forwardVelocity(body, ws, v);
  for (let k = 0; k < 3; k++) {
    error[k] = ws.com[k] - yielded[k] - com[k];
    error[3 + k] = ws.angularMomentum[k] - momentum[k];
  }
}
