/** What the filter did, as plain data. Frames count from 0; lengths in metres, angles in radians. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Clip } from '../../motion/clip.ts';
import { coordinateCount, jointCount, quatIndex } from '../../motion/skeleton.ts';
import { type LevelView, unlevelPoint } from './level-clip.ts';
import { zmpSampler } from './outside.ts';
import type { Demands } from './problem.ts';
import type { RowKind } from './row-sink.ts';
import type { SqpStep } from './sqp.ts';
import { insideBy } from './support-edges.ts';
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
  readonly left: boolean; // nothing was found that is better than the clip: its frames were left as they are
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
  /** Standing feet, worst frame: against where they shall be [m], [rad], and how far that is from the clip [m], whose tremor
   *  is taken out. */
  readonly feet: { readonly moved: number; readonly turned: number; readonly steadied: number };
  readonly change: { readonly rms: number; readonly largest: number; readonly root: number }; // [rad] joints, [m] root
  readonly notes: readonly string[]; // doubts about contacts, noise, coordinates
  readonly before: BalanceReport; // the analysis that contacts and ground come from
  readonly after: BalanceReport; // the same of the result
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
