/**
 * The search for a CMRT: CMA-ES ([Hansen16]; [Rabbani14] §4.1) with the stopping rules of the paper and two runs, the second with
 * twice the population from the best of the first. Ask and tell: the caller evaluates, anywhere, in any order. The state is plain
 * data: a copy of it goes on to the same result.
 */

import { UsageError } from '../../errors.ts';
import { filledWith } from '../../math/options.ts';
import { power } from '../../math/power.ts';
import { askCmaes, type CmaesState, createCmaes, spreadOf, tellCmaes } from '../../optim/cmaes.ts';

export interface SearchOptions {
  readonly seed: number;
  readonly sigma: number; // first step size
  readonly population: number; // λ; never from the number of workers, so that results do not depend on the machine
  readonly maxEvaluations: number; // over both runs
  readonly minEvaluations: number; // of a run, before it may stop for slow progress. [Rabbani14]: 700
  readonly window: number; // generations without progress that end a run
  readonly progress: number; // share by which the best must fall within the window
  readonly leastSpread: number; // a run ends when the Gaussian is narrower
  readonly runs: number;
}

/** Measured on the toy: with a window of 15 generations 2 of 10 seeds stop in a poor optimum; with 25 none does. */
export const SEARCH_DEFAULTS: SearchOptions = {
  seed: 1,
  sigma: 0.6,
  population: 10,
  maxEvaluations: 3000,
  minEvaluations: 700,
  window: 25,
  progress: 0.01,
  leastSpread: 1e-4,
  runs: 2,
};

/** threshold: good enough. stagnation: no more progress. spread: nothing left to vary. evaluations: all that were allowed. */
export type StopReason = 'threshold' | 'stagnation' | 'spread' | 'evaluations' | 'cancelled';

/** Everything needed to go on, as plain data. */
export interface SearchState {
  readonly options: SearchOptions;
  cmaes: CmaesState; // of the run that is on
  run: number; // 0, 1, …
  evaluations: number; // over all runs
  best: Float64Array;
  bestCost: number;
  readonly start: Float64Array;
  bests: number[]; // best cost of each generation of this run
  readonly runReasons: StopReason[]; // why each finished run ended
  stopped: StopReason | undefined;
}

export function createSearch(start: Float64Array, options: Partial<SearchOptions> = {}): SearchState {
  const all = filledWith(SEARCH_DEFAULTS, options);
  if (!start.every(Number.isFinite)) throw new UsageError('the start of a search holds a number that is none');
  if (!(all.maxEvaluations > 0 && all.runs >= 1 && all.sigma > 0)) {
    throw new UsageError('a search needs evaluations, one run or more and a first step above 0');
  }
  return {
    options: all,
    cmaes: createCmaes(start, { sigma: all.sigma, population: all.population, seed: all.seed }),
    run: 0,
    evaluations: 0,
    best: start.slice(),
    bestCost: Number.POSITIVE_INFINITY,
    start: start.slice(),
    bests: [],
    runReasons: [],
    stopped: undefined,
  };
}

/** Vectors to evaluate next. The first one of all is the start itself: it may already be good enough. */
export function askSearch(state: SearchState): readonly Float64Array[] {
  const samples = askCmaes(state.cmaes);
  return state.evaluations === 0 ? [state.start.slice(), ...samples.slice(1)] : samples;
}

/** How many of a generation decide where the next one looks: the rest need not be told apart. */
export const decisive = (state: SearchState): number => Math.floor(state.cmaes.population / 2);

/** One evaluated vector. */
export interface Judged {
  readonly cost: number; // NaN counts as infinite
  readonly solved: boolean; // good enough to stop at once
}

/** Takes what the vectors of askSearch cost; sets `stopped` when the search is over. */
export function tellSearch(state: SearchState, samples: readonly Float64Array[], judged: readonly Judged[]): void {
  const { options } = state;
  tellCmaes(
    state.cmaes,
    samples,
    judged.map(({ cost }) => cost),
  );
  state.evaluations += samples.length;
  let best = Number.POSITIVE_INFINITY;
  let solvedCost = Number.POSITIVE_INFINITY;
  judged.forEach(({ cost, solved }, i) => {
    if (cost < best) best = cost;
    // a solved vector is taken even where one that is not costs less
    const wins = solved ? cost < solvedCost : solvedCost === Number.POSITIVE_INFINITY && cost < state.bestCost;
    if (solved) solvedCost = Math.min(solvedCost, cost);
    if (wins) {
      state.bestCost = cost;
      state.best = samples[i]!.slice();
    }
  });
  state.bests.push(best);
  if (solvedCost < Number.POSITIVE_INFINITY) state.stopped = 'threshold';
  else if (state.evaluations >= options.maxEvaluations) state.stopped = 'evaluations';
  else endRun(state);
}

/** Why the run that is on should end now, if it should. */
function runEnd({ options, cmaes, bests }: SearchState): StopReason | undefined {
  if (spreadOf(cmaes) < options.leastSpread) return 'spread';
  if (cmaes.evaluations < options.minEvaluations || bests.length <= options.window) return undefined;
  const before = Math.min(...bests.slice(0, -options.window));
  const lately = Math.min(...bests.slice(-options.window));
  return lately > before * (1 - options.progress) ? 'stagnation' : undefined;
}

/** Ends the run that is on if it should, and starts the next one from the best so far with twice the population. */
function endRun(state: SearchState): void {
  const reason = runEnd(state);
  if (reason === undefined) return;
  state.runReasons.push(reason);
  const { options } = state;
  if (state.run + 1 >= options.runs) {
    state.stopped = reason;
    return;
  }
  state.run++;
  state.bests = [];
  state.cmaes = createCmaes(state.best, {
    sigma: options.sigma,
    population: options.population * power(2, state.run),
    seed: options.seed + 7919 * state.run,
  });
}
