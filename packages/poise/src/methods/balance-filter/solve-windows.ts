/** Solves window after window; one that cannot be solved grows, and in the end is settled by a compromise. */
import { tightened } from './hold-between.ts';
import { outsideOf } from './outside.ts';
import type { Demands, WindowProblem } from './problem.ts';
import type { FilterConflict, FilterStatus, FilterWindow } from './report.ts';
import { type SqpOutcome, type SqpSettings, type SqpStep, solveWindow, ZMP_COST } from './sqp.ts';
import { findWindows, grownWindow, type SiteWindow, windowProblem } from './windows.ts';

const FINAL = { violation: 1e-5, step: 2e-4, saving: 5e-4 };
const STAGE = { violation: 1e-4, step: 1e-2, saving: 1e-2 };
const GOOD_ENOUGH = 1e-3; // [m]
const DEAR = 30; // E per metre …
const SAVING = 0.7; // … and what a longer window must bring that down to
const VERY_DEAR = 0.5; // E of a window that rather takes its neighbours over
const MOST_GROWN = 3; // times that a window grows before it ends in a compromise
const SOFT_COST = 10; // ν_E of a compromise
const COMPROMISE_STEPS = 10;
const BETWEEN = 2e-3; // [m] outside between sites that is let pass …
const BETWEEN_ROUNDS = 4; // … after so many attempts …
const MOST_FAILED = 2;
const BETWEEN_STEPS = 6;
const WORTHWHILE = 0.9; // each attempt must bring it down to this
const BETWEEN_REACH = 0.2; // [s] around it, more from attempt to attempt

export interface SolvedWindow {
  readonly window: SiteWindow;
  readonly report: FilterWindow;
}

export interface SolvedWindows {
  readonly coefficients: Float64Array;
  readonly windows: readonly SolvedWindow[];
}

/** `work`: sites times factorisations after which no window grows, and none is asked for more. */
export function solveWindows(demands: Demands, windows: readonly SiteWindow[], work: number): SolvedWindows {
  const { coefficients: original } = demands.curve.angles;
  const run: Run = { demands, original, coefficients: original.slice(), waiting: [...windows], done: [], work };
  for (let index = 0; run.waiting.length > 0; index++) {
    let window = run.waiting.shift() as SiteWindow;
    const steps: SqpStep[] = [];
    let outcome = solveStages(run, window, steps, index);
    for (let grown = 0; grown < MOST_GROWN && outcome.violation >= GOOD_ENOUGH && run.work > 0; grown++) {
      const larger = grownWindow(window, demands.kept);
      if (!larger) break;
      window = takeOver(run, larger);
      outcome = solveStages(run, window, steps, index);
    }
    if (outcome.violation >= GOOD_ENOUGH) outcome = compromise(run, window, outcome, steps);
    else {
      ({ window, outcome } = widenWhileDear(run, window, outcome, steps, index));
      outcome = holdBetween(run, window, outcome, steps, index);
    }
    if (outcome.status !== 'diverged') run.coefficients = outcome.coefficients;
    run.done.push({ window, report: windowReport(demands, window, outcome, steps) });
  }
  run.done.sort((a, b) => a.window.first - b.window.first);
  return { coefficients: run.coefficients, windows: run.done };
}

interface Run {
  readonly demands: Demands;
  readonly original: Float64Array;
  coefficients: Float64Array;
  readonly waiting: SiteWindow[];
  readonly done: SolvedWindow[];
  work: number; // that is left
}

const meet = (a: SiteWindow, b: SiteWindow): boolean => a.first <= b.last && a.last >= b.first;

/** A window that has grown into others, solved or not, takes them over. */
function takeOver(run: Run, grown: SiteWindow): SiteWindow {
  let window = grown;
  const join = (other: SiteWindow): boolean => {
    if (!meet(other, window)) return false;
    window = { first: Math.min(window.first, other.first), last: Math.max(window.last, other.last) };
    restore(run.coefficients, run.original, other, run.demands.curve.mechanism.total);
    return true;
  };
  for (let i = run.waiting.length - 1; i >= 0; i--) if (join(run.waiting[i])) run.waiting.splice(i, 1);
  for (let i = run.done.length - 1; i >= 0; i--) if (join(run.done[i].window)) run.done.splice(i, 1);
  return window;
}

/** A window can be solved and yet be much too short: then its rows are dear. It grows as long as that saves a good part. */
function widenWhileDear(run: Run, window: SiteWindow, outcome: SqpOutcome, steps: SqpStep[], index: number) {
  let best = { window, outcome };
  for (;;) {
    const price = best.outcome.conflicts.reduce((most, conflict) => Math.max(most, conflict.price), 0);
    const larger = grownWindow(best.window, run.demands.kept);
    if (price < DEAR || !larger || run.work <= 0) return best;
    if ([...run.waiting, ...run.done.map((item) => item.window)].some((other) => meet(other, larger))) {
      if (best.outcome.objective < VERY_DEAR) return best;
      const whole = takeOver(run, larger);
      best = { window: whole, outcome: solveStages(run, whole, steps, index) };
      continue;
    }
    const next = solveStages(run, larger, steps, index);
    if (next.violation >= GOOD_ENOUGH || next.objective > SAVING * best.outcome.objective) return best;
    best = { window: larger, outcome: next };
  }
}

/** Where the ZMP is outside between sites, more is asked for, and a short stretch solved again inside what is there. */
function holdBetween(run: Run, window: SiteWindow, solved: SqpOutcome, steps: SqpStep[], index: number): SqpOutcome {
  const { spacing } = run.demands.curve.angles;
  let tight = run.demands;
  let { coefficients } = solved;
  const failed = new Uint8Array(tight.plans.length); // sites: how often asking for more has not helped
  for (let round = 0; round < BETWEEN_ROUNDS && run.work > 0; round++) {
    const more = tightened(tight, coefficients, window, BETWEEN);
    tight = more.demands;
    failed.forEach((times, site) => {
      if (times >= MOST_FAILED) more.missing[site] = 0;
    });
    const reach = Math.round((BETWEEN_REACH * (1 + round)) / spacing);
    const parts = findWindows(more.missing, reach).map((part) => within(part, window));
    if (parts.length === 0) break;
    for (const part of parts) {
      const next = solvePart(run, windowProblem(tight, part), coefficients, steps, {
        ceilingShare: 1,
        zmpCost: ZMP_COST,
        ...FINAL,
        maxIterations: BETWEEN_STEPS,
        onIteration: progressOf(run, index, steps, 0.9),
      });
      const solvedAgain = next.status !== 'diverged' && next.violation < GOOD_ENOUGH;
      if (solvedAgain && outsideBy(run, next.coefficients, part) < WORTHWHILE * outsideBy(run, coefficients, part)) {
        coefficients = next.coefficients;
      } else for (let site = part.first; site <= part.last; site++) failed[site]++;
    }
  }
  return { ...solved, coefficients };
}

const outsideBy = (run: Run, coefficients: Float64Array, window: SiteWindow): number =>
  outsideOf(run.demands, coefficients, [window]).between;

const within = (part: SiteWindow, whole: SiteWindow): SiteWindow => ({
  first: Math.max(part.first, whole.first),
  last: Math.min(part.last, whole.last),
});

/** Reports the window's iterations; `part`: how much of the window is done, 0 … 1. */
function progressOf(run: Run, index: number, steps: readonly SqpStep[], part: number): SqpSettings['onIteration'] {
  const windows = run.done.length + run.waiting.length + 1;
  return (iteration, violation) => {
    const done = Math.min(0.99, (index + part + 0.1 * Math.min(1, iteration / 6)) / Math.max(1, windows));
    run.demands.options.onProgress?.({ window: index, windows, iteration: steps.length + iteration, violation, done });
  };
}

/** Coefficients with the original back where a window had been. */
export function restored(coefficients: Float64Array, { curve }: Demands, window: SiteWindow): Float64Array {
  const out = coefficients.slice();
  restore(out, curve.angles.coefficients, window, curve.mechanism.total);
  return out;
}

/** Coefficients with only a share of a window's change. */
export function eased(
  coefficients: Float64Array,
  { curve }: Demands,
  { first, last }: SiteWindow,
  share: number,
): Float64Array {
  const { total } = curve.mechanism;
  const original = curve.angles.coefficients;
  return coefficients.map((value, i) =>
    i >= first * total && i < (last + 3) * total ? original[i] + share * (value - original[i]) : value,
  );
}

/** The original back, in place. */
function restore(coefficients: Float64Array, original: Float64Array, window: SiteWindow, width: number): void {
  const from = window.first * width;
  const end = (window.last + 3) * width;
  coefficients.set(original.subarray(from, end), from);
}

/** Ceilings come down step by step, each from the solution before. */
function solveStages(run: Run, window: SiteWindow, steps: SqpStep[], index: number): SqpOutcome {
  const { demands } = run;
  const { options } = demands;
  const problem = windowProblem(demands, window);
  const low = demands.ceilings.some(({ heights, original }) =>
    heights.some((height, k) => height < original[k] - 1e-3),
  );
  const stages = low ? options.ceilingStages : 1;
  let { coefficients } = run;
  let outcome: SqpOutcome | undefined;
  for (let stage = 1; stage <= stages; stage++) {
    outcome = solvePart(run, problem, coefficients, steps, {
      ceilingShare: stage / stages,
      zmpCost: ZMP_COST,
      ...(stage < stages ? STAGE : FINAL),
      maxIterations: options.maxIterations,
      onIteration: progressOf(run, index, steps, (0.9 * (stage - 1)) / stages),
    });
    coefficients = outcome.coefficients;
    if (outcome.status === 'diverged') break;
  }
  return outcome as SqpOutcome;
}

/** One run of the SQP, as long as there is work left. */
function solvePart(
  run: Run,
  problem: WindowProblem,
  start: Float64Array,
  steps: SqpStep[],
  settings: Omit<SqpSettings, 'factorisations'>,
): SqpOutcome {
  const sites = Math.max(1, problem.freeCount);
  const outcome = solveWindow(problem, start, { ...settings, factorisations: Math.max(0, run.work) / sites });
  for (const { factorisations } of outcome.steps) run.work -= factorisations * sites;
  steps.push(...outcome.steps);
  return outcome;
}

/** Where not everything can be had: the ZMP may leave the polygon at a price. */
function compromise(run: Run, window: SiteWindow, failed: SqpOutcome, steps: SqpStep[]): SqpOutcome {
  if (failed.status === 'diverged') return failed;
  const softer = solvePart(run, windowProblem(run.demands, window), failed.coefficients, steps, {
    ceilingShare: 1,
    zmpCost: SOFT_COST,
    ...STAGE,
    maxIterations: COMPROMISE_STEPS,
    onIteration: () => {},
  });
  if (softer.status === 'diverged') return failed;
  return { ...softer, status: failed.status, conflicts: failed.conflicts };
}

function windowReport(
  demands: Demands,
  window: SiteWindow,
  outcome: SqpOutcome,
  steps: readonly SqpStep[],
): FilterWindow {
  const { plans } = demands;
  const status: FilterStatus =
    outcome.status === 'diverged'
      ? 'diverged'
      : outcome.violation < GOOD_ENOUGH
        ? 'balanced'
        : outcome.status === 'infeasible'
          ? 'infeasible'
          : 'balanced-with-residual';
  const conflicts = outcome.conflicts.map(
    ({ kind, site, price, residual }): FilterConflict => ({ kind, frame: plans[site].frame, price, residual }),
  );
  return {
    left: false,
    startFrame: plans[window.first].frame,
    endFrame: plans[window.last].frame,
    status,
    objective: outcome.objective,
    violation: outcome.violation,
    violationFrame: outcome.site < 0 ? -1 : plans[outcome.site].frame,
    steps,
    conflicts,
  };
}
