/** The character while it walks: what never changes, what changes, and memory. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import type { Push } from '../balancer.ts';
import type { EndlessClip } from './endless-clip.ts';
import type { Fade } from './fade.ts';
import type { Follower } from './follow-body.ts';
import type { ImportedGait } from './import-gait.ts';
import type { PlanPhase } from './plan.ts';
import { type Reference, type StepAxes, stepAxes } from './reference.ts';
import { type Gait, type Plan, stepOf } from './running-plan.ts';
import type { SwingOffset } from './swing-offset.ts';

/** Time between two inner steps [s]. */
export const TICK = 1 / 120;

/** A hit that is being delivered, a share in each tick. */
export interface Delivery {
  readonly push: Push;
  readonly ticks: number;
  readonly done: number;
}

/** A difference over the floor that dies away. */
export interface Remainder {
  readonly since: number; // [s]
  readonly x: readonly [offset: number, rate: number];
  readonly z: readonly [offset: number, rate: number];
}

/** What changes while the character walks, as plain data; pose and lean are with the follower. */
export interface WalkerState {
  readonly plan: Plan;
  readonly ticks: number; // since the start
  readonly calm: boolean; // the clip itself plays, nothing is left of any hit
  readonly untouched: boolean; // nobody has ever pushed, and the clip has not come to its end
  readonly entry: { readonly since: number; readonly fade: Fade } | undefined; // from the clip to its gait
  readonly offset: readonly [x: number, z: number]; // of the old foot of the current step, from the clip's
  readonly moved?: readonly [x: number, z: number]; // by which the gait goes on beside the clip's, since it began: see enterGait
  readonly feet: readonly [left: SwingOffset, right: SwingOffset];
  /** The phase that the feet were planned for, and when it ends [s]. */
  readonly feetOf: { readonly step: number; readonly kind: PlanPhase['kind']; readonly end: number } | undefined;
  readonly deliveries: readonly Delivery[];
  readonly sunk: readonly [depth: number, rate: number, needed: number]; // [m] the body is lower than in the clip
  readonly bob: readonly [share: number, rate: number]; // of the clip's rise and fall that is left
  readonly rise: readonly [left: readonly [number, number], right: readonly [number, number]]; // heels, [rad] and rate
  readonly strain: number; // most that a joint was loaded with since the last touch-down, of what it can deliver
  readonly rest: Remainder | undefined; // of the centre of mass when the clip took over
  readonly place: readonly [x: number, z: number]; // of the centre of mass, from the clip's, in the last tick
}

/** Of the report on the clip: which parts of the feet touch in each frame, and how it moves without its noise. */
export type ClipContacts = Pick<BalanceReport, 'frameCount' | 'feet' | 'comAcceleration' | 'angularMomentumRate'>;

export interface Walker {
  readonly body: Body;
  readonly endless: EndlessClip;
  readonly imported: ImportedGait;
  readonly gait: Gait;
  readonly laps: number; // steps, whole laps, by which the plan counts ahead of the clip: none is negative
  readonly lowest: number; // [m] height of the clip's centre of mass at its lowest
  readonly follower: Follower;
  readonly reference: Reference;
  readonly ahead: Reference; // memory: the clip at the end of the phase
  readonly contacts: ClipContacts;
  state: WalkerState;
}

export const timeOf = (state: WalkerState): number => state.ticks * TICK;

/** Axes of step `count` of the plan. */
export const axesOf = ({ endless, laps }: Walker, count: number): StepAxes => stepAxes(endless, count - laps);

/** A place on the floor, moved along the axes of a step. */
export const shiftedBy = (
  place: readonly [x: number, z: number],
  { forward, left }: StepAxes,
  by: readonly [forward: number, left: number],
): readonly [number, number] => [
  place[0] + by[0] * forward[0] + by[1] * left[0],
  place[1] + by[0] * forward[1] + by[1] * left[1],
];

/** Offset of the foot that lands in the current step of `plan`. */
export function offsetAfter(walker: Walker, plan: Plan): readonly [number, number] {
  const { offset } = walker.state;
  if (plan.planned === undefined) return offset;
  const step = stepOf(plan);
  return shiftedBy(offset, axesOf(walker, plan.count), [
    plan.planned.forward.foot - step.forward.foot,
    plan.planned.left.foot - step.left.foot,
  ]);
}

/** Offset that the centre of mass counts from: of the old foot during support, of the new one after it. */
export const baseOf = (walker: Walker, plan: Plan): readonly [number, number] =>
  plan.phase.to <= 1 ? walker.state.offset : offsetAfter(walker, plan);
