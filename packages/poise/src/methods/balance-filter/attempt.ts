/** One attempt at a clip: fit, demands, windows, solution, frames. */
import type { BalanceReport } from '../../balance/report.ts';
import type { Run } from '../../balance/rules/rule.ts';
import type { Body } from '../../body/body.ts';
import type { Clip } from '../../motion/clip.ts';
import { type Closed, closeFrames } from './close.ts';
import { createCurve } from './curve.ts';
import { createDemands, floorUnder } from './demands.ts';
import { keptNote, keptRuns } from './kept.ts';
import { type LevelView, levelClip, levelViewOf } from './level-clip.ts';
import { notesOf } from './notes.ts';
import type { FilterOptions } from './options.ts';
import { type Outside, outsideOf } from './outside.ts';
import type { Demands } from './problem.ts';
import { type SolvedWindows, solveWindows } from './solve-windows.ts';
import { findWindows, freeWindows, siteViolations } from './windows.ts';

const NOISY = 0.3; // of the sites out of balance: rather the fit is noisy than the motion impossible
const SMOOTHER = 3; // then the fit may leave this many times more behind …
const NOISE_SHARE = 0.8; // … if that leaves less than this share of it
const WORK = 5000; // sites × factorisations per second of a capture, each about 0.2 ms: several times what most need
const OUT = 1e-3; // [m] of a site that is out of balance

/** What does not change from attempt to attempt. */
export interface Task {
  readonly body: Body;
  readonly clip: Clip;
  readonly options: FilterOptions;
  readonly before: BalanceReport;
  readonly view: LevelView;
  readonly level: Clip; // the clip seen from its floor
  readonly smooth: boolean; // fitted near the frames, not through them
  readonly kept: readonly Run[]; // frames that are left as they are
}

export function createTask(body: Body, clip: Clip, options: FilterOptions, before: BalanceReport): Task {
  const view = levelViewOf(before.ground);
  const smooth = options.fit === 'auto' ? clip.source !== undefined : options.fit === 'smooth';
  return {
    body,
    clip,
    options,
    before,
    view,
    level: levelClip(clip, view),
    smooth,
    kept: keptRuns(body, clip, before, options),
  };
}

export interface Attempt {
  readonly demands: Demands;
  readonly notes: readonly string[];
  readonly solved: SolvedWindows;
  readonly closed: Closed;
  readonly outside: Outside;
}

/** `siteTime` [s] between sites. */
export function attempt(task: Task, siteTime: number): Attempt {
  const { demands, violations, notes } = fitted(task, siteTime);
  const reach = Math.round(task.options.extension / demands.curve.angles.spacing);
  const { clip, smooth, options } = task;
  // Whoever asks for more than balance, or has made the clip by code, waits for it.
  const work = smooth && !asksMore(options) ? WORK * clip.frameCount * clip.frameTime : Number.POSITIVE_INFINITY;
  const windows = freeWindows(findWindows(violations, reach), demands.kept);
  return finished(task, demands, notes, solveWindows(demands, windows, work));
}

/** Frames and measures of a solution. */
export function finished(task: Task, demands: Demands, notes: readonly string[], solved: SolvedWindows): Attempt {
  const { coefficients } = solved;
  const windows = solved.windows
    .filter(({ report }) => report.status !== 'diverged' && !report.left)
    .map(({ window }) => window);
  const closed = closeFrames({
    source: task.clip,
    level: task.level,
    view: task.view,
    curve: demands.curve,
    plans: demands.plans,
    coefficients,
    windows,
  });
  return { demands, notes, solved, closed, outside: outsideOf(demands, coefficients, windows) };
}

/** Fit and demands. A capture of which much is out of balance is fitted more smoothly before it is blamed. */
function fitted({ body, level, before, options, smooth, kept }: Task, siteTime: number) {
  const fit = (smoothing: number) => {
    const curve = createCurve(body, level, siteTime, smoothing, (t, side) => carriesAt(before, t, side));
    const demands = createDemands(curve, before, floorUnder(curve, before), options, kept);
    const violations = siteViolations(demands, curve.angles.coefficients, before);
    const share = violations.filter((size) => size > OUT).length / violations.length;
    return { demands, violations, share };
  };
  const notes: string[] = [];
  let found = fit(smooth ? 1 : 0);
  if (smooth && found.share > NOISY) {
    const again = fit(SMOOTHER);
    const percent = `${Math.round(100 * found.share)} % of the clip is out of balance`;
    if (again.share < NOISE_SHARE * found.share) {
      notes.push(`${percent}, ${Math.round(100 * again.share)} % when fitted more smoothly: the capture is noisy`);
      found = again;
    } else if (!asksMore(options))
      notes.push(`${percent}: contacts may be wrong, or something besides the feet may carry weight`);
  }
  return { ...found, notes: [...notes, ...kept.map(keptNote), ...notesOf(found.demands, before)] };
}

/** Ceilings and bounds are out of a clip that is otherwise in balance: no sign of wrong contacts. */
const asksMore = ({ ceilings, bounds }: FilterOptions): boolean => ceilings.length + bounds.length > 0;

function carriesAt({ feet, frameTime, frameCount }: BalanceReport, t: number, side: number): boolean {
  const frame = Math.min(frameCount - 1, Math.round(t / frameTime));
  return feet[side].heel[frame] + feet[side].ball[frame] + feet[side].toe[frame] > 0;
}
