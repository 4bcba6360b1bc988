/**
 * Learns a CMRT: generation by generation, on a pool of rollouts, with progress to watch and a cancel. Results do not depend on
 * the number of workers: the first part of a generation runs to the end, and sets the bound at which the rest may be given up.
 */
import type { Cmrt } from './cmrt.ts';
import { cmrtFromVector, vectorFromCmrt, vectorLength } from './cmrt-vector.ts';
import type { OpenPool, RolloutPool, StageSetup } from './pool.ts';
import { priorCmrt } from './prior.ts';
import type { Recording } from './recording.ts';
import {
  askSearch,
  createSearch,
  decisive,
  type SearchOptions,
  type SearchState,
  type StopReason,
  tellSearch,
} from './search.ts';
import type { Rollout } from './stage.ts';

/** One CMRT that was tried. */
export interface TriedCmrt {
  readonly cost: number;
  readonly rms: number; // [m]
  readonly fell: boolean;
  readonly aborted: boolean;
}

export interface OptimiseProgress {
  readonly evaluations: number;
  readonly maxEvaluations: number;
  readonly generation: number; // over all runs
  readonly run: number; // 0, 1
  readonly candidates: readonly TriedCmrt[]; // of this generation, in order
  readonly best: Cmrt;
  readonly bestCost: number;
  readonly improved: boolean; // in this generation
  readonly recording: Recording | undefined; // of the best, when improved and asked for
  readonly state: SearchState; // to be kept and resumed from; a copy
}

export interface OptimiseOptions extends Partial<SearchOptions> {
  readonly start?: Cmrt; // default: what an expected impulse suggests, else flat with equal gaps
  readonly resume?: SearchState; // goes on from here; the other options are those it was made with
  readonly recordBest?: boolean; // also send what the best looks like, whenever there is a better one
  readonly onProgress?: (progress: OptimiseProgress) => void;
}

export interface OptimiseResult {
  readonly cmrt: Cmrt;
  readonly reason: StopReason;
  readonly rollout: Rollout; // with the CMRT
  readonly without: Rollout; // with none
  readonly evaluations: number;
  readonly runReasons: readonly StopReason[];
  readonly state: SearchState;
}

export interface OptimiseJob {
  readonly done: Promise<OptimiseResult>; // after a cancel: the best so far
  cancel(): void;
}

/** Starts to learn a CMRT for a scenario, as the character believes it to be.
 *
 * ```ts
 * const job = startAnticipation({ body, scenario }, localPool(mujoco), { seed: 1, onProgress });
 * const { cmrt, rollout } = await job.done;
 * ```
 */
export function startAnticipation(setup: StageSetup, openPool: OpenPool, options: OptimiseOptions = {}): OptimiseJob {
  let cancelled = false;
  return {
    done: optimise(setup, openPool, options, () => cancelled),
    cancel() {
      cancelled = true;
    },
  };
}

function startOf({ body, scenario }: StageSetup, options: OptimiseOptions): SearchState {
  const { start, resume, recordBest: _, onProgress: __, ...search } = options;
  if (resume) return structuredClone(resume);
  const vector = vectorFromCmrt(start ?? priorCmrt(body, scenario));
  // a planar CMRT is a start for 3D too: nothing to the side
  const whole = new Float64Array(vectorLength(scenario.planar));
  whole.set(vector.subarray(0, whole.length));
  const { maxEvaluations, sigma } = scenario.search;
  return createSearch(whole, { maxEvaluations, sigma, ...search });
}

async function optimise(
  setup: StageSetup,
  openPool: OpenPool,
  options: OptimiseOptions,
  isCancelled: () => boolean,
): Promise<OptimiseResult> {
  const { duration } = setup.scenario;
  const state = startOf(setup, options);
  const pool = await openPool(setup);
  try {
    const [without] = await pool.rollouts([{ anticipated: undefined }]);
    let generation = 0;
    while (!state.stopped && !isCancelled()) {
      const before = state.best;
      const samples = askSearch(state);
      const tried = await evaluate(
        pool,
        samples.map((vector) => cmrtFromVector(vector, duration)),
        decisive(state),
        setup.scenario.search.jitter,
      );
      tellSearch(state, samples, tried);
      generation++;
      if (!options.onProgress) continue;
      const best = cmrtFromVector(state.best, duration);
      const improved = state.best !== before; // not by its cost: one that stands is better than a cheaper one that does not
      options.onProgress({
        evaluations: state.evaluations,
        maxEvaluations: state.options.maxEvaluations,
        generation,
        run: state.run,
        candidates: tried.map(({ cost, rms, fall, aborted }) => ({ cost, rms, fell: fall !== undefined, aborted })),
        best,
        bestCost: state.bestCost,
        improved,
        recording: improved && options.recordBest ? await pool.record(best) : undefined,
        state: structuredClone(state),
      });
    }
    const cmrt = cmrtFromVector(state.best, duration);
    const [rollout] = await pool.rollouts([{ anticipated: cmrt }]);
    return {
      cmrt,
      reason: state.stopped ?? 'cancelled',
      rollout: rollout!,
      without: without!,
      evaluations: state.evaluations,
      runReasons: state.runReasons,
      state,
    };
  } finally {
    await pool.close();
  }
}

/** A generation: one more than decide run to the end, the rest only until they are certainly worse than those that decide. */
async function evaluate(
  pool: RolloutPool,
  cmrts: readonly Cmrt[],
  deciding: number,
  jitter: number,
): Promise<readonly Rollout[]> {
  if (jitter > 0) return evaluateShaken(pool, cmrts, jitter);
  const first = await pool.rollouts(cmrts.slice(0, deciding + 1).map((anticipated) => ({ anticipated })));
  const costs = first.map(({ cost }) => (Number.isNaN(cost) ? Number.POSITIVE_INFINITY : cost)).sort((a, b) => a - b);
  const bound = costs[deciding - 1]!;
  const rest = await pool.rollouts(cmrts.slice(deciding + 1).map((anticipated) => ({ anticipated, bound })));
  return [...first, ...rest];
}

/** Every CMRT in time, early and late: its cost is the mean, and it is solved only if it is in all three. */
async function evaluateShaken(pool: RolloutPool, cmrts: readonly Cmrt[], jitter: number): Promise<readonly Rollout[]> {
  const delays = [0, -jitter, jitter];
  const all = await pool.rollouts(cmrts.flatMap((anticipated) => delays.map((delay) => ({ anticipated, delay }))));
  return cmrts.map((_, k) => {
    const runs = all.slice(delays.length * k, delays.length * (k + 1));
    const cost = runs.reduce((sum, run) => sum + run.cost, 0) / runs.length;
    return { ...runs[0]!, cost, solved: runs.every(({ solved }) => solved) };
  });
}
