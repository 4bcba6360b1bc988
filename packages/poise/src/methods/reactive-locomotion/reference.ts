/** What the body is to do at a moment of the plan: the clip's pose there, and what the plan adds to it. */
import type { Body } from '../../body/body.ts';
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { lawPosition } from '../../gait/pendulum-law.ts';
import { difference } from '../../motion/coordinates.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { type EndlessClip, moveOf, sampleEndless } from './endless-clip.ts';
import type { NominalStep } from './gait-step.ts';
import { createPlaneMemory, type PlanPhase, paceAfter, placeAt, shareAfter, writeState } from './plan.ts';
import { type Plan, stepOf } from './running-plan.ts';

export interface Reference {
  readonly q: Float64Array; // nq, the clip's pose, moved by nothing but its laps
  readonly v: Float64Array; // nv, at the speed it is played
  readonly ws: Workspace; // position and velocity level of q and v
  readonly before: Float64Array; // nq, the pose that was written before this one
  readonly turn: Float64Array; // 4 memory
  pace: number; // seconds of the clip per second
}

export function createReference({ body }: { readonly body: Body }): Reference {
  const nq = coordinateCount(body.skeleton);
  return {
    q: new Float64Array(nq),
    v: new Float64Array(freedomCount(body.skeleton)),
    ws: createWorkspace(body),
    before: new Float64Array(nq),
    turn: new Float64Array(4),
    pace: 1,
  };
}

/** Share of the step at time t. */
export const shareAt = (plan: Plan, t: number): number => shareAfter(stepOf(plan), plan.phase, t - plan.phase.start);

/** Writes the clip's pose and velocity at time t of the plan. `laps`: steps by which the plan counts ahead of the clip. */
export function writeReference(out: Reference, endless: EndlessClip, plan: Plan, t: number, laps: number): void {
  const count = plan.count - laps;
  out.before.set(out.q);
  sampleEndless(endless, count, shareAt(plan, t), moveOf(endless, count), out.q, out.v);
  const pace = paceAfter(stepOf(plan), plan.phase, t - plan.phase.start);
  out.pace = pace;
  for (let i = 0; i < out.v.length; i++) out.v[i] *= pace;
  forwardKinematics(endless.body, out.ws, out.q);
}

/** Velocities from the pose before to this one, as a body that moves tick by tick has them. */
export function writeMeanVelocity({ q, v, ws, before, turn }: Reference, body: Body, dt: number): void {
  difference(v, body.skeleton, before, 0, q, 0, 1, turn);
  for (let i = 0; i < v.length; i++) v[i] /= dt;
  forwardVelocity(body, ws, v);
}

/** Forward and left of the current step on the floor. */
export interface StepAxes {
  readonly forward: readonly [x: number, z: number];
  readonly left: readonly [x: number, z: number];
}

export function stepAxes(endless: EndlessClip, count: number): StepAxes {
  const { steps, lap } = endless;
  const laps = Math.floor(count / steps.length);
  const yaw = steps[count - laps * steps.length]!.yaw + laps * lap.yaw;
  const s = Math.sin(yaw);
  const c = Math.cos(yaw);
  return { forward: [s, c], left: [c, -s] };
}

const forward = createPlaneMemory();
const left = createPlaneMemory();

/** How much more than the undisturbed step the plan has at time t, forward and left, into out (6): place [m] of the centre of mass,
 *  from the foot that its law counts from; tipping momentum [kg·m²/s]; posture error [kg·m²·rad]. */
export function writeExtra(out: Float64Array, plan: Plan, t: number): void {
  const { phase, status } = plan;
  if (status === 'undisturbed' || status === 'recovered') {
    out.fill(0);
    return;
  }
  const step = stepOf(plan);
  const share = shareAt(plan, t);
  writeState(forward, step, phase, 'forward', t - phase.start);
  writeState(left, step, phase, 'left', t - phase.start);
  out[0] = forward.x - ownAt(step, phase, 'forward', share);
  out[1] = left.x - ownAt(step, phase, 'left', share);
  out[2] = forward.extra;
  out[3] = left.extra;
  out[4] = forward.lean;
  out[5] = left.lean;
}

/** Place alone of writeExtra, into out (2). */
export function writeExtraPlace(out: Float64Array, plan: Plan, t: number): void {
  out[0] = 0;
  out[1] = 0;
  const { phase, status } = plan;
  if (status === 'undisturbed' || status === 'recovered') return;
  const step = stepOf(plan);
  const share = shareAt(plan, t);
  out[0] = placeAt(step, phase, 'forward', t - phase.start) - ownAt(step, phase, 'forward', share);
  out[1] = placeAt(step, phase, 'left', t - phase.start) - ownAt(step, phase, 'left', share);
}

/** Where the undisturbed step has the centre of mass at a share of it [m], from the foot that the phase counts from. */
const ownAt = (step: NominalStep, { to }: PlanPhase, axis: 'forward' | 'left', share: number): number =>
  to <= 1
    ? lawPosition(step[axis].supportLaw, share * step.support)
    : lawPosition(step[axis].afterLaw, (share - 1) * step.after);
