/**
 * Balance filter, after Tak, Song and Ko 2000 [Tak00]: the closest motion to a clip whose zero moment point stays in the
 * support area. Planned over whole windows of the clip: analyse → windows → SQP per window → frames.
 * Deviates: inequality instead of a pinned ZMP, accelerations in the objective, C2 joins; docs/methods/balance-filter.md.
 */
import { analyse } from '../../balance/analyse.ts';
import type { BalanceReport } from '../../balance/report.ts';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { type Closed, closeFrames, footChange } from './close.ts';
import { createCurve } from './curve.ts';
import { createDemands, floorUnder } from './demands.ts';
import { levelClip, levelViewOf } from './level-clip.ts';
import { withUnrolledLoop } from './loop.ts';
import { notesOf } from './notes.ts';
import { checkedOptions, type FilterOptions } from './options.ts';
import { type Outside, outsideOf } from './outside.ts';
import type { Demands } from './problem.ts';
import { changeOf, type FilterReport, type FilterStatus, type FilterWindow, zmpOfFrames } from './report.ts';
import { solveWindows } from './solve-windows.ts';
import { findWindows, type SiteWindow, siteViolations } from './windows.ts';

export interface FilterResult {
  readonly clip: Clip; // the clip itself where nothing had to change
  readonly report: FilterReport;
}

const CAPTURED_SITES = 1 / 30; // [s] between sites: people move below 10 Hz …
const MADE_SITES = 1 / 60; // … what code has made may be sharper
const NOISY = 0.3; // of the sites out of balance: rather the fit is noisy than the motion impossible
const SMOOTHER = 3; // then the fit may leave this many times more behind …
const NOISE_SHARE = 0.8; // … if that leaves less than this share of it
const TOLERATED = 1e-3; // [m] of violation in a balanced result …
const TOLERATED_BETWEEN = 3e-3; // … and at four times as many moments

/** Returns the closest clip that can happen. Frames outside the report's windows are those of the clip, bit for bit.
 *
 * ```ts
 * const { clip: mended, report } = balanceFilter(fitBody(clip), clip, { margin: 0.02, stiffness: { knee: 0.02 } });
 * if (report.status !== 'balanced') console.log(report.reason);
 * ```
 */
export function balanceFilter(body: Body, clip: Clip, options: Partial<FilterOptions> = {}): FilterResult {
  const settings = checkedOptions(options);
  if (body.skeleton.names.length !== clip.skeleton.names.length) {
    throw new UsageError(
      `the body has ${body.skeleton.names.length} joints, the clip ${clip.skeleton.names.length}: build the body from this clip`,
    );
  }
  if (clip.frameCount < 8) throw new UsageError(`the balance filter needs at least 8 frames, found ${clip.frameCount}`);
  if (settings.loop) return withUnrolledLoop(body, clip, settings, filterOnce);
  return filterOnce(body, clip, settings);
}

interface Prepared {
  readonly demands: Demands;
  readonly level: Clip;
  readonly before: BalanceReport;
  readonly violations: Float64Array;
  readonly notes: string[];
}

function filterOnce(body: Body, clip: Clip, options: FilterOptions): FilterResult {
  const { demands, level, before, violations, notes } = prepare(body, clip, options);
  const { curve } = demands;
  const view = levelViewOf(before.ground);
  const { spacing, siteCount, coefficients: original } = curve.angles;
  const windows = findWindows(violations, Math.round(options.extension / spacing));
  const solved = solveWindows(demands, windows);
  const worked: readonly SiteWindow[] = solved.windows.map(({ window }) => window);
  const reports = solved.windows.map(({ report }) => report);
  const changedAny = reports.some(({ status }) => status !== 'diverged');
  const input = { source: clip, level, view, curve, plans: demands.plans, windows: worked };
  const closed = closeFrames({ ...input, coefficients: solved.coefficients, windows: changedAny ? worked : [] });
  if (closed.missed > TOLERATED) {
    notes.push(`a leg is ${(1000 * closed.missed).toFixed(1)} mm too short for its foot`);
  }
  const outside = outsideOf(demands, solved.coefficients, worked);
  const first = zmpOfFrames(demands, original, worked, before, view);
  const second = windows.length > 0 ? zmpOfFrames(demands, solved.coefficients, worked, before, view) : first;
  const status = overall(reports, outside);
  const report: FilterReport = {
    status,
    reason: reasonOf(status, reports, status === 'balanced-with-residual' ? outside.between : outside.sites),
    residual: outside.sites,
    residualFrame: outside.site < 0 ? -1 : demands.plans[outside.site].frame,
    objective: reports.reduce((sum, { objective }) => sum + objective, 0),
    windows: reports,
    iterations: reports.reduce((sum, { steps }) => sum + steps.length, 0),
    factorisations: reports.reduce((sum, { steps }) => sum + steps.reduce((s, step) => s + step.factorisations, 0), 0),
    unknowns: curve.mechanism.free,
    sites: siteCount,
    siteTime: spacing,
    zmpBefore: first.zmp,
    zmpAfter: second.zmp,
    distanceBefore: first.distance,
    distanceAfter: second.distance,
    outside: {
      before: outsideOf(demands, original, worked).sites,
      sites: outside.sites,
      between: outside.between,
    },
    feet: feetReport(body, level, closed, demands),
    change: changeOf(clip, closed.q, closed.changed),
    notes,
    before,
  };
  const count = reports.length;
  options.onProgress?.({
    window: count,
    windows: count,
    iteration: report.iterations,
    violation: outside.sites,
    done: 1,
  });
  const untouched = !closed.changed.includes(1);
  return { clip: untouched ? clip : withCoordinates(clip, closed.q), report };
}

/** Analysis, fit and demands. A capture of which much is out of balance is fitted more smoothly before it is blamed. */
function prepare(body: Body, clip: Clip, options: FilterOptions): Prepared {
  const before = analyse(body, clip, { ...options.analyse, inertia: options.inertia });
  const level = levelClip(clip, levelViewOf(before.ground));
  const smooth = options.fit === 'auto' ? clip.source !== undefined : options.fit === 'smooth';
  const attempt = (smoothing: number) => {
    const siteTime = options.siteTime ?? (smoothing > 0 ? CAPTURED_SITES : MADE_SITES);
    const curve = createCurve(body, level, siteTime, smoothing, (t, side) => carriesAt(before, t, side));
    const demands = createDemands(curve, before, floorUnder(curve, before), options);
    const violations = siteViolations(demands, curve.angles.coefficients, before);
    const share = violations.filter((size) => size > TOLERATED).length / violations.length;
    return { demands, violations, share };
  };
  const notes: string[] = [];
  let found = attempt(smooth ? 1 : 0);
  if (smooth && found.share > NOISY) {
    const again = attempt(SMOOTHER);
    const percent = `${Math.round(100 * found.share)} % of the sites are out of balance`;
    if (again.share < NOISE_SHARE * found.share) {
      notes.push(`${percent}, ${Math.round(100 * again.share)} % when fitted more smoothly: the capture is noisy`);
      found = again;
    } else notes.push(`${percent}: contacts may be wrong, or something besides the feet may carry weight`);
  }
  notes.push(...notesOf(found.demands));
  return { demands: found.demands, level, before, violations: found.violations, notes };
}

const carriesAt = ({ feet, frameTime, frameCount }: BalanceReport, t: number, side: number): boolean => {
  const frame = Math.min(frameCount - 1, Math.round(t / frameTime));
  return feet[side].heel[frame] + feet[side].ball[frame] + feet[side].toe[frame] > 0;
};

function feetReport(body: Body, level: Clip, { levelQ, feet }: Closed, { plans, curve }: Demands) {
  const against = (q: Float64Array) => footChange(body, q, feet, level, plans, curve.angles.spacing);
  const { moved, turned } = against(levelQ);
  return { moved, turned, steadied: against(level.q).moved };
}

function overall(windows: readonly FilterWindow[], outside: Outside): FilterStatus {
  if (windows.length === 0) return 'already-balanced';
  for (const status of ['diverged', 'infeasible'] as const) {
    if (windows.some((window) => window.status === status)) return status;
  }
  if (windows.some((window) => window.status === 'balanced-with-residual')) return 'balanced-with-residual';
  const out = outside.sites > TOLERATED || outside.between > TOLERATED_BETWEEN;
  return out ? 'balanced-with-residual' : 'balanced';
}

function reasonOf(status: FilterStatus, windows: readonly FilterWindow[], residual: number): string {
  const millimetres = `${(1000 * Math.max(0, residual)).toFixed(1)} mm`;
  if (status === 'already-balanced') return 'The ZMP never leaves the support: nothing was changed.';
  if (status === 'balanced')
    return `In balance after changing ${windows.length} window${windows.length > 1 ? 's' : ''}.`;
  if (status === 'balanced-with-residual') return `Improved; the ZMP is still outside by up to ${millimetres}.`;
  if (status === 'diverged') return 'The equations could not be solved; a part of the clip was left as it was.';
  const broken = windows.find((window) => window.status === 'infeasible');
  const what = broken?.conflicts[0];
  const place = what ? ` The hardest demand is ${what.kind} at frame ${what.frame}.` : '';
  return `No motion near the clip meets all demands: off by up to ${millimetres} with a compromise.${place}`;
}
