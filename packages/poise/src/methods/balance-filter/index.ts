/**
 * Balance filter, after Tak, Song and Ko 2000 [Tak00]: the closest motion to a clip whose zero moment point stays in the
 * support area. Planned over whole windows of the clip: analyse → windows → SQP per window → frames.
 * Deviates: inequality instead of a pinned ZMP, accelerations in the objective, C2 joins; docs/methods/balance-filter.md.
 */
import { analyse } from '../../balance/analyse.ts';
import type { Body } from '../../body/body.ts';
import { UsageError } from '../../errors.ts';
import { type Clip, withCoordinates } from '../../motion/clip.ts';
import { type Attempt, attempt, createTask, type Task } from './attempt.ts';
import { footChange } from './close.ts';
import { withNearHands } from './hands.ts';
import { lies } from './kept.ts';
import { withUnrolledLoop } from './loop.ts';
import { heldBySomething } from './notes.ts';
import { checkedOptions, type FilterOptions } from './options.ts';
import { outsideOf } from './outside.ts';
import { changeOf, type FilterReport, zmpOfFrames } from './report.ts';
import { type Spared, spareWorse } from './spare.ts';
import { reasonOf, statusOf, TOLERATED, TOLERATED_BETWEEN } from './verdict.ts';
import { framesPerSite } from './whole-sites.ts';

export interface FilterResult {
  readonly clip: Clip; // the clip itself where nothing had to change
  readonly report: FilterReport;
}

const LYING =
  'The body lies, kneels or sits for most of the clip or at its end: balance on the feet cannot be asked for there.';
const CAPTURED_SITES = 1 / 30; // [s] between sites: people move below 10 Hz …
const MADE_SITES = 1 / 60; // … what code has made may be sharper …
const FLIGHT_SITES = 1 / 60; // … and so are landings

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

function filterOnce(body: Body, clip: Clip, options: FilterOptions): FilterResult {
  const before = analyse(body, clip, { ...options.analyse, inertia: options.inertia, softness: 'none' });
  const task = createTask(body, clip, options, before);
  const spared = spareWorse(task, withNearHands(task, refined(task)));
  const report = reportOf(task, spared);
  const count = report.windows.length;
  options.onProgress?.({
    window: count,
    windows: count,
    iteration: report.iterations,
    violation: report.residual,
    done: 1,
  });
  const { changed, q } = spared.attempt.closed;
  return { clip: changed.includes(1) ? withCoordinates(clip, q) : clip, report };
}

/** Sites as far apart as the motion allows; nearer where that leaves the ZMP outside between them. */
function refined(task: Task): Attempt {
  const { options, before, clip, smooth } = task;
  const lands = smooth && before.summary.flightFraction > 0;
  const usual = smooth ? (lands ? FLIGHT_SITES : CAPTURED_SITES) : Math.max(MADE_SITES, clip.frameTime);
  const first = attempt(task, options.siteTime ?? usual);
  const { between, sites } = first.outside;
  if (options.siteTime !== undefined || sites > TOLERATED || between <= TOLERATED_BETWEEN) return first;
  if (framesPerSite(clip, usual / 2) === framesPerSite(clip, usual)) return first; // no finer than the frames
  const finer = attempt(task, usual / 2);
  return finer.outside.between < between && finer.outside.sites <= TOLERATED ? finer : first;
}

function reportOf(task: Task, { attempt: made, after }: Spared): FilterReport {
  const { demands, solved, closed, outside } = made;
  const { before, view, body, level, clip } = task;
  const { spacing, siteCount, coefficients: original } = demands.curve.angles;
  const windows = solved.windows.map(({ report }) => report);
  const worked = solved.windows.map(({ window }) => window);
  const status = lies(after) ? 'infeasible' : statusOf(windows, demands.broken, outside);
  const held = windows.length > 0 ? heldBySomething(before) : undefined;
  const first = zmpOfFrames(demands, original, worked, before, view);
  const second = windows.length > 0 ? zmpOfFrames(demands, solved.coefficients, worked, before, view) : first;
  const against = (q: Float64Array) => footChange(body, q, closed.feet, level, demands.plans, spacing);
  const notes = [...made.notes, ...(held ? [held] : [])];
  if (closed.missed > TOLERATED) {
    notes.push(`a leg is ${(1000 * closed.missed).toFixed(1)} mm too short for its foot`);
  }
  return {
    status,
    reason: lies(after) ? LYING : reasonOf(status, windows, demands.broken, outside, held),
    residual: outside.sites,
    residualFrame: outside.site < 0 ? -1 : demands.plans[outside.site].frame,
    objective: windows.reduce((sum, { objective }) => sum + objective, 0),
    windows,
    iterations: windows.reduce((sum, { steps }) => sum + steps.length, 0),
    factorisations: windows.reduce((sum, { steps }) => sum + steps.reduce((s, step) => s + step.factorisations, 0), 0),
    unknowns: demands.curve.mechanism.free,
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
    feet: { ...against(closed.levelQ), steadied: against(level.q).moved },
    change: changeOf(clip, closed.q, closed.changed),
    notes,
    before,
    after,
  };
}
