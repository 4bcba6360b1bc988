/**
 * A few workers with one engine each. Tasks wait in one queue and go to whichever worker is free; urgent ones come first. What
 * is asked never depends on how many workers there are, so neither do the answers.
 */
import type * as comlink from 'comlink';
import { Cancelled, createLane, type Lane } from '../../worker/lane.ts';

export type PoolTask<W, T> = (worker: comlink.Remote<W>) => Promise<T>;

export interface EnginePool<W> {
  readonly size: number;
  /** Runs a task on the next free worker. Urgent: before all that wait. */
  readonly run: <T>(task: PoolTask<W, T>, urgent?: boolean) => Promise<T>;
  /** Tasks that have not begun are rejected with Cancelled; those that run are finished. */
  readonly dropWaiting: () => void;
  /** Ends all workers; what runs or waits is rejected with Cancelled. The next task starts them anew. */
  readonly end: () => void;
}

interface Waiting<W> {
  readonly begin: (lane: Lane<W>) => Promise<unknown>;
  readonly drop: () => void;
}

const MOST = 4;

/** One core is left to the page and the picture. */
export const poolSize = (cores: number | undefined): number =>
  Math.min(MOST, Math.max(1, Math.floor(cores ?? 2) - 1 || 1));

/** `lane` makes one worker; a parameter so that tests need none. */
export function createEnginePool<W>(size: number, lane: () => Lane<W>): EnginePool<W> {
  const lanes = Array.from({ length: size }, lane);
  const free = [...lanes];
  let queue: Waiting<W>[] = [];

  const next = (): void => {
    while (free.length > 0 && queue.length > 0) {
      const seat = free.shift() as Lane<W>;
      const task = queue.shift() as Waiting<W>;
      void task.begin(seat).finally(() => {
        free.push(seat);
        next();
      });
    }
  };
  const dropWaiting = (): void => {
    const dropped = queue;
    queue = [];
    for (const { drop } of dropped) drop();
  };
  return {
    size,
    run: (task, urgent = false) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting<W> = {
          begin: (seat) => seat.run(task).then(resolve, reject),
          drop: () => reject(new Cancelled()),
        };
        if (urgent) queue.unshift(waiting);
        else queue.push(waiting);
        next();
      }),
    dropWaiting,
    end: () => {
      dropWaiting();
      for (const seat of lanes) seat.end();
    },
  };
}

export const createLanePool = <W>(size: number, spawn: () => Worker): EnginePool<W> =>
  createEnginePool(size, () => createLane<W>(spawn));
