/** What the filter did, as plain data. Frames count from 0; lengths in metres, angles in radians. */
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { Clip } from '../../motion/clip.ts';
import { createMotionScratch, sampleMotion } from '../../motion/motion-spline.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import { anglesAtTime, withCoefficients } from './curve.ts';
import { zmpOf } from './demands.ts';
import { type LevelView, unlevelPoint } from './level-clip.ts';
import type { Demands } from './problem.ts';
import type { RowKind } from './row-sink.ts';
import { createSiteState, evaluateState } from './site.ts';
import type { SqpStep } from './sqp.ts';
import { type Edges, edgesOf, insideBy } from './support-edges.ts';
import type { SiteWindow } from './windows.ts';

/** already-balanced: nothing was changed. balanced-with-residual: better, not within tolerance. infeasible: no motion near the
 *  clip meets everything; the result is a compromise. diverged: the arithmetic failed; the clip is returned as it was. */
export type FilterStatus = 'already-balanced' | 'balanced' | 'balanced-with-residual' | 'infeasible' | 'diverged';

/** A constraint that stands in the way. */
export interface FilterConflict {
  readonly kind: RowKind;
  readonly frame: number;
  readonly price: number; // change of the objective per metre
  readonly residual: number; // [m] it is broken by this
}

export interface FilterWindow {
  readonly startFrame: number; // first frame that may differ …
  readonly endFrame: number; // … and last
  readonly status: FilterStatus;
  readonly objective: number; // E
  readonly violation: number; // [m] of the worst row
  readonly violationFrame: number;
  readonly steps: readonly SqpStep[]; // all stages
  readonly conflicts: readonly FilterConflict[]; // those with the highest price
}

export interface FilterReport {
  readonly status: FilterStatus;
  readonly reason: string; // one sentence
  readonly residual: number; // [m] the ZMP is outside the inset polygon by at most this; 0: never
  readonly residualFrame: number; // −1: never
  readonly objective: number; // E, all windows
  readonly windows: readonly FilterWindow[];
  readonly iterations: number; // of the SQP
  readonly factorisations: number;
  readonly unknowns: number; // n, per site
  readonly sites: number;
  readonly siteTime: number; // [s]
  readonly zmpBefore: Float64Array; // frames×3 [m] world; NaN in flight
  readonly zmpAfter: Float64Array;
  readonly distanceBefore: Float64Array; // frames [m] ZMP → edge of the support polygon, positive inside; NaN undefined
  readonly distanceAfter: Float64Array;
  /** [m] most that the ZMP is outside the inset polygon, times the load in body weights where that is below 1: at the sites,
   *  and at four times as many moments. */
  readonly outside: { readonly before: number; readonly sites: number; readonly between: number };
  readonly feet: { readonly moved: number; readonly turned: number }; // standing feet against the clip, worst frame
  readonly change: { readonly rms: number; readonly largest: number; readonly root: number }; // [rad] joints, [m] root
  readonly notes: readonly string[]; // doubts about contacts, noise, coordinates
  readonly before: BalanceReport; // the analysis that contacts and ground come from
}

/** ZMP and its distance per frame: in the windows from the curve with the given coefficients, elsewhere from the analysis. */
export function zmpOfFrames(
  demands: Demands,
  coefficients: Float64Array,
  windows: readonly SiteWindow[],
  analysed: BalanceReport,
  view: LevelView,
): { zmp: Float64Array; distance: Float64Array } {
  const { curve, plans } = demands;
  const zmp = analysed.zmp.slice();
  const distance = analysed.margin.slice();
  const at = zmpSampler(demands, coefficients);
  for (let frame = 0; frame < analysed.frameCount; frame++) {
    const t = frame * analysed.frameTime;
    const site = Math.min(plans.length - 1, Math.round(t / curve.angles.spacing));
    if (!windows.some(({ first, last }) => site >= first && site <= last)) continue;
    const plan = plans[site];
    if (!plan.edges) continue;
    const [x, z] = at(t, plan.floor);
    distance[frame] = insideBy(plan.edges, x, z) + plan.edges.margin;
    zmp.set(unlevelPoint([x, plan.floor, z], t, view), 3 * frame);
  }
  return { zmp, distance };
}

/** ZMP of the curve at any time, and the load there in body weights. */
function zmpSampler(demands: Demands, coefficients: Float64Array) {
  const { curve, options } = demands;
  const state = createSiteState(curve.mechanism, options.inertia === 'full' ? 1 : 0);
  const spline = withCoefficients(curve.angles, coefficients);
  const scratch = createMotionScratch(curve.mechanism.body.skeleton);
  const weight = curve.mechanism.body.totalMass * GRAVITY;
  return (t: number, floor: number): readonly [x: number, z: number, load: number] => {
    sampleMotion(curve.motion, t, state.q, state.v, state.a, scratch);
    anglesAtTime(state.angles, state.rates, state.seconds, spline, t);
    evaluateState(curve.mechanism, state);
    return [...zmpOf(state.wrench, floor), state.wrench[4] / weight];
  };
}

export interface Outside {
  readonly sites: number;
  readonly between: number;
  readonly site: number; // where it is worst, −1 nowhere
}

/** How far the ZMP leaves the inset polygon inside the windows, at sites and at quarters between them. While the weight goes
 *  from one polygon to the next, both carry: between two sites the hull of both counts. */
export function outsideOf(demands: Demands, coefficients: Float64Array, windows: readonly SiteWindow[]): Outside {
  const { curve, plans } = demands;
  const at = zmpSampler(demands, coefficients);
  const out = { sites: 0, between: 0, site: -1 };
  const look = (k: number, quarter: number): void => {
    const { edges, floor } = plans[k];
    const hull = quarter === 0 ? edges : hullOf(edges, plans[k + 1].edges);
    if (!hull) return;
    const [x, z, load] = at((k + quarter / 4) * curve.angles.spacing, floor);
    // as the rows have it, moment over body weight: under a light load the ZMP flies far and means little
    const size = Math.min(1, Math.max(0, load)) * -insideBy(hull, x, z);
    out.between = Math.max(out.between, size);
    if (quarter > 0 || size <= out.sites) return;
    out.sites = size;
    out.site = k;
  };
  for (const window of windows) {
    // the sites of joins are as they were
    const first = window.first > 0 ? window.first + 1 : 0;
    const last = window.last < plans.length - 1 ? window.last - 1 : window.last;
    for (let k = first; k <= last; k++) {
      for (let quarter = 0; quarter < (k < last ? 4 : 1); quarter++) look(k, quarter);
    }
  }
  return out;
}

function hullOf(a: Edges | undefined, b: Edges | undefined): Edges | undefined {
  if (!a || !b) return undefined;
  return edgesOf([...a.points, ...b.points], Math.min(a.margin, b.margin));
}

/** How much the joints and the root changed, over changed frames. */
export function changeOf(before: Clip, q: Float64Array, changed: Uint8Array): FilterReport['change'] {
  const nq = coordinateCount(before.skeleton);
  let [sum, count, largest, root] = [0, 0, 0, 0];
  for (let frame = 0; frame < before.frameCount; frame++) {
    if (!changed[frame]) continue;
    const i = frame * nq;
    root = Math.max(root, Math.hypot(...[0, 1, 2].map((k) => q[i + k] - before.q[i + k])));
    for (let joint = 0; joint < jointCount(before.skeleton); joint++) {
      const o = i + quatIndex(joint);
      let chord = 0;
      for (let k = 0; k < 4; k++) chord += (q[o + k] - before.q[o + k]) ** 2;
      const angle = 4 * Math.asin(Math.min(1, Math.sqrt(chord) / 2));
      sum += angle * angle;
      count++;
      largest = Math.max(largest, angle);
    }
  }
  return { rms: count > 0 ? Math.sqrt(sum / count) : 0, largest, root };
}
