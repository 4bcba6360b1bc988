/**
 * How things are measured. A case says what it measures and returns one number; `main.ts` finds the cases in `cases/`,
 * runs and prints them. Times are those of the best of many short batches: what the code costs when the machine does
 * nothing else. Comparisons run in turns in the same process, so both sides meet the same machine.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Measurement {
  readonly value: number;
  readonly unit: string; // 'us', 'ms', 'MB/s', '1' …
  readonly against?: string; // what the ratio compares with
  readonly ratio?: number; // how many times better than that
  readonly note?: string; // what exactly was measured, for the table
  readonly allocationBytesPerCall?: number; // more than allowed fails the bench
  readonly allocationAllowed?: number; // bytes per call; default ALLOCATION_NOISE
}

export interface BenchCase {
  readonly id: string; // stable: 'dynamics/momentum-matrix-69'
  measure(): Measurement | Promise<Measurement>;
}

/** Bytes per call that pass as noise of the measurement. */
export const ALLOCATION_NOISE = 1;

const WARM_UP_MS = 150;
const BATCH_MS = 4;
const BATCHES = 40;

/** Microseconds per call. */
export function timePerCall(run: () => void): number {
  const calls = warmUp(run);
  let best = Infinity;
  for (let batch = 0; batch < BATCHES; batch++) best = Math.min(best, timeBatch(run, calls));
  return best;
}

/** Microseconds per call of two ways to do the same, batch by batch in turns, and how many times faster the first is. */
export function timeAgainst(ours: () => void, theirs: () => void): { ours: number; theirs: number; ratio: number } {
  const ourCalls = warmUp(ours);
  const theirCalls = warmUp(theirs);
  let ourBest = Infinity;
  let theirBest = Infinity;
  for (let batch = 0; batch < BATCHES; batch++) {
    ourBest = Math.min(ourBest, timeBatch(ours, ourCalls));
    theirBest = Math.min(theirBest, timeBatch(theirs, theirCalls));
  }
  return { ours: ourBest, theirs: theirBest, ratio: theirBest / ourBest };
}

/** Runs until the compiler has settled; returns how many calls fill one batch. */
function warmUp(run: () => void): number {
  let calls = 0;
  const start = performance.now();
  while (performance.now() - start < WARM_UP_MS) {
    run();
    calls++;
  }
  const perCall = timeBatch(run, Math.max(1, Math.ceil((calls * BATCH_MS) / WARM_UP_MS)));
  return Math.max(1, Math.ceil((BATCH_MS * 1000) / perCall));
}

/** Microseconds per call over one batch. */
function timeBatch(run: () => void, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) run();
  return (1000 * (performance.now() - start)) / calls;
}

/** Heap bytes per call, averaged over 1e5 calls of a warm function. Counted in short runs, so that a garbage collection in
 *  between hides nothing; the cost of looking at the heap is measured first and taken off. The least of three counts: a
 *  function that allocates does so every time, the engine's own housekeeping does not. */
export function allocationPerCall(run: () => void, calls = 100_000): number {
  warmUp(run);
  let least = Infinity;
  for (let count = 0; count < 3; count++) {
    const nothing = heapGrowth(() => {}, calls);
    least = Math.min(least, (heapGrowth(run, calls) - nothing) / calls);
  }
  return Math.max(0, least);
}

function heapGrowth(run: () => void, calls: number): number {
  const runs = 100;
  let growth = 0;
  collectGarbage();
  for (let k = 0; k < runs; k++) {
    const before = process.memoryUsage().heapUsed;
    for (let call = 0; call < calls / runs; call++) run();
    growth += Math.max(0, process.memoryUsage().heapUsed - before);
  }
  return growth;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
