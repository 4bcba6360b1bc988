/** Which stretches of the clip are worked on. [Tak00] §4.4: windows around what is out of balance, a little longer. */
import { type Demands, type EndRule, type WindowProblem, writeRows } from './problem.ts';
import { createSink } from './row-sink.ts';
import { createSiteState } from './site.ts';

/** Sites, both included; the window joins the clip at those that are not its ends. */
export interface SiteWindow {
  readonly first: number;
  readonly last: number;
}

const TRIGGER = 1e-3; // [m] of a row: less is not worth a change
const FLIGHT_TRIGGER = 0.2; // of body weight
const LEAST_REACH = 4; // sites: fewer leave nothing to change between two joins

/** Worst violation of each site in the clip as it is [m]; flight counts only beyond FLIGHT_TRIGGER. */
export function siteViolations(demands: Demands, coefficients: Float64Array): Float64Array {
  const { plans } = demands;
  const whole = windowProblem(demands, { first: 0, last: plans.length - 1 });
  const out = new Float64Array(plans.length);
  writeRows(whole, coefficients, 1, false);
  for (const part of [whole.sink.equal, whole.sink.unequal]) {
    for (let i = 0; i < part.rows.count; i++) {
      const value = part.rows.residual[i];
      const size = part === whole.sink.equal ? Math.abs(value) : -value;
      const kind = part.kinds[i];
      if (kind === 'flight' && size < FLIGHT_TRIGGER) continue;
      out[part.sites[i]] = Math.max(out[part.sites[i]], size);
    }
  }
  return out;
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

/** The window half as long again; undefined when it is the whole clip already. */
export function grownWindow(window: SiteWindow, siteCount: number): SiteWindow | undefined {
  if (window.first === 0 && window.last === siteCount - 1) return undefined;
  const extra = Math.max(2, Math.ceil((window.last - window.first) / 4));
  return snapped({ first: window.first - extra, last: window.last + extra }, siteCount - 1);
}

/** The optimisation problem of a window. */
export function windowProblem(demands: Demands, window: SiteWindow): WindowProblem {
  const { curve, options } = demands;
  const { siteCount, spacing } = curve.angles;
  const joinsStart = window.first > 0 || options.loop;
  const joinsEnd = window.last < siteCount - 1 || options.loop;
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
    state: createSiteState(curve.mechanism, options.inertia === 'full' ? 1 : 0),
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
