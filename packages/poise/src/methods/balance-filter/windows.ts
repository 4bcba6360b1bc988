/** Which stretches of the clip are worked on. [Tak00] §4.4: windows around what is out of balance, a little longer. */
import type { BalanceReport } from '../../balance/report.ts';
import { GRAVITY } from '../../dynamics/wrench.ts';
import type { SitePlan } from './plan.ts';
import { type Demands, type EndRule, type WindowProblem, writeRows } from './problem.ts';
import { createSink } from './row-sink.ts';
import { createSiteState } from './site.ts';

/** Sites, both included; the window joins the clip at those that are not its ends. */
export interface SiteWindow {
  readonly first: number;
  readonly last: number;
}

const TRIGGER = 1e-3; // [m] of a row: less is not worth a change
const FLIGHT_TRIGGER = 0.2; // of body weight: more is not free fall
const JUDGED_LOAD = 0.3; // of body weight, as in analyse
const LOAD_TRIGGER = 0.05; // of body weight: less is not missed
const LEAST_REACH = 4; // sites: fewer leave nothing to change between two joins

/** Worst violation of each site in the clip as it is [m]; flight counts only beyond FLIGHT_TRIGGER. Where the analysis of the
 *  frames themselves finds the ZMP inside and the load sufficient, the curve between them is not held against the clip. */
export function siteViolations(demands: Demands, coefficients: Float64Array, report: BalanceReport): Float64Array {
  const { plans } = demands;
  const whole = windowProblem(demands, { first: 0, last: plans.length - 1 });
  const out = new Float64Array(plans.length);
  writeRows(whole, coefficients, 1, false);
  for (const part of [whole.sink.equal, whole.sink.unequal]) {
    for (let i = 0; i < part.rows.count; i++) {
      const value = part.rows.residual[i];
      const size = part === whole.sink.equal ? Math.abs(value) : -value;
      const site = part.sites[i];
      const kind = part.kinds[i];
      if (size <= out[site] || demands.kept[site]) continue;
      if (kind === 'flight' && (size < FLIGHT_TRIGGER || framesFly(plans[site], report))) continue;
      if (kind === 'zmp' && framesInside(plans[site], report)) continue;
      if (kind === 'load' && framesLoaded(plans[site], report)) continue;
      if (kind === 'friction' && framesGrip(plans[site], report, demands.options.friction)) continue;
      out[site] = size;
    }
  }
  return out;
}

const DIFFERENCED = 2; // frames at each end whose accelerations are one-sided; their neighbours speak for them

const spokenFor = (frame: number, frameCount: number): number =>
  Math.max(Math.min(DIFFERENCED, frameCount - 1), Math.min(frameCount - 1 - DIFFERENCED, frame));

/** Load on the ground in body weights, by the frames themselves. */
const loadOf = ({ grf, mass }: BalanceReport, frame: number): number => grf[3 * frame + 1] / (mass * GRAVITY);

function framesInside({ frame, edges }: SitePlan, report: BalanceReport): boolean {
  const at = spokenFor(frame, report.frameCount);
  const load = loadOf(report, at);
  // under a light load, contact times decide the ZMP more than the motion does
  if (Number.isNaN(report.margin[at]) || load < JUDGED_LOAD) return true;
  return Math.min(1, load) * (report.margin[at] - (edges?.margin ?? 0)) >= -TRIGGER;
}

const framesLoaded = ({ frame, leastLoad }: SitePlan, report: BalanceReport): boolean =>
  loadOf(report, spokenFor(frame, report.frameCount)) >= leastLoad - LOAD_TRIGGER;

/** Does the floor hold the feet, by the frames themselves? Under a light load nobody knows. */
function framesGrip({ frame }: SitePlan, report: BalanceReport, most = Number.POSITIVE_INFINITY): boolean {
  const at = spokenFor(frame, report.frameCount);
  return loadOf(report, at) < JUDGED_LOAD || !(report.friction[at] > most);
}

function framesFly({ frame }: SitePlan, report: BalanceReport): boolean {
  const i = 3 * spokenFor(frame, report.frameCount);
  const force = Math.hypot(report.grf[i], report.grf[i + 1], report.grf[i + 2]);
  return force < FLIGHT_TRIGGER * report.mass * GRAVITY;
}

/** Runs of violated sites, reaching `reach` sites farther, merged where they meet. */
export function findWindows(violations: Float64Array, reach: number): SiteWindow[] {
  const last = violations.length - 1;
  const extent = Math.max(LEAST_REACH, reach);
  const windows: { first: number; last: number }[] = [];
  for (let k = 0; k <= last; k++) {
    if (violations[k] <= TRIGGER) continue;
    const open = windows[windows.length - 1];
    if (open && k - extent <= open.last) open.last = k + extent;
    else windows.push({ first: k - extent, last: k + extent });
  }
  return windows.map((window) => snapped(window, last));
}

/** Windows that come near the ends of the clip reach them. */
function snapped({ first, last }: SiteWindow, end: number): SiteWindow {
  return { first: first < LEAST_REACH ? 0 : first, last: last > end - LEAST_REACH ? end : last };
}

/** The window half as long again, as far as nothing is kept; undefined when it cannot grow. */
export function grownWindow(window: SiteWindow, kept: Uint8Array): SiteWindow | undefined {
  const extra = Math.max(2, Math.ceil((window.last - window.first) / 4));
  const wide = snapped({ first: window.first - extra, last: window.last + extra }, kept.length - 1);
  let { first, last } = window;
  while (first > wide.first && !kept[first - 1]) first--;
  while (last < wide.last && !kept[last + 1]) last++;
  return first === window.first && last === window.last ? undefined : { first, last };
}

/** Windows without the sites that are kept: shortened, split, or dropped where nothing is left to change. */
export function freeWindows(windows: readonly SiteWindow[], kept: Uint8Array): SiteWindow[] {
  if (!kept.includes(1)) return [...windows];
  return windows.flatMap((window) => {
    const parts: SiteWindow[] = [];
    for (let site = window.first; site <= window.last; site++) {
      if (kept[site]) continue;
      const first = site;
      while (site < window.last && !kept[site + 1]) site++;
      if (site - first >= 2 * LEAST_REACH) parts.push({ first, last: site });
    }
    return parts;
  });
}

/** The optimisation problem of a window. */
export function windowProblem(demands: Demands, window: SiteWindow): WindowProblem {
  const { curve, options } = demands;
  const { siteCount, spacing } = curve.angles;
  const joinsStart = window.first > 0;
  const joinsEnd = window.last < siteCount - 1;
  // a join holds the three coefficients that count at its site
  const firstFree = joinsStart ? window.first + 3 : 0;
  const lastFree = joinsEnd ? window.last - 1 : siteCount + 1;
  return {
    demands,
    firstSite: joinsStart ? window.first + 1 : 0,
    lastSite: joinsEnd ? window.last - 1 : siteCount - 1,
    firstFree,
    freeCount: Math.max(0, lastFree - firstFree + 1),
    start: joinsStart ? undefined : startRule(demands),
    end: joinsEnd ? undefined : endRule(demands),
    sink: createSink(curve.mechanism, spacing),
    state: createSiteState(curve.mechanism, options.inertia === 'full' ? 1 : 0, demands.loads),
  };
}

function startRule({ options, firstPoseKept }: Demands): EndRule {
  const pose = options.firstPose === 'auto' ? (firstPoseKept ? 'keep' : 'free') : options.firstPose;
  return { pose, velocity: options.endVelocity, still: false };
}

const endRule = ({ options }: Demands): EndRule => ({
  pose: options.lastPose,
  velocity: options.endVelocity,
  still: options.endStatic,
});
