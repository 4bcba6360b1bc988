/** Somebody who walks or runs for an experiment, tick by tick, and where in its steps the clip is. */
import { SourceSteps } from '../src/control/gait/source-steps.ts';
import { type Source, solePointCount } from '../src/control/source.ts';
import { forwardKinematics } from '../src/dynamics/kinematics.ts';
import { createWorkspace, type Workspace } from '../src/dynamics/workspace.ts';
import type { GaitStep } from '../src/gait/steps/gait-step.ts';
import type { Vec3 } from '../src/math/types.ts';
import type { BalancerEvent } from '../src/methods/balancer.ts';
import { Locomotion } from '../src/methods/reactive-locomotion/locomotion.ts';
import type { LocomotionStyle } from '../src/methods/reactive-locomotion/options.ts';
import type { Subject } from './komura04-clips.ts';

export const TICK = 1 / 120; // [s]
/** What is hit. */
export const PARTS = ['head', 'chest', 'hips'] as const;
const WARM = 90; // ticks before anything happens

export interface Walker extends Subject {
  readonly locomotion: Locomotion;
  readonly source: Source;
  readonly steps: SourceSteps;
  readonly yaw: number; // [rad] of the way it goes
  readonly own: Workspace; // of the source
  readonly ws: Workspace; // of the body
}

/** A walker that has been going for three quarters of a second. */
export function walkerOf(subject: Subject, style: Partial<LocomotionStyle> = {}): Walker {
  const { body, clip } = subject;
  const locomotion = new Locomotion(body, clip, style);
  for (let k = 0; k < WARM; k++) locomotion.step(TICK);
  const { source } = locomotion.character.reaction.reference;
  const steps = new SourceSteps(source);
  steps.begin(locomotion.time);
  const { yaw } = steps.step(steps.at(locomotion.time))!;
  return { ...subject, locomotion, source, steps, yaw, own: createWorkspace(body), ws: createWorkspace(body) };
}

export const tick = ({ locomotion }: Walker): readonly BalancerEvent[] => locomotion.step(TICK);

/** [s] of the clip. */
export const clipTime = ({ locomotion }: Walker): number => locomotion.character.reaction.reference.time;

/** The step that the clip is in, and its share that is over. */
export function phaseOf(walker: Walker): { readonly step: GaitStep; readonly index: number; readonly share: number } {
  const time = clipTime(walker);
  const index = walker.steps.at(time);
  const step = walker.steps.step(index)!;
  return { step, index, share: Math.max(0, Math.min(1, (time - step.land) / step.duration)) };
}

export type Support = 'double' | 'single' | 'stance' | 'flight';

/** Which feet carry the clip. */
export function supportOf(walker: Walker): Support {
  const { source, body } = walker;
  const firmness = new Float64Array(solePointCount(body));
  source.contact(firmness, clipTime(walker));
  const left = body.soles[0].parts.length;
  const down = [firmness.subarray(0, left), firmness.subarray(left)].filter((foot) => foot.some((part) => part > 0));
  if (down.length !== 1) return down.length === 2 ? 'double' : 'flight';
  return phaseOf(walker).step.flight > 0.03 ? 'stance' : 'single';
}

/** A push of Δv [m/s] on the whole body, towards an angle to the left of the way it goes [rad]. */
export function impulseOf({ yaw, body }: Walker, change: number, angle: number): Vec3 {
  const size = change * body.totalMass;
  return [size * Math.sin(yaw + angle), 0, size * Math.cos(yaw + angle)];
}

/** [rad] by which the line from hips to neck leans beyond the clip's, to the front. */
export function leanOf(walker: Walker): number {
  const { locomotion, body, ws, own, yaw } = walker;
  const { reaction, isReacting } = locomotion.character;
  if (!isReacting) return 0;
  forwardKinematics(body, ws, reaction.q);
  forwardKinematics(body, own, reaction.reference.next);
  const top = 3 * (body.roles.neck ?? body.roles.head ?? 0);
  const tilt = ({ segmentOrigin: at }: Workspace): number =>
    Math.atan2((at[top] - at[0]) * Math.sin(yaw) + (at[top + 2] - at[2]) * Math.cos(yaw), at[top + 1] - at[1]);
  return tilt(ws) - tilt(own);
}
