/**
 * One worker from the page's side. A task that takes too long is cancelled by ending the worker; the next request starts
 * a fresh one. Requests say all they need, so nothing is lost but the worker's memory of files.
 */
import * as comlink from 'comlink';
import type { StudioWorker } from './api.ts';
import { spawnPart } from './spawn.ts';

export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  constructor() {
    super('cancelled');
  }
}

/** W: what the worker exposes through comlink. */
export interface Lane<W = StudioWorker> {
  /** Runs a task on the worker; rejects with Cancelled when the lane is ended meanwhile. */
  readonly run: <T>(task: (worker: comlink.Remote<W>) => Promise<T>) => Promise<T>;
  /** Ends whatever is running. */
  readonly end: () => void;
  readonly busy: () => boolean;
}

/** `spawn` makes the worker; a parameter so that tests can count them. */
export function createLane<W = StudioWorker>(spawn: () => Worker): Lane<W> {
  let worker: Worker | undefined;
  let remote: comlink.Remote<W> | undefined;
  const running = new Set<(error: Error) => void>();

  const end = (error: Error = new Cancelled()): void => {
    worker?.terminate();
    worker = undefined;
    remote = undefined;
    for (const reject of [...running]) reject(error);
    running.clear();
  };
  const start = (): comlink.Remote<W> => {
    if (remote) return remote;
    worker = spawn();
    worker.onerror = (event) => {
      event.preventDefault();
      end(new Error(`the worker stopped: ${event.message || 'it could not be started in this browser'}`));
    };
    remote = comlink.wrap<W>(worker);
    return remote;
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        running.add(reject);
        task(start())
          .then(resolve, reject)
          .finally(() => running.delete(reject));
      }),
    end: () => end(),
    busy: () => running.size > 0,
  };
}

export const spawnWorker = (): Worker => spawnPart('judge');
