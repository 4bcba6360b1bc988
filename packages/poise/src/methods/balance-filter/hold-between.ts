/**
 * Between the sites of the spline nothing holds the ZMP but smoothness. Where it leaves the support there, the rows of the two
 * sites beside are asked for more than the margin, and the window is solved again from where it is.
 */
import { lookAlong } from './outside.ts';
import type { SitePlan } from './plan.ts';
import type { Demands } from './problem.ts';
import type { Edges } from './support-edges.ts';
import type { SiteWindow } from './windows.ts';

const LIGHT = 0.3; // of body weight: below, the ZMP says little
const GENEROUS = 1.3; // times what is missing
const MOST = 0.4; // of the polygon's width
const FACING = 0.5; // cosine between an edge and the one that was overstepped

/** Demands with more asked for around what is more than `tolerance` [m] outside, and where that is: per site the most. */
export function tightened(demands: Demands, coefficients: Float64Array, window: SiteWindow, tolerance: number) {
  const plans: SitePlan[] = demands.plans.slice();
  const missing = new Float64Array(plans.length);
  lookAlong(demands, coefficients, window, ({ site, quarter, edges, x, z, load, outside }) => {
    if (quarter === 0 || outside <= tolerance) return;
    const share = Math.min(1, load) / Math.max(LIGHT, load);
    for (let k = 0; k < edges.offsets.length; k++) {
      const [nx, nz] = [edges.normals[2 * k], edges.normals[2 * k + 1]];
      const over = share * (edges.offsets[k] + edges.margin - nx * x - nz * z);
      if (over <= 0) continue;
      for (const at of [site, site + 1]) plans[at] = asked(plans[at], demands.plans[at], nx, nz, GENEROUS * over);
    }
    missing[site] = Math.max(missing[site], outside);
    missing[site + 1] = Math.max(missing[site + 1], outside);
  });
  return { demands: { ...demands, plans }, missing };
}

/** `plan` with `more` [m] asked for at edges that face (nx, nz); `before`: what was asked for in the round before. */
function asked(plan: SitePlan, before: SitePlan, nx: number, nz: number, more: number): SitePlan {
  const { edges } = plan;
  if (!edges || !before.edges) return plan;
  const extra = edges.extra.slice();
  for (let k = 0; k < extra.length; k++) {
    if (edges.normals[2 * k] * nx + edges.normals[2 * k + 1] * nz < FACING) continue;
    const most = MOST * widthAcross(edges, k) - edges.margin;
    extra[k] = Math.max(extra[k], Math.min(before.edges.extra[k] + more, most));
  }
  return { ...plan, edges: { ...edges, extra } };
}

/** Width of the polygon from edge k to the farthest corner. */
function widthAcross({ normals, offsets, points }: Edges, k: number): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 2) {
    most = Math.max(most, normals[2 * k] * points[i] + normals[2 * k + 1] * points[i + 1] - offsets[k]);
  }
  return most;
}
