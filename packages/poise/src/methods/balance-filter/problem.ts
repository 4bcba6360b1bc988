/** One window of the clip as an optimisation problem: what may change, what it costs, what must hold. */
import type { UniformSpline } from '../../math/spline.ts';
import { type AngleRange, addAngleRows } from './angle-rows.ts';
import type { Broken } from './broken.ts';
import { anglesAtSite, type MotionCurve } from './curve.ts';
import type { ExternalLoads } from './external-loads.ts';
import { addForceRows } from './force-rows.ts';
import type { FilterOptions } from './options.ts';
import type { SitePlan } from './plan.ts';
import { addCeilingRow, addFootRows, addPinRows, type HeldPoint } from './pose-rows.ts';
import { addCoordinateRow, clearSink, type RowSink, startSite } from './row-sink.ts';
import { differentiateState, evaluateState, type SiteState } from './site.ts';

/** A ceiling over time; `original` is how high the point is in the clip. */
export interface CeilingCourse extends HeldPoint {
  readonly heights: Float64Array; // sites [m]; Infinity: none
  readonly original: Float64Array; // sites [m]
}

export interface PinCourse extends HeldPoint {
  readonly targets: Float64Array; // sites × 3 [m]
  readonly active: Uint8Array; // sites
}

/** What the whole clip is held to. */
export interface Demands {
  readonly curve: MotionCurve;
  readonly plans: readonly SitePlan[];
  readonly options: FilterOptions;
  readonly targets: readonly (readonly [x: number, z: number] | undefined)[]; // of the ZMP, when it is tracked
  readonly ranges: readonly AngleRange[];
  readonly ceilings: readonly CeilingCourse[];
  readonly pins: readonly PinCourse[];
  readonly freedomsOf: readonly Int32Array[]; // per segment
  readonly stiffness: Float64Array; // free: M_jj
  readonly loads: ExternalLoads | undefined;
  readonly broken: readonly Broken[]; // stretches of which nothing is asked for
  readonly kept: Uint8Array; // sites that no window reaches
  readonly firstPoseKept: boolean; // can the first pose be started from?
}

/** At an end of the clip; inside the clip a window joins the original with equal θ, θ̇, θ̈ instead. */
export interface EndRule {
  readonly pose: 'keep' | 'free';
  readonly velocity: FilterOptions['endVelocity'];
  readonly still: boolean; // θ̈ = 0
}

export interface WindowProblem {
  readonly demands: Demands;
  readonly firstSite: number; // at which rows are asked for …
  readonly lastSite: number; // … up to this
  readonly firstFree: number; // coefficient row
  readonly freeCount: number; // rows that may change
  readonly start: EndRule | undefined;
  readonly end: EndRule | undefined;
  readonly sink: RowSink;
  readonly state: SiteState;
}

const VELOCITY_SCALE = 0.05; // [s]
const ACCELERATION_SCALE = 0.003; // [s²]

/** Evaluates every constraint of the window at `coefficients`; rows go to problem.sink. `ceilingShare`: how far ceilings have
 *  come down, 0 … 1. */
export function writeRows(
  problem: WindowProblem,
  coefficients: Float64Array,
  ceilingShare: number,
  differentiate: boolean,
): void {
  const { demands, sink, state } = problem;
  const { curve, plans } = demands;
  const { mechanism } = curve;
  clearSink(sink);
  sink.differentiate = differentiate;
  for (let k = problem.firstSite; k <= problem.lastSite; k++) {
    placeRiders(state, curve, k);
    anglesAtSite(state.angles, state.rates, state.seconds, coefficients, k, curve.angles.spacing);
    evaluateState(mechanism, state);
    if (differentiate) differentiateState(mechanism, state);
    startSite(sink, k, k - problem.firstFree, state);
    addForceRows(sink, mechanism, state, plans[k], demands.targets[k], demands.options);
    for (const foot of plans[k].feet) addFootRows(sink, state, foot, demands.freedomsOf[foot.segment]);
    for (const ceiling of demands.ceilings) {
      const excess = Math.max(0, ceiling.original[k] - ceiling.heights[k]);
      const height = ceiling.heights[k] + (1 - ceilingShare) * excess;
      if (height < Infinity) addCeilingRow(sink, state, ceiling, height, demands.freedomsOf[ceiling.segment]);
    }
    for (const pin of demands.pins) {
      if (pin.active[k]) addPinRows(sink, state, pin, pin.targets, 3 * k, demands.freedomsOf[pin.segment]);
    }
    for (const range of demands.ranges) addAngleRows(sink, mechanism.body, state, range, k);
    if (k === 0 && problem.start) addEndRows(problem, k, problem.start);
    if (k === plans.length - 1 && problem.end) addEndRows(problem, k, problem.end);
  }
}

/** Joints that ride along, at a site, and its time. */
export function placeRiders(state: SiteState, curve: MotionCurve, k: number): void {
  const { q, v, a } = state;
  state.time = k * curve.angles.spacing;
  for (let i = 0; i < q.length; i++) q[i] = curve.q[k * q.length + i];
  for (let i = 0; i < v.length; i++) {
    v[i] = curve.v[k * v.length + i];
    a[i] = curve.a[k * v.length + i];
  }
}

function addEndRows({ demands, sink, state }: WindowProblem, k: number, rule: EndRule): void {
  const { mechanism, angles } = demands.curve;
  const own = originalAt(angles, mechanism.total, k);
  for (let j = 0; j < mechanism.free; j++) {
    if (rule.pose === 'keep') addCoordinateRow(sink, sink.equal, 'end', state.angles[j] - own.angle(j), j, 0, 1);
    if (rule.velocity !== 'free') {
      const off = state.rates[j] - (rule.velocity === 'keep' ? own.rate(j) : 0);
      addCoordinateRow(sink, sink.equal, 'end', VELOCITY_SCALE * off, j, 1, VELOCITY_SCALE);
    }
    if (rule.still) {
      addCoordinateRow(sink, sink.equal, 'end', ACCELERATION_SCALE * state.seconds[j], j, 2, ACCELERATION_SCALE);
    }
  }
}

function originalAt({ coefficients: c, spacing }: UniformSpline, width: number, k: number) {
  const at = k * width;
  return {
    angle: (j: number): number => (c[at + j] + 4 * c[at + width + j] + c[at + 2 * width + j]) / 6,
    rate: (j: number): number => (c[at + 2 * width + j] - c[at + j]) / (2 * spacing),
  };
}

/** Worst and summed violation of the rows in the sink [m]. */
export function violationOf({ equal, unequal }: RowSink): { worst: number; sum: number; site: number } {
  let [worst, sum, site] = [0, 0, -1];
  const note = (size: number, at: number): void => {
    sum += size;
    if (size > worst) {
      worst = size;
      site = at;
    }
  };
  for (let i = 0; i < equal.rows.count; i++) note(Math.abs(equal.rows.residual[i]), equal.sites[i]);
  for (let i = 0; i < unequal.rows.count; i++) note(Math.max(0, -unequal.rows.residual[i]), unequal.sites[i]);
  return { worst, sum, site };
}
