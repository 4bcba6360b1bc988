/** What the body is to do at a moment of the plan: the clip's pose there, and centre of mass, angular momentum and feet with what
 *  the plan adds. */
import { forwardKinematics, forwardVelocity } from '../../dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../../dynamics/workspace.ts';
import { coordinateCount, freedomCount } from '../../motion/skeleton.ts';
import { clipTime, type EndlessClip, lapOf, sampleEndless } from './endless-clip.ts';
import { lawPosition } from './pendulum.ts';
import { stateAt } from './plan.ts';
import { type Plan, stepOf } from './running-plan.ts';

export interface Reference {
  readonly q: Float64Array; // nq, the clip's pose, moved by nothing but its laps
  readonly v: Float64Array; // nv, at the speed it is played
  readonly ws: Workspace; // position and velocity level of q and v
  rate: number; // seconds of the clip per second
}

export function createReference(endless: EndlessClip): Reference {
  const { body } = endless;
  return {
    q: new Float64Array(coordinateCount(body.skeleton)),
    v: new Float64Array(freedomCount(body.skeleton)),
    ws: createWorkspace(body),
    rate: 1,
  };
}

/** Share of the step at time t. */
export function shareAt({ phase }: Plan, t: number): number {
  const { start, duration, from, to } = phase;
  return duration > 0 ? from + ((to - from) * (t - start)) / duration : to;
}

/** Writes the clip's pose at time t of the plan. `laps`: steps by which the plan counts ahead of the clip. */
export function writeReference(out: Reference, endless: EndlessClip, plan: Plan, t: number, laps: number): void {
  const { phase } = plan;
  const count = plan.count - laps;
  const { move } = lapOf(endless, count);
  sampleEndless(endless, count, shareAt(plan, t), move, out.q, out.v);
  const played = clipTime(endless, count, phase.to) - clipTime(endless, count, phase.from);
  out.rate = phase.duration > 0 ? played / phase.duration : 1;
  for (let i = 0; i < out.v.length; i++) out.v[i] *= out.rate;
  forwardKinematics(endless.body, out.ws, out.q);
  forwardVelocity(endless.body, out.ws, out.v);
}

/** Forward and left of the current step on the floor. */
export interface StepAxes {
  readonly forward: readonly [x: number, z: number];
  readonly left: readonly [x: number, z: number];
}

export function stepAxes(endless: EndlessClip, count: number): StepAxes {
  const { step, move } = lapOf(endless, Math.max(0, count));
  const yaw = step.yaw + move.turn;
  const [s, c] = [Math.sin(yaw), Math.cos(yaw)];
  return { forward: [s, c], left: [c, -s] };
}

/** How much more than the undisturbed step the plan has at time t. */
export interface Extra {
  readonly place: readonly [forward: number, left: number]; // [m] of the centre of mass, from the foot that its law counts from
  readonly momentum: readonly [forward: number, left: number]; // [kg·m²/s] tipping
}

export function extraAt(plan: Plan, t: number): Extra {
  const { phase } = plan;
  const step = stepOf(plan);
  const share = shareAt(plan, t);
  const axis = (name: 'forward' | 'left'): readonly [number, number] => {
    const { x, extra } = stateAt(step, phase, name, t - phase.start);
    const nominal = step[name];
    const own =
      phase.to <= 1
        ? lawPosition(nominal.supportLaw, share * step.support)
        : lawPosition(nominal.afterLaw, (share - 1) * step.after);
    return [x - own, extra];
  };
  const [forward, left] = [axis('forward'), axis('left')];
  return { place: [forward[0], left[0]], momentum: [forward[1], left[1]] };
}
