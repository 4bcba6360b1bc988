/** The plan while it runs, and how one step hands its state to the next. */
import type { NominalPlane, NominalStep } from './gait-step.ts';
import type { PlannerOptions } from './options.ts';
import {
  createPlaneMemory,
  type PlaneMemory,
  type PlaneState,
  type PlanPhase,
  type StepRecord,
  writeState,
} from './plan.ts';
import type { PlannedStep } from './planned-step.ts';

/** The undisturbed gait: steps in order, the last leading on to the first where it loops. */
export interface Gait {
  readonly steps: readonly NominalStep[];
  readonly turns: readonly number[]; // [rad] about up, from each step's frame to the next one's
  readonly loops: boolean;
  readonly spread?: number; // share by which its steps differ in length and speed from each other
}

export type PlanStatus = 'undisturbed' | 'recovering' | 'recovered' | 'stumble' | 'fall';

/** Everything about the plan now. */
export interface Plan {
  readonly gait: Gait;
  readonly options: PlannerOptions;
  readonly count: number; // steps begun since the start; step count % steps.length of the gait
  readonly phase: PlanPhase;
  readonly planned: PlannedStep | undefined; // of the current step; undefined: as the clip
  /** Where the foot of the next step is going to land [m] from the old one, in that step's frame; undefined: still free. */
  readonly landing?: readonly [forward: number, left: number] | undefined;
  /** How far the old foot of the current step is from where the clip has it [m], in that step's frame. */
  readonly offset: readonly [forward: number, left: number];
  readonly astray: number; // [m] capture point at the end of the current step, away from the clip's
  readonly status: PlanStatus;
  readonly reason: string; // of a stumble or fall
  readonly saturated: number; // steps running that could not do all that was needed
  readonly steps: number; // disturbed ones since the last hit
  readonly lost: number; // saturated steps running that did not even bring it nearer to the clip
  readonly records: readonly StepRecord[]; // of disturbed steps, in order
}

/** What a hit brings: along forward and left of the current step's frame. */
export interface Hit {
  readonly velocity: readonly [forward: number, left: number]; // Δv [m/s]
  readonly momentum: readonly [forward: number, left: number]; // Δh [kg·m²/s]
}

export const stepOf = (plan: Plan): NominalStep => stepAt(plan.gait, plan.count);
export const stepAt = (gait: Gait, count: number): NominalStep => gait.steps[count % gait.steps.length]!;

/** `offset` of the next step: the foot that lands in the current one is its old foot. */
export function offsetOfNext({ gait, count, planned, offset }: Plan): readonly [forward: number, left: number] {
  const step = stepAt(gait, count);
  const forward = offset[0] + (planned ? planned.forward.foot - step.forward.foot : 0);
  const left = offset[1] + (planned ? planned.left.foot - step.left.foot : 0);
  const turn = gait.turns[count % gait.turns.length]!;
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  return [c * forward + s * left, c * left - s * forward];
}

/** Both planes at touch-down. */
export interface TouchDown {
  readonly forward: PlaneState;
  readonly left: PlaneState;
}

/** A touch-down that can be written over. */
interface TouchDownMemory {
  readonly forward: PlaneMemory;
  readonly left: PlaneMemory;
}

export const createTouchDown = (): TouchDownMemory => ({ forward: createPlaneMemory(), left: createPlaneMemory() });

/** States at the end of the current step as the next step has them: the difference from the clip goes along. */
export function carried(plan: Plan): TouchDown {
  const out = createTouchDown();
  writeCarried(out, plan, plan.phase);
  return out;
}

const f = createPlaneMemory();
const l = createPlaneMemory();

/** The same into `out`, with another phase in place of the current one. */
export function writeCarried(out: TouchDownMemory, { gait, count }: Plan, phase: PlanPhase): void {
  const step = stepAt(gait, count);
  const next = stepAt(gait, count + 1);
  const turn = gait.turns[count % gait.turns.length]!;
  writeState(f, step, phase, 'forward', phase.duration);
  writeState(l, step, phase, 'left', phase.duration);
  f.x -= step.forward.xEnd;
  f.v -= step.forward.vEnd;
  l.x -= step.left.xEnd;
  l.v -= step.left.vEnd;
  // turning left by `turn`: the new forward is c·f + s·l, the new left −s·f + c·l
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  mix(out.forward, f, l, c, s, next.forward);
  mix(out.left, l, f, c, -s, next.left);
}

function mix(out: PlaneMemory, a: PlaneState, b: PlaneState, ca: number, cb: number, nominal: NominalPlane): void {
  out.x = nominal.xB + ca * a.x + cb * b.x;
  out.v = nominal.vB + ca * a.v + cb * b.v;
  out.h = ca * a.h + cb * b.h;
  out.extra = ca * a.extra + cb * b.extra;
  out.lean = ca * a.lean + cb * b.lean;
}
