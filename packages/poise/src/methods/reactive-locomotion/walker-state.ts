/** The character while it walks: what never changes, what changes, and memory. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import type { Push } from '../../gait/push.ts';
import type { EndlessClip } from './endless-clip.ts';
import type { Fade } from './fade.ts';
import type { Follower } from './follow-body.ts';
import type { ImportedGait } from './import-gait.ts';
import type { PlanPhase } from './plan.ts';
import type { Gauge } from './planner.ts';
import { type Reference, type StepAxes, stepAxes } from './reference.ts';
import { type Gait, type Plan, stepOf } from './running-plan.ts';
import { createSwingOffset, type SwingOffset } from './swing-offset.ts';

/** Time between two inner steps [s]. */
export const TICK = 1 / 120;

/** A hit that is being delivered, a share in each tick. */
export interface Delivery {
  readonly push: Push;
  readonly ticks: number;
  done: number;
}

/** A difference over the floor that dies away. */
interface Remainder {
  readonly since: number; // [s]
  readonly x: readonly [offset: number, rate: number];
  readonly z: readonly [offset: number, rate: number];
}

/** What changes while the character walks; pose and lean are with the follower. Memory: ticks write into it, plans are replaced. */
export interface WalkerState {
  plan: Plan;
  ticks: number; // since the start
  calm: boolean; // the clip itself plays, nothing is left of any hit
  untouched: boolean; // nobody has ever pushed, and the clip has not come to its end
  entry: { readonly since: number; readonly fade: Fade } | undefined; // from the clip to its gait
  readonly offset: Float64Array; // 2 [m] x and z of the old foot of the current step, from the clip's
  readonly moved: Float64Array; // 2 [m] by which the gait goes on beside the clip's, since it began: see enterGait
  readonly feet: readonly [left: SwingOffset, right: SwingOffset];
  readonly feetOf: FeetOf;
  readonly deliveries: Delivery[];
  readonly sunk: Float64Array; // 3: depth [m] that the body is lower than in the clip, its rate, the depth that legs need
  readonly bob: Float64Array; // 2: share of the clip's rise and fall that is left, its rate
  readonly rise: Float64Array; // 2 [rad] of the heels, left and right
  strain: number; // most that a joint was loaded with since the last touch-down, of what it can deliver
  rest: Remainder | undefined; // of the centre of mass when the clip took over
  readonly place: Float64Array; // 4: x and z [m] of the centre of mass, from the clip's, in the last tick; their rates
}

/** The phase that feet were planned for. */
export interface FeetOf {
  step: number; // −1: none yet
  kind: PlanPhase['kind'];
  end: number; // [s]
}

export const createWalkerState = (plan: Plan): WalkerState => ({
  plan,
  ticks: 0,
  calm: true,
  untouched: true,
  entry: undefined,
  offset: new Float64Array(2),
  moved: new Float64Array(2),
  feet: [createSwingOffset(), createSwingOffset()],
  feetOf: { step: -1, kind: 'double', end: 0 },
  deliveries: [],
  sunk: new Float64Array(3),
  bob: Float64Array.of(1, 0),
  rise: new Float64Array(2),
  strain: 0,
  rest: undefined,
  place: new Float64Array(4),
});

/** Of the report on the clip: which parts of the feet touch in each frame, and how it moves without its noise. */
type ClipContacts = Pick<BalanceReport, 'frameCount' | 'feet' | 'comAcceleration' | 'angularMomentumRate'>;

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
  readonly kneesTurn: boolean; // see kneesBend
  readonly astray: number; // share of the time in which the clip's own ZMP is off its feet, see astrayOf
  readonly axes: KeptAxes[]; // memory: of the last steps
  readonly gauge: GaugeMemory; // memory of gaugeOf
  readonly gaugeAt: (count: number) => Gauge; // how the real body leans, along the axes of a step
  readonly state: WalkerState;
}

/** A gauge that can be written over. */
interface GaugeMemory {
  readonly lean: [forward: number, left: number];
  readonly momentum: [forward: number, left: number];
}

interface KeptAxes extends StepAxes {
  readonly count: number;
}

export const timeOf = (state: WalkerState): number => state.ticks * TICK;

const KEPT = 4; // steps

/** Axes of step `count` of the plan. */
export function axesOf({ endless, laps, axes }: Walker, count: number): StepAxes {
  const kept = axes[count % KEPT];
  if (kept?.count === count) return kept;
  const made = { count, ...stepAxes(endless, count - laps) };
  axes[count % KEPT] = made;
  return made;
}

/** Moves a place (x, z) on the floor along the axes of a step. */
export function shift(place: Float64Array, { forward, left }: StepAxes, ahead: number, aside: number): void {
  place[0] = place[0] + ahead * forward[0] + aside * left[0];
  place[1] = place[1] + ahead * forward[1] + aside * left[1];
}

/** Offset of the foot that lands in the current step of `plan` into out (x, z), which may be the state's own. */
export function writeOffsetAfter(out: Float64Array, walker: Walker, plan: Plan): void {
  const { offset } = walker.state;
  out[0] = offset[0];
  out[1] = offset[1];
  const { planned } = plan;
  if (planned === undefined) return;
  const step = stepOf(plan);
  const ahead = planned.forward.foot - step.forward.foot;
  shift(out, axesOf(walker, plan.count), ahead, planned.left.foot - step.left.foot);
}

/** Offset that the centre of mass counts from, into out (x, z): of the old foot during support, of the new one after it. */
export function writeBase(out: Float64Array, walker: Walker, plan: Plan): void {
  if (plan.phase.to > 1) {
    writeOffsetAfter(out, walker, plan);
    return;
  }
  out[0] = walker.state.offset[0];
  out[1] = walker.state.offset[1];
}
