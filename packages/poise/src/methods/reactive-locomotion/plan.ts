/** A planned future of the pendulum as plain data: phases one after the other, each with its laws in both planes. */

import { type Law, lawPosition, writeIntegral, writeLaw } from '../../gait/pendulum-law.ts';
import type { Side } from '../../motion/roles.ts';
import type { PlaneBody } from './double-support.ts';
import type { NominalStep } from './gait-step.ts';
import { type LoadCourse, NO_LOAD, writeLoadedWay } from './load-course.ts';
import { type StanceTask, writeGained } from './stance-course.ts';

/** Where the ground pushes during support: along a line in x, or evenly in time from z0 to z1. */
export type ZmpCourse =
  | { readonly kind: 'with-x'; readonly c: number; readonly d: number }
  | { readonly kind: 'in-time'; readonly z0: number; readonly z1: number }
  | { readonly kind: 'even'; readonly rate: number; readonly own: number } // h changes by `rate` [N·m]; q of the law without help
  | { readonly kind: 'through-com' }; // no moment: angular momentum stays

export interface PlanePhase {
  readonly law: Law; // from the standing foot; from the old one during double support
  readonly zmp: ZmpCourse;
  readonly h0: number; // [kg·m²/s] tipping momentum at the start, beyond the clip's own
  readonly lean0: number; // I [kg·m²·rad] posture error at the start: clip minus body, along up × e
  readonly foot: number; // [m] that the foot which lands is beyond the clip's; 0 where no plan moves it
  readonly hEnd: number; // [kg·m²/s] h at the end of a runner's stance; NaN: what comes of law and ZMP
}

export interface PlanPhase {
  readonly kind: 'double' | 'single' | 'stance' | 'flight';
  readonly step: number; // index into the plan's steps
  readonly start: number; // [s]
  readonly duration: number; // [s]
  /** The part of the undisturbed step that this plays, as shares of its support (0 … 1) or of what follows it (1 … 2). */
  readonly from: number;
  readonly to: number;
  readonly pace?: number | undefined; // seconds of the clip per second at the start; default: as on the average of the phase
  readonly forward: PlanePhase;
  readonly left: PlanePhase;
}

/** How long a phase is and which part of the undisturbed step it plays. */
type PhaseSpan = Pick<PlanPhase, 'from' | 'to' | 'duration' | 'pace'>;

/** The clip's own time [s] for one share of a step. */
const unitOf = (step: NominalStep, { to }: PhaseSpan): number =>
  to <= 1 ? step.measures.support : step.measures.after;

/** Slope of the share at the start, times the duration: the clip plays on at the pace it had. More than three times the average
 *  would turn it back. */
function slopeAtStart(step: NominalStep, span: PhaseSpan): number {
  const way = span.to - span.from;
  return span.pace === undefined ? way : Math.min(3 * way, (span.pace * span.duration) / unitOf(step, span));
}

/** The same at the end, where it comes a little back to its own pace. */
function slopeAtEnd(step: NominalStep, span: PhaseSpan): number {
  const way = span.to - span.from;
  return span.pace === undefined ? way : Math.min(3 * way, 0.8 * way + (0.2 * span.duration) / unitOf(step, span));
}

/** Share of the step after t of a phase: smooth in time, so that no joint jumps where a phase is stretched. */
export function shareAfter(step: NominalStep, span: PhaseSpan, t: number): number {
  if (!(span.duration > 0)) return span.to;
  const m0 = slopeAtStart(step, span);
  const m1 = slopeAtEnd(step, span);
  const u = Math.min(1, Math.max(0, t / span.duration));
  const way = span.to - span.from;
  return span.from + u * (m0 + u * (3 * way - 2 * m0 - m1 + u * (m0 + m1 - 2 * way)));
}

/** Seconds of the clip per second after t of a phase. */
export function paceAfter(step: NominalStep, span: PhaseSpan, t: number): number {
  if (!(span.duration > 0)) return 1;
  const m0 = slopeAtStart(step, span);
  const m1 = slopeAtEnd(step, span);
  const u = Math.min(1, Math.max(0, t / span.duration));
  const way = span.to - span.from;
  const slope = m0 + u * (2 * (3 * way - 2 * m0 - m1) + 3 * u * (m0 + m1 - 2 * way));
  return (slope * unitOf(step, span)) / span.duration;
}

/** What a step came to. */
export interface StepRecord {
  readonly side: Side;
  readonly foot: readonly [forward: number, left: number]; // [m] new foot from the old one, in the step's frame
  readonly nominalFoot: readonly [forward: number, left: number];
  readonly support: number; // [s]
  readonly after: number; // [s]
  readonly p: number; // [1/s²] of the double support; NaN where a law in time was used
  readonly momentum: readonly [forward: number, left: number]; // h* at toe-off [kg·m²/s]
  readonly lean: readonly [forward: number, left: number]; // I at touch-down [kg·m²·rad]
  readonly saturated: boolean; // friction or reach gave way
  readonly early: boolean; // landed before its time
  readonly crossed: boolean; // across the standing foot
  readonly beta: number; // β that it worked with: less than asked for where friction, reach or joints give way
  readonly give: number; // 0 … 1, share of the wanted change of angular momentum that it tried to make
  readonly strain: number; // most that a joint was loaded with, of what it can deliver; known when the step is over
}

/** State at one moment, one plane. */
export interface PlaneState {
  readonly x: number; // [m] from the foot that the law is measured from
  readonly v: number; // [m/s]
  readonly h: number; // [kg·m²/s] of the model
  readonly extra: number; // [kg·m²/s] h beyond what the undisturbed step has at this share
  readonly lean: number; // [kg·m²·rad]
}

const at = new Float64Array(2); // memory: x and v of a law, or ∫x and v

/** h after t of a phase. (E1) integrated. */
export function momentumAt(body: PlaneBody, phase: PlanePhase, duration: number, t: number): number {
  const { zmp, h0 } = phase;
  if (zmp.kind === 'through-com') return h0;
  if (zmp.kind === 'even') return h0 + zmp.rate * t;
  return h0 + gainedAt(body, phase.law, zmp, duration, t);
}

/** h that the ground has made after t of a support. */
function gainedAt(body: PlaneBody, law: Law, zmp: ZmpCourse, duration: number, t: number): number {
  if (zmp.kind !== 'with-x' && zmp.kind !== 'in-time') return 0;
  writeIntegral(at, law, t);
  const integral = at[0];
  const zIntegral =
    zmp.kind === 'with-x' ? zmp.c * integral + zmp.d * t : zmp.z0 * t + ((zmp.z1 - zmp.z0) * t * t) / (2 * duration);
  return body.mass * (body.gravity * (integral - zIntegral) - body.height * (at[1] - law.v0));
}

/** h of the undisturbed step at a share of it; what follows support has none. */
function nominalMomentum(step: NominalStep, axis: 'forward' | 'left', share: number): number {
  const { supportLaw, zmp } = step[axis];
  return share >= 1 ? 0 : gainedAt(step.body, supportLaw, zmp, step.support, share * step.support);
}

const GAUSS = Math.sqrt(3 / 5) / 2; // three points are exact to the fifth power

/** h of the undisturbed step on the average of its support. */
export function meanMomentum(step: NominalStep, axis: 'forward' | 'left'): number {
  const ends = nominalMomentum(step, axis, 0.5 - GAUSS) + nominalMomentum(step, axis, 0.5 + GAUSS);
  return (5 * ends + 8 * nominalMomentum(step, axis, 0.5)) / 18;
}

/** h beyond the undisturbed step's after t. */
function extraAt(step: NominalStep, span: PhaseSpan, plane: PlanePhase, axis: 'forward' | 'left', t: number): number {
  return momentumAt(step.body, plane, span.duration, t) - ownMomentum(step, span, axis, t);
}

/** h of the undisturbed step after t of a phase. */
function ownMomentum(step: NominalStep, span: PhaseSpan, axis: 'forward' | 'left', t: number): number {
  if (span.to > 1 || step[axis].zmp.kind === 'through-com') return 0;
  return nominalMomentum(step, axis, Math.min(1, shareAfter(step, span, t)));
}

/** By how much the body has turned beyond its clip after t [kg·m²·rad]: ∫extra. */
function turnedAt(step: NominalStep, span: PhaseSpan, plane: PlanePhase, axis: 'forward' | 'left', t: number): number {
  const { zmp, h0 } = plane;
  if (span.to > 1 && zmp.kind === 'through-com') return h0 * t;
  if (span.to > 1 && zmp.kind === 'even') return t * (h0 + (zmp.rate * t) / 2);
  const ends =
    extraAt(step, span, plane, axis, (0.5 - GAUSS) * t) + extraAt(step, span, plane, axis, (0.5 + GAUSS) * t);
  return (t * (5 * ends + 8 * extraAt(step, span, plane, axis, 0.5 * t))) / 18;
}

/** A state that can be written over. */
export type PlaneMemory = { -readonly [key in keyof PlaneState]: PlaneState[key] };

export const createPlaneMemory = (): PlaneMemory => ({ x: 0, v: 0, h: 0, extra: 0, lean: 0 });

/** State after t of a phase. The posture error shrinks by what the body turns beyond its clip: dI/dt = −extra. */
export function stateAt(step: NominalStep, phase: PlanPhase, axis: 'forward' | 'left', t: number): PlaneState {
  const out = createPlaneMemory();
  writeState(out, step, phase, axis, t);
  return out;
}

/** The same into `out`. */
export function writeState(
  out: PlaneMemory,
  step: NominalStep,
  phase: PlanPhase,
  axis: 'forward' | 'left',
  t: number,
): void {
  const plane = phase[axis];
  const { load } = step.measures;
  if (load !== undefined && phase.to <= 1) {
    writeStance(out, step, load, phase, axis, t);
    return;
  }
  writeLaw(at, plane.law, t);
  out.x = at[0];
  out.v = at[1];
  out.h = momentumAt(step.body, plane, phase.duration, t);
  out.extra = out.h - ownMomentum(step, phase, axis, t);
  out.lean = plane.lean0 - turnedAt(step, phase, plane, axis, t);
}

/** Where the centre of mass is after t of a phase [m]: x of stateAt. */
export function placeAt(step: NominalStep, phase: PlanPhase, axis: 'forward' | 'left', t: number): number {
  const { load } = step.measures;
  if (load === undefined || phase.to > 1) return lawPosition(phase[axis].law, t);
  const share = shareAfter(step, phase, t);
  writeLoaded(step, load, phase, axis, share);
  return lawPosition(step[axis].supportLaw, share * step.support) + loaded[0];
}

const beyond = { from: 0, time: 0, start: [0, 0] as [number, number], end: [0, 0] as [number, number] };
const loaded = new Float64Array(6);
const gained = new Float64Array(2);
const task: StanceTask = {
  body: { mass: 0, height: 0, gravity: 0, friction: 0 },
  load: NO_LOAD,
  beyond,
  axis: 0,
  foot: 0,
  wanted: 0,
};

/** The same in a runner's stance: what it does beyond the clip follows the load; it ends as the laws say. */
function writeStance(
  out: PlaneMemory,
  step: NominalStep,
  load: LoadCourse,
  phase: PlanPhase,
  axis: 'forward' | 'left',
  t: number,
): void {
  const plane = phase[axis];
  const share = shareAfter(step, phase, t);
  writeLoaded(step, load, phase, axis, share);
  const before = extraAt(step, phase, plane, axis, 0);
  const end = Number.isNaN(plane.hEnd) ? extraAt(step, phase, plane, axis, phase.duration) : plane.hEnd;
  task.body = step.body;
  task.load = load;
  task.axis = axis === 'forward' ? 0 : 1;
  task.foot = plane.foot;
  task.wanted = end - before;
  writeGained(gained, plane, task, share);
  writeLaw(at, step[axis].supportLaw, share * step.support);
  out.x = at[0] + loaded[0];
  out.v = at[1] + loaded[1];
  out.extra = before + gained[0];
  out.h = out.extra + nominalMomentum(step, axis, Math.min(1, share));
  out.lean = plane.lean0 - before * t - gained[1];
}

/** What a stance does beyond the clip at a share of the step, into `loaded`. */
function writeLoaded(
  step: NominalStep,
  load: LoadCourse,
  phase: PlanPhase,
  axis: 'forward' | 'left',
  share: number,
): void {
  const { law } = phase[axis];
  const { supportLaw } = step[axis];
  const { from, to, duration } = phase;
  beyond.from = from;
  beyond.time = duration;
  writeBeyond(beyond.start, law, 0, supportLaw, from * step.support);
  writeBeyond(beyond.end, law, duration, supportLaw, to * step.support);
  writeLoadedWay(loaded, load, beyond, share);
}

/** Place and velocity of a law at t beyond those of the clip's own at `own`. */
function writeBeyond(out: [number, number], law: Law, t: number, ownLaw: Law, own: number): void {
  writeLaw(at, law, t);
  out[0] = at[0];
  out[1] = at[1];
  writeLaw(at, ownLaw, own);
  out[0] -= at[0];
  out[1] -= at[1];
}
