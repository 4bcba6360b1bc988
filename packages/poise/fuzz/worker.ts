/** Runs the loop in a thread that can be stopped. The input at hand stands in shared memory, so that it is known after a hang. */
import { Session } from 'node:inspector/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type FuzzOptions, fuzz } from './run.ts';
import { makeSeeds, type Seed } from './seeds.ts';
import { studioDoors } from './studio-doors.ts';
import { targets } from './targets.ts';

export interface WorkerData {
  readonly seed: number;
  readonly kinds: readonly string[] | undefined;
  readonly until: number; // [ms] on the clock of Date
  readonly stored: readonly Seed[]; // inputs of earlier runs
  readonly state: SharedArrayBuffer; // see STATE
}

/** Int32 words at the start of the shared memory; kind and input follow. */
export const STATE = { count: 0, busy: 1, kindLength: 2, dataLength: 3, head: 16 } as const;

/** Counts functions and blocks that ran for the first time, by V8's own coverage. */
async function coverageCounter(): Promise<() => Promise<number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: true });
  const seen = new Set<string>();
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    let fresh = 0;
    for (const { url, functions } of result) {
      if (!/\/packages\/(?:poise|studio)\/src\//.test(url)) continue;
      for (const { ranges } of functions) {
        for (const { startOffset, endOffset, count } of ranges) {
          const key = `${url}:${startOffset}:${endOffset}`;
          if (count === 0 || seen.has(key)) continue;
          seen.add(key);
          fresh++;
        }
      }
    }
    return fresh;
  };
}

async function main({ seed, kinds, until, stored, state }: WorkerData): Promise<void> {
  const words = new Int32Array(state);
  const room = new Uint8Array(state, STATE.head);
  const counter = await coverageCounter();
  const { studioTargets, studioSeeds } = await studioDoors();
  const seeds = [...(await makeSeeds()), ...studioSeeds(), ...stored];
  await counter();
  const options: FuzzOptions = {
    seed,
    ...(kinds && { kinds }),
    coverage: counter,
    before: (kind, data, count) => {
      const name = new TextEncoder().encode(kind);
      room.set(name);
      room.set(data.subarray(0, room.length - name.length), name.length);
      words[STATE.kindLength] = name.length;
      words[STATE.dataLength] = data.length;
      words[STATE.busy] = 1;
      Atomics.store(words, STATE.count, count + 1);
      return Date.now() < until;
    },
    after: () => {
      words[STATE.busy] = 0;
    },
    found: (defect) => parentPort!.postMessage({ defect }),
  };
  const result = await fuzz(seeds, options, { ...targets, ...studioTargets });
  words[STATE.busy] = 0;
  parentPort!.postMessage({ result });
}

if (parentPort) await main(workerData as WorkerData);
