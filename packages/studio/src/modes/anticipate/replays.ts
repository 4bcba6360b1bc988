/** Rollouts to look at: asked for again and again while a knot is dragged, so only the newest wish is run, and the last few are kept. */
import type { Body } from 'poise';
import { type Anticipated, canonicalJson, type Scenario } from 'poise/anticipation';
import type { EnginePool } from '../shared/engine-pool.ts';
import type { AnticipateWorker } from './api.ts';
import type { Shown } from './types.ts';

const KEPT = 12;

export interface Wish {
  readonly scenario: Scenario;
  readonly anticipated: Anticipated;
}

export interface Replays {
  /** The rollout of a wish; one that is under way or was run before is not run again. */
  readonly show: (wish: Wish) => Promise<Shown>;
  /** The same if it is there already. */
  readonly known: (wish: Wish) => Shown | undefined;
}

export const wishKey = ({ scenario, anticipated }: Wish): string => canonicalJson([scenario, anticipated ?? null]);

/** All of them are of the one `body`, the very object, so that its skin is made once. */
export function createReplays(pool: Pick<EnginePool<AnticipateWorker>, 'run'>, body: Body): Replays {
  const kept = new Map<string, { readonly promise: Promise<Shown>; shown?: Shown }>();
  return {
    known: (wish) => kept.get(wishKey(wish))?.shown,
    show: (wish) => {
      const key = wishKey(wish);
      const before = kept.get(key);
      if (before) return before.promise;
      const { scenario, anticipated } = wish;
      const promise = pool
        .run((worker) => worker.record(scenario, anticipated), true)
        .then(({ recording, judgement }): Shown => {
          const clip = { ...recording.clip, skeleton: body.skeleton };
          const shown = { recording: { ...recording, clip }, judgement: { ...judgement, body }, scenario };
          const entry = kept.get(key);
          if (entry) entry.shown = shown;
          return shown;
        });
      kept.set(key, { promise });
      promise.catch(() => kept.delete(key));
      for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
      return promise;
    },
  };
}

/** Runs the newest of many wishes: one at a time, and then whatever is wished by then. */
export function createLatest<T>(run: (wish: T) => Promise<void>): (wish: T) => void {
  let waiting: { readonly wish: T } | undefined;
  let running = false;
  const next = async (): Promise<void> => {
    running = true;
    for (; waiting; ) {
      const { wish } = waiting;
      waiting = undefined;
      await run(wish);
    }
    running = false;
  };
  return (wish) => {
    waiting = { wish };
    if (!running) void next();
  };
}
