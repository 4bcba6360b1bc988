/** Rollouts on worker threads of Node. Which thread runs what never changes a result: every rollout starts from the start. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { OpenPool, RolloutPool, RolloutRequest, StageSetup } from '../../methods/anticipation/pool.ts';
import type { Recording } from '../../methods/anticipation/recording.ts';
import type { Rollout } from '../../methods/anticipation/stage.ts';
import type { Reply } from './worker.ts';

interface Job {
  readonly id: number;
  readonly request: RolloutRequest;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

const ENTRY = new URL('./worker.js', import.meta.url);

/** A thread on the built worker. Sources that run unbuilt (tests, scripts) first need the loader that runs them. */
function startThread(setup: StageSetup): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(ENTRY, { workerData: setup });
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const entry = ENTRY.href.replace(/\.js$/, '.ts');
  const code = `import('${loader}').then(({ register }) => { register(); return import('${entry}'); });`;
  return new Worker(code, { eval: true, workerData: setup });
}

/** No generation has more rollouts to run at once than some sixty; every thread holds an engine of its own. */
const MOST_THREADS = 64;

/** Opens pools of this many threads. */
export function threadPool(workers: number): OpenPool {
  return (setup) => new ThreadPool(setup, Math.min(workers, MOST_THREADS));
}

class ThreadPool implements RolloutPool {
  readonly workers: number;
  private readonly idle: Worker[] = [];
  private readonly all: Worker[];
  private readonly waiting: Job[] = [];
  private readonly running = new Map<Worker, Job>();
  private next = 0;
  private closed = false;
  private lost: Error | undefined; // why there are fewer threads than there should be

  constructor(setup: StageSetup, workers: number) {
    this.workers = workers;
    this.all = Array.from({ length: workers }, () => this.start(setup));
    this.idle.push(...this.all);
  }

  private start(setup: StageSetup): Worker {
    const worker = startThread(setup);
    worker.on('message', (reply: Reply) => {
      const job = this.running.get(worker);
      this.running.delete(worker);
      this.idle.push(worker);
      if (job) {
        if ('failure' in reply) job.reject(new Error(reply.failure));
        else job.resolve(reply.answer);
      }
      this.dispatch();
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', (code) => {
      if (!this.closed) this.lose(worker, new Error(`a worker thread stopped with code ${code}`));
    });
    return worker;
  }

  /** A thread that died takes everything with it: the others would wait for its answers. */
  private lose(worker: Worker, error: Error): void {
    this.lost ??= error;
    this.running.get(worker)?.reject(error);
    this.running.delete(worker);
    for (const job of this.waiting.splice(0)) job.reject(error);
  }

  private dispatch(): void {
    while (this.idle.length > 0 && this.waiting.length > 0) {
      const [worker, job] = [this.idle.shift()!, this.waiting.shift()!];
      this.running.set(worker, job);
      worker.postMessage({ id: job.id, request: job.request });
    }
  }

  private ask(request: RolloutRequest): Promise<unknown> {
    if (this.lost) return Promise.reject(this.lost);
    return new Promise((resolve, reject) => {
      this.waiting.push({ id: this.next++, request, resolve, reject });
      this.dispatch();
    });
  }

  rollouts(requests: Parameters<RolloutPool['rollouts']>[0]): Promise<readonly Rollout[]> {
    return Promise.all(requests.map((request) => this.ask({ kind: 'rollout', ...request }))) as Promise<Rollout[]>;
  }

  record(...[anticipated, options = {}]: Parameters<RolloutPool['record']>): Promise<Recording> {
    return this.ask({ kind: 'record', anticipated, options }) as Promise<Recording>;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.all.map((worker) => worker.terminate()));
  }
}
