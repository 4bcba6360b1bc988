/** One search for a curve: on the pool, with a picture of how far it is; it can be stopped at once and gone on with later. */
import type { Body } from 'poise';
import {
  type Cmrt,
  LOG_STEP,
  type OpenPool,
  type OptimiseOptions,
  type OptimiseProgress,
  type Recording,
  type Rollout,
  type Scenario,
  type SearchState,
  startAnticipation,
} from 'poise/anticipation';
import type { EnginePool } from '../shared/engine-pool.ts';
import type { AnticipateWorker } from './api.ts';
import type { Sample, SearchView } from './types.ts';

export interface LearnOptions {
  readonly start: Cmrt | undefined; // undefined: what the expected impulse suggests
  readonly near: boolean; // the start is nearly right
  readonly seed: number;
  readonly evaluations: number; // at most; 0: as many as the scenario allows
}

/** What a search has come to; it can be gone on with. */
export interface Learned {
  readonly view: SearchView;
  readonly best: Cmrt | undefined; // undefined: nothing was tried yet
  readonly state: SearchState | undefined;
}

export interface Learning {
  readonly done: Promise<Learned>;
  /** Stops at once, with the best so far. */
  readonly stop: () => void;
}

/** Rollouts of a scenario on the page's own workers. */
export const openPool =
  (pool: EnginePool<AnticipateWorker>): OpenPool =>
  ({ scenario }) => ({
    workers: pool.size,
    rollouts: (orders) =>
      Promise.all(
        orders.map((order) => pool.run<Rollout>((worker) => worker.rollout(scenario, { kind: 'rollout', ...order }))),
      ),
    record: async (anticipated): Promise<Recording> =>
      (await pool.run((worker) => worker.record(scenario, anticipated), true)).recording,
    close: async () => undefined,
  });

/** A cost of the search per sample of the CoP, to compare with its error [m]. */
const costPerSample = (cost: number, { duration }: Scenario): number =>
  cost / Math.sqrt(Math.round(duration / LOG_STEP));

const samplesOf = ({ candidates }: Pick<OptimiseProgress, 'candidates'>, scenario: Scenario): Sample[] =>
  candidates.map(({ cost, fell }) => ({ cost: costPerSample(cost, scenario), fell }));

/** `clock` [s]; `onProgress` is told after every generation, `better` when there is a new best. */
export function learn(
  pool: EnginePool<AnticipateWorker>,
  setup: { readonly body: Body; readonly scenario: Scenario },
  options: LearnOptions,
  before: Learned | undefined,
  onProgress: (now: Learned, better: boolean) => void,
  clock: () => number,
): Learning {
  const { scenario } = setup;
  const begun = clock() - (before?.view.seconds ?? 0);
  let now: Learned = before ?? { view: freshView(scenario, options), best: undefined, state: undefined };
  let stopped = false;
  let finish: (learned: Learned) => void = () => undefined;
  const tell = (change: Partial<SearchView>, rest: Partial<Learned>, better: boolean): void => {
    now = { ...now, ...rest, view: { ...now.view, ...change, seconds: clock() - begun } };
    if (!stopped) onProgress(now, better);
  };
  const search: OptimiseOptions = {
    seed: options.seed,
    ...(options.evaluations > 0 && { maxEvaluations: options.evaluations }),
    ...(options.start && { start: options.start }),
    ...(options.near && { sigma: NEAR }),
    ...(before?.state && { resume: before.state }),
    onProgress: (progress) => {
      if (stopped) return;
      const samples = [...now.view.samples, ...samplesOf(progress, scenario)];
      const { evaluations, maxEvaluations, best, state, improved } = progress;
      tell({ status: 'running', samples, evaluations, maxEvaluations }, { best, state }, improved);
    },
  };
  tell({ status: 'running', reason: undefined }, {}, false);
  const job = startAnticipation(setup, openPool(pool), search);
  const done = new Promise<Learned>((resolve, reject) => {
    finish = resolve;
    job.done.then(
      ({ cmrt, reason, state, evaluations }) => {
        if (stopped) return;
        tell({ status: 'done', reason, evaluations }, { best: cmrt, state }, false);
        resolve(now);
      },
      (error) => {
        if (!stopped) reject(error);
      },
    );
  });
  return {
    done,
    stop: () => {
      tell({ status: 'paused', reason: 'cancelled' }, {}, false);
      stopped = true;
      job.cancel();
      pool.dropWaiting();
      finish(now);
    },
  };
}

const NEAR = 0.25; // first step of a search that begins near a solution

const freshView = ({ threshold, search }: Scenario, { evaluations }: LearnOptions): SearchView => ({
  status: 'running',
  evaluations: 0,
  maxEvaluations: evaluations || search.maxEvaluations,
  samples: [],
  threshold,
  reason: undefined,
  seconds: 0,
});
