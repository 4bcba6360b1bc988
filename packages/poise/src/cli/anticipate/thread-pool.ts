/** Rollouts on worker threads of Node. Which thread runs what never changes a result: every rollout starts from the start. */
import type { OpenPool, RolloutRequest } from '../../methods/anticipation/pool.ts';
import type { Recording } from '../../methods/anticipation/recording.ts';
import type { Rollout } from '../../methods/anticipation/stage.ts';
import { startThreads } from '../pool.ts';

/** No generation has more rollouts to run at once than some sixty; every thread holds an engine of its own. */
const MOST_THREADS = 64;

/** Opens pools of this many threads. A thread that dies rejects the rollout it was at, and with it the search. */
export function threadPool(threads: number): OpenPool {
  const workers = Math.min(threads, MOST_THREADS);
  return async (setup) => {
    const pool = await startThreads<RolloutRequest, Rollout | Recording>(
      new URL('./worker.js', import.meta.url),
      workers,
      setup,
    );
    return {
      workers,
      rollouts: (requests) =>
        Promise.all(requests.map((request) => pool.run({ kind: 'rollout', ...request }) as Promise<Rollout>)),
      record: (anticipated, options = {}) => pool.run({ kind: 'record', anticipated, options }) as Promise<Recording>,
      close: () => pool.destroy(),
    };
  };
}
