/** A planned future of the pendulum as plain data: phases one after the other, each with its laws in both planes. */
import type { Side } from '../../motion/roles.ts';
import type { PlaneBody } from './double-support.ts';
import type { NominalStep } from './gait-step.ts';
import { type LoadCourse, writeLoadedWay } from './load-course.ts';
import { type Law, lawIntegral, lawPosition, lawVelocity } from './pendulum.ts';

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
}

export interface PlanPhase {
  readonly kind: 'double' | 'single' | 'stance' | 'flight';
  readonly step: number; // index into the plan's steps
  readonly start: number; // [s]
  readonly duration: number; // [s]
  /** The part of the undisturbed step that this plays, as shares of its support (0 … 1) or of what follows it (1 … 2). */
  readonly from: number;
  readonly to: number;
  readonly pace?: number; // seconds of the clip per second at the start; default: as on the average of the phase
  readonly forward: PlanePhase;
  readonly left: PlanePhase;
}

/** How long a phase is and which part of the undisturbed step it plays. */
export type PhaseSpan = Pick<PlanPhase, 'from' | 'to' | 'duration' | 'pace'>;

/** The clip's own time [s] for one share of a step. */
const unitOf = (step: NominalStep, { to }: PhaseSpan): number =>
  to <= 1 ? step.measures.support : step.measures.after;

/** Slopes of the share at both ends, times the duration: the clip plays on at the pace it had, and comes a little back to its
 *  own. More than three times the average would turn it back. */
function slopesOf(step: NominalStep, span: PhaseSpan): readonly [start: number, end: number] {
  const way = span.to - span.from;
  if (span.pace === undefined) return [way, way];
  const own = span.duration / unitOf(step, span);
  return [Math.min(3 * way, span.pace * own), Math.min(3 * way, 0.8 * way + 0.2 * own)];
}

/** Share of the step after t of a phase: smooth in time, so that no joint jumps where a phase is stretched. */
export function shareAfter(step: NominalStep, span: PhaseSpan, t: number): number {
  if (!(span.duration > 0)) return span.to;
  const [m0, m1] = slopesOf(step, span);
  const u = Math.min(1, Math.max(0, t / span.duration));
  const way = span.to - span.from;
  return span.from + u * (m0 + u * (3 * way - 2 * m0 - m1 + u * (m0 + m1 - 2 * way)));
}

/** Seconds of the clip per second after t of a phase. */
export function paceAfter(step: NominalStep, span: PhaseSpan, t: number): number {
  if (!(span.duration > 0)) return 1;
  const [m0, m1] = slopesOf(step, span);
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

/** h after t of a phase. (E1) integrated. */
export function momentumAt(body: PlaneBody, phase: PlanePhase, duration: number, t: number): number {
  const { law, zmp, h0 } = phase;
  if (zmp.kind === 'through-com') return h0;
  if (zmp.kind === 'even') return h0 + zmp.rate * t;
  const integral = lawIntegral(law, t);
  const zIntegral =
    zmp.kind === 'with-x' ? zmp.c * integral + zmp.d * t : zmp.z0 * t + ((zmp.z1 - zmp.z0) * t * t) / (2 * duration);
  const gained = body.gravity * (integral - zIntegral) - body.height * (lawVelocity(law, t) - lawVelocity(law, 0));
  return h0 + body.mass * gained;
}

/** h of the undisturbed step at a share of it; what follows support has none. */
function nominalMomentum(step: NominalStep, axis: 'forward' | 'left', share: number): number {
  if (share >= 1) return 0;
  const { supportLaw, zmp } = step[axis];
  return momentumAt(step.body, { law: supportLaw, zmp, h0: 0, lean0: 0 }, step.support, share * step.support);
}

/** h beyond the undisturbed step's after t. */
function extraAt(step: NominalStep, span: PhaseSpan, plane: PlanePhase, axis: 'forward' | 'left', t: number): number {
  const share = shareAfter(step, span, t);
  const own = span.to > 1 ? 0 : nominalMomentum(step, axis, Math.min(share, 1));
  return momentumAt(step.body, plane, span.duration, t) - own;
}

const way = new Float64Array(4);
const GAUSS = Math.sqrt(3 / 5) / 2; // three points are exact to the fifth power

/** State after t of a phase. The posture error shrinks by what the body turns beyond its clip: dI/dt = −extra. */
export const stateAt = (step: NominalStep, phase: PlanPhase, axis: 'forward' | 'left', t: number): PlaneState =>
  planeStateAt(step, phase, phase[axis], axis, t);

/** The same for a plane of a phase that is not planned to the end. */
export function planeStateAt(
  step: NominalStep,
  span: PhaseSpan,
  plane: PlanePhase,
  axis: 'forward' | 'left',
  t: number,
): PlaneState {
  const { load } = step.measures;
  if (load !== undefined && span.to <= 1) return stanceStateAt(step, load, span, plane, axis, t);
  const at = (share: number): number => extraAt(step, span, plane, axis, share * t);
  const turned = (t * (5 * at(0.5 - GAUSS) + 8 * at(0.5) + 5 * at(0.5 + GAUSS))) / 18;
  return {
    x: lawPosition(plane.law, t),
    v: lawVelocity(plane.law, t),
    h: momentumAt(step.body, plane, span.duration, t),
    extra: extraAt(step, span, plane, axis, t),
    lean: plane.lean0 - turned,
  };
}

/** The same in a runner's stance: what it does beyond the clip follows the load; it ends as the laws say. */
function stanceStateAt(
  step: NominalStep,
  load: LoadCourse,
  span: PhaseSpan,
  plane: PlanePhase,
  axis: 'forward' | 'left',
  t: number,
): PlaneState {
  const { law } = plane;
  const { from, to, duration } = span;
  const { supportLaw } = step[axis];
  const share = shareAfter(step, span, t);
  const [t0, t1] = [from * step.support, to * step.support];
  const beyond = (at: number, own: number): readonly [number, number] => [
    lawPosition(law, at) - lawPosition(supportLaw, own),
    lawVelocity(law, at) - lawVelocity(supportLaw, own),
  ];
  writeLoadedWay(way, load, { from, time: duration, start: beyond(0, t0), end: beyond(duration, t1) }, share);
  const before = extraAt(step, span, plane, axis, 0);
  const gained = extraAt(step, span, plane, axis, duration) - before;
  const extra = before + gained * way[2];
  return {
    x: lawPosition(supportLaw, share * step.support) + way[0],
    v: lawVelocity(supportLaw, share * step.support) + way[1],
    h: extra + nominalMomentum(step, axis, Math.min(1, share)),
    extra,
    lean: plane.lean0 - before * t - gained * way[3],
  };
}
