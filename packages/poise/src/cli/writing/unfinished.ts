/** Names of files that exist only while something is written. Whatever ends the process removes them: a signal, an exit, an
 *  exception. Signals wait for renames that belong together, and are then obeyed. The process listens from the first name on. */
import { rmSync } from 'node:fs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** One per process, because signals and exits are. */
const state = { names: new Set<string>(), indivisible: 0, pending: undefined as Signal | undefined, watching: false };
let removesAtExit = false;

/** Notes a name before the file is made. */
export function addUnfinished(path: string): void {
  state.names.add(path);
  watch();
}

/** The file has its final name, or is gone. */
export function endUnfinished(path: string): void {
  state.names.delete(path);
  obeyPending();
}

/** Runs work that must not be cut in two: a signal waits for its end. */
export async function indivisibly<T>(work: () => Promise<T>): Promise<T> {
  state.indivisible++;
  watch();
  try {
    return await work();
  } finally {
    state.indivisible--;
    obeyPending();
  }
}

function watch(): void {
  if (!removesAtExit) process.on('exit', removeAll);
  removesAtExit = true;
  if (state.watching) return;
  state.watching = true;
  for (const signal of SIGNALS) process.on(signal, obey);
}

function obeyPending(): void {
  if (state.pending && state.indivisible === 0) end(state.pending);
}

/** Gives signals back to the system, so that an interrupt ends a long calculation at once. For writers that are followed by a
 *  calculation, and only for them: a signal that arrives between the turn of the event loop and the end of listening is lost. */
export async function releaseSignals(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve)); // the turn delivers what has arrived
  if (state.watching && state.names.size === 0 && state.indivisible === 0) unwatch();
}

function unwatch(): void {
  state.watching = false;
  for (const signal of SIGNALS) process.off(signal, obey);
}

function obey(signal: Signal): void {
  if (state.indivisible > 0) state.pending ??= signal;
  else end(signal);
}

/** Ends the process as the signal would have, so that a shell or a pipeline sees why. */
function end(signal: Signal): void {
  state.pending = undefined;
  removeAll();
  unwatch();
  process.kill(process.pid, signal);
}

function removeAll(): void {
  for (const name of state.names) {
    try {
      rmSync(name, { force: true });
    } catch {
      // the process ends; nobody is left to be told
    }
  }
}
