/** Solves window after window; one that cannot be solved grows, and at the size of the clip ends in a compromise. */
import type { Demands } from './problem.ts';
import type { FilterConflict, FilterStatus, FilterWindow } from './report.ts';
import { type SqpOutcome, type SqpSettings, type SqpStep, solveWindow, ZMP_COST } from './sqp.ts';
import { grownWindow, type SiteWindow, windowProblem } from './windows.ts';

const FINAL = { violation: 1e-5, step: 2e-4 };
const STAGE = { violation: 1e-4, step: 1e-2 };
const GOOD_ENOUGH = 1e-3; // [m]
const SOFT_COST = 10; // ν_E of a compromise
const COMPROMISE_STEPS = 10;

export interface SolvedWindows {
  readonly coefficients: Float64Array;
  readonly windows: readonly { readonly window: SiteWindow; readonly report: FilterWindow }[];
}

export function solveWindows(demands: Demands, windows: readonly SiteWindow[]): SolvedWindows {
  const { curve } = demands;
  const original = curve.angles.coefficients;
  let coefficients: Float64Array = original.slice();
  const done: { window: SiteWindow; report: FilterWindow }[] = [];
  const waiting = [...windows];
  for (let index = 0; waiting.length > 0; index++) {
    let window = waiting.shift() as SiteWindow;
    const steps: SqpStep[] = [];
    for (;;) {
      const outcome = solveStages(demands, window, coefficients, steps, index, done.length + waiting.length + 1);
      const solved = outcome.violation < GOOD_ENOUGH;
      const larger = solved ? undefined : grownWindow(window, curve.angles.siteCount);
      if (!larger) {
        const final = solved ? outcome : compromise(demands, window, outcome, steps);
        if (final.status !== 'diverged') coefficients = final.coefficients;
        done.push({ window, report: windowReport(demands, window, final, steps) });
        break;
      }
      window = larger;
      // windows that it has grown into are taken over, solved or not
      for (const list of [waiting, done] as SiteWindow[][] | { window: SiteWindow }[][]) {
        for (let i = list.length - 1; i >= 0; i--) {
          const item = list[i];
          const other = 'window' in item ? item.window : item;
          if (other.first > window.last || other.last < window.first) continue;
          window = { first: Math.min(window.first, other.first), last: Math.max(window.last, other.last) };
          restore(coefficients, original, other, curve.mechanism.total);
          list.splice(i, 1);
        }
      }
    }
  }
  done.sort((a, b) => a.window.first - b.window.first);
  return { coefficients, windows: done };
}

/** Puts the original back where a window had been. */
function restore(coefficients: Float64Array, original: Float64Array, window: SiteWindow, width: number): void {
  const from = window.first * width;
  const end = (window.last + 3) * width;
  coefficients.set(original.subarray(from, end), from);
}

/** Ceilings come down step by step, each from the solution before. */
function solveStages(
  demands: Demands,
  window: SiteWindow,
  start: Float64Array,
  steps: SqpStep[],
  index: number,
  count: number,
): SqpOutcome {
  const { options } = demands;
  const problem = windowProblem(demands, window);
  const low = demands.ceilings.some(({ heights, original }) =>
    heights.some((height, k) => height < original[k] - 1e-3),
  );
  const stages = low ? options.ceilingStages : 1;
  let coefficients = start;
  let outcome: SqpOutcome | undefined;
  for (let stage = 1; stage <= stages; stage++) {
    const settings: SqpSettings = {
      ceilingShare: stage / stages,
      zmpCost: ZMP_COST,
      ...(stage < stages ? STAGE : FINAL),
      maxIterations: options.maxIterations,
      onIteration: (iteration, violation) => {
        const part = (stage - 1 + Math.min(1, iteration / 6)) / stages;
        const done = Math.min(0.99, (index + part) / Math.max(1, count));
        options.onProgress?.({ window: index, windows: count, iteration: steps.length + iteration, violation, done });
      },
    };
    outcome = solveWindow(problem, coefficients, settings);
    steps.push(...outcome.steps);
    coefficients = outcome.coefficients;
    if (outcome.status === 'diverged') break;
  }
  return outcome as SqpOutcome;
}

/** Where not everything can be had: the ZMP may leave the polygon at a price. */
function compromise(demands: Demands, window: SiteWindow, failed: SqpOutcome, steps: SqpStep[]): SqpOutcome {
  if (failed.status === 'diverged') return failed;
  const softer = solveWindow(windowProblem(demands, window), failed.coefficients, {
    ceilingShare: 1,
    zmpCost: SOFT_COST,
    ...STAGE,
    maxIterations: COMPROMISE_STEPS,
    onIteration: () => {},
  });
  steps.push(...softer.steps);
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
