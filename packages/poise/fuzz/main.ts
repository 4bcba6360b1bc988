/**
 * `npm run fuzz`: damaged files, libraries, scenarios and arguments through every entry point, ten minutes by default.
 *
 *   npm run fuzz -- [--seconds 600] [--seed 1] [--only .bvh,.glb] [--out .fuzz]
 *
 * An input that takes longer than five seconds, more memory than 1 GB, or ends in anything but sound data or a refusal is written to
 * the folder with the error beside it, and the exit code is 1. The same seed makes the same inputs, as far as coverage agrees.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Defect } from './run.ts';
import type { Seed } from './seeds.ts';
import { STATE, type WorkerData } from './worker.ts';

const SLOWEST_MS = 5000;
const MOST_BYTES = 1e9;
const WATCH_MS = 200;
const SHARED_BYTES = 2 ** 20;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    out: { type: 'string', default: '.fuzz' },
  },
});
const until = Date.now() + 1000 * Number(values.seconds);
const defects: Defect[] = [];
const idle = process.memoryUsage().rss;

/** Inputs that were defects once are tried first. */
function storedInputs(): Seed[] {
  try {
    return readdirSync(values.out)
      .filter((name) => name.endsWith('.input'))
      .map((name) => ({ kind: name.split('~')[1]!.replaceAll('_', ' '), data: readFileSync(join(values.out, name)) }));
  } catch {
    return [];
  }
}

function note(defect: Defect): void {
  defects.push(defect);
  const hash = createHash('sha256').update(defect.data).digest('hex').slice(0, 12);
  const name = join(values.out, `${hash}~${defect.kind.replaceAll(' ', '_')}~`);
  mkdirSync(values.out, { recursive: true });
  writeFileSync(`${name}.input`, defect.data);
  writeFileSync(`${name}.txt`, `${defect.error}\n`);
  process.stdout.write(`defect (${defect.kind}): ${defect.error.split('\n')[0]}\n  ${name}.input\n`);
}

/** tsx registers in the main thread only. */
const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
const execArgv = ['--import', `data:text/javascript,import { register } from '${loader}'; register();`];

/** One thread, until it is done, hangs or takes too much; returns the count of its inputs. */
async function session(seed: number): Promise<number> {
  const state = new SharedArrayBuffer(SHARED_BYTES);
  const words = new Int32Array(state);
  const workerData: WorkerData = { seed, kinds: values.only?.split(','), until, stored: storedInputs(), state };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, execArgv });
  const atHand = (error: string): Defect => {
    const room = new Uint8Array(state, STATE.head);
    const name = words[STATE.kindLength]!;
    const length = Math.min(words[STATE.dataLength]!, room.length - name);
    const kind = new TextDecoder().decode(room.slice(0, name));
    return { kind, error, data: room.slice(name, name + length) };
  };
  let ended = false;
  const last = { count: 0, now: 0 }; // the input at hand, and the processor time when it was first seen [ms]
  const watch = setInterval(() => {
    // processor time, not the clock's: the machine may be busy with other things
    const { user, system } = process.cpuUsage();
    const now = (user + system) / 1000;
    if (words[STATE.busy] === 0 || words[STATE.count] !== last.count)
      Object.assign(last, { count: words[STATE.count], now });
    const taken = now - last.now;
    const memory = process.memoryUsage().rss - idle;
    if (taken < SLOWEST_MS && memory < MOST_BYTES) return;
    if (ended) return;
    ended = true;
    note(
      atHand(taken >= SLOWEST_MS ? `took longer than ${SLOWEST_MS / 1000} s` : `took ${(memory / 1e6).toFixed(0)} MB`),
    );
    void worker.terminate();
  }, WATCH_MS);
  worker.on('message', (message: { defect?: Defect }) => message.defect && note(message.defect));
  await new Promise<void>((resolve) => {
    worker.on('error', (error) => {
      if (words[STATE.count]! > 0) note(atHand(`the thread ended: ${error.message}`));
      else throw error;
    });
    worker.on('exit', () => resolve());
  });
  clearInterval(watch);
  return words[STATE.count]!;
}

let count = 0;
for (let seed = Number(values.seed); Date.now() < until; seed += 1000) {
  const done = await session(seed);
  if (done === 0) throw new Error('the thread did not start');
  count += done;
}
process.stdout.write(`${count} inputs, ${defects.length} defects\n`);
process.exitCode = defects.length > 0 ? 1 : 0;
