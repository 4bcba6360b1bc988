/** Works through many tasks on several threads and hands the results over in the order of the tasks. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Piscina } from 'piscina';

export interface Work<Task, Result> {
  readonly here: (task: Task) => Promise<Result>; // in this thread, where one is enough
  readonly worker: URL; // the file whose default export does the same in a thread
  /** A thread that died (out of memory, say) costs its own task only. */
  readonly crashed: (task: Task, error: Error) => Result;
}

/** Threads on the built file `worker`, which find `setup` as their workerData. Sources that run unbuilt (tests, scripts) run
 *  the source of that file, with the loader for it. */
export async function startThreads<Task, Result>(
  worker: URL,
  threads: number,
  setup?: unknown,
): Promise<Piscina<Task, Result>> {
  // loaded where it is needed only: typed arrays are a fifth slower in a process that has loaded it (Node 20)
  const { Piscina } = await import('piscina');
  const built = !import.meta.url.endsWith('.ts');
  return new Piscina<Task, Result>({
    filename: built ? worker.href : worker.href.replace(/\.js$/, '.ts'),
    ...(!built && { execArgv: ['--import', sourceLoader()] }),
    minThreads: threads,
    maxThreads: threads,
    workerData: setup,
  });
}

/** A module that registers the loader in the thread that imports it; 'tsx/esm' alone does so in the main thread only. */
function sourceLoader(): string {
  const api = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  return `data:text/javascript,import { register } from '${api}'; register();`;
}

/** Calls `done` once per task, in the order of `tasks`, as soon as a result and all before it are there. `done` may take its
 *  time; `finished` counts. */
export async function workThrough<Task, Result>(
  tasks: readonly Task[],
  threads: number,
  { here, worker, crashed }: Work<Task, Result>,
  done: (result: Result) => void | Promise<void>,
  finished: (count: number) => void,
): Promise<void> {
  const workers = Math.min(threads, tasks.length);
  if (workers <= 1) {
    for (const [i, task] of tasks.entries()) {
      await done(await here(task));
      finished(i + 1);
    }
    return;
  }
  const pool = await startThreads<Task, Result>(worker, workers);
  try {
    await inOrder(
      tasks,
      (task) => pool.run(task).catch((error: unknown) => crashed(task, error as Error)),
      done,
      finished,
    );
  } finally {
    await pool.destroy();
  }
}

async function inOrder<Task, Result>(
  tasks: readonly Task[],
  start: (task: Task) => Promise<Result>,
  done: (result: Result) => void | Promise<void>,
  finished: (count: number) => void,
): Promise<void> {
  let count = 0;
  // every task is started at once; the pool holds back what has no thread yet
  const results = tasks.map(async (task) => {
    const result = await start(task);
    finished(++count);
    return result;
  });
  try {
    for (const result of results) await done(await result);
  } finally {
    await Promise.allSettled(results);
  }
}
