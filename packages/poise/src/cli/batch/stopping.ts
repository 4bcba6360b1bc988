/** A graceful stop: the first signal lets clips at hand end and their rows be written, the second ends the process at once. */
import { constants } from 'node:os';
import { indivisibly } from '../writing/unfinished.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs work that stops when `stop` is aborted. When it has, the process ends as the signal would have ended it. */
export async function untilStopped<T>(
  work: (stop: AbortSignal) => Promise<T>,
  onStop: () => void = () => {},
): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) process.exit(128 + (constants.signals[signal] ?? 0));
    controller.abort();
    onStop();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return await indivisibly(async () => {
    try {
      return await work(controller.signal);
    } finally {
      for (const signal of SIGNALS) process.off(signal, stop); // the signal that waited is obeyed now
    }
  });
}
