/** How far the ZMP of a curve is outside the support: at the sites, where rows hold it, and between them. */
import { GRAVITY } from '../../dynamics/wrench.ts';
import { createMotionScratch, sampleMotion } from '../../motion/motion-spline.ts';
import { anglesAtTime, withCoefficients } from './curve.ts';
import { zmpOf } from './demands.ts';
import type { Demands } from './problem.ts';
import { createSiteState, evaluateState } from './site.ts';
import { type Edges, edgesOf, insideBy } from './support-edges.ts';
import type { SiteWindow } from './windows.ts';

/** ZMP of the curve at any time, and the load there in body weights. */
export function zmpSampler(demands: Demands, coefficients: Float64Array) {
  const { curve, options } = demands;
  const state = createSiteState(curve.mechanism, options.inertia === 'full' ? 1 : 0, demands.loads);
  const spline = withCoefficients(curve.angles, coefficients);
  const scratch = createMotionScratch(curve.mechanism.body.skeleton);
  const weight = curve.mechanism.body.totalMass * GRAVITY;
  return (t: number, floor: number): readonly [x: number, z: number, load: number] => {
    state.time = t;
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

/** One look at the ZMP: `quarter` of the way from site to site + 1. */
export interface Look {
  readonly site: number;
  readonly quarter: 0 | 1 | 2 | 3;
  readonly edges: Edges;
  readonly x: number;
  readonly z: number;
  readonly load: number; // [body weights]
  /** [m] outside the inset polygon, times the load where that is below 1: as the rows have it, moment over body weight. Under
   *  a light load the ZMP flies far and means little. */
  readonly outside: number;
}

/** Looks at sites and at quarters between them, all over a window but at its joins, which are as they were. While the weight
 *  goes from one polygon to the next, both carry: between two sites the hull of both counts. */
export function lookAlong(
  demands: Demands,
  coefficients: Float64Array,
  window: SiteWindow,
  each: (look: Look) => void,
): void {
  const { curve, plans } = demands;
  const at = zmpSampler(demands, coefficients);
  const first = window.first > 0 ? window.first + 1 : 0;
  const last = window.last < plans.length - 1 ? window.last - 1 : window.last;
  for (let site = first; site <= last; site++) {
    const { edges, floor } = plans[site];
    for (const quarter of [0, 1, 2, 3] as const) {
      if (quarter > 0 && site === last) break;
      const hull = quarter === 0 ? edges : hullOf(edges, plans[site + 1].edges);
      if (!hull) continue;
      const [x, z, load] = at((site + quarter / 4) * curve.angles.spacing, floor);
      const outside = Math.min(1, Math.max(0, load)) * -insideBy(hull, x, z);
      each({ site, quarter, edges: hull, x, z, load, outside });
    }
  }
}

/** Worst of all looks at the windows. */
export function outsideOf(demands: Demands, coefficients: Float64Array, windows: readonly SiteWindow[]): Outside {
  const out = { sites: 0, between: 0, site: -1 };
  for (const window of windows) {
    lookAlong(demands, coefficients, window, ({ site, quarter, outside }) => {
      out.between = Math.max(out.between, outside);
      if (quarter > 0 || outside <= out.sites) return;
      out.sites = outside;
      out.site = site;
    });
  }
  return out;
}

function hullOf(a: Edges | undefined, b: Edges | undefined): Edges | undefined {
  if (!a || !b) return undefined;
  return edgesOf([...a.points, ...b.points], Math.min(a.margin, b.margin));
}
