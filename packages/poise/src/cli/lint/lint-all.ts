/** Judges many files on several threads and hands the results over in the order of the files. */
import { Piscina } from 'piscina';
import { type LintResult, type LintTask, lintFile } from './lint-file.ts';

/** Calls `done` once per task, in the order of `tasks`, as soon as a result and all before it are there. */
export async function lintAll(
  tasks: readonly LintTask[],
  threads: number,
  done: (result: LintResult) => void,
  finished: (count: number) => void,
): Promise<void> {
  const workers = Math.min(threads, tasks.length);
  if (workers <= 1) {
    for (const [i, task] of tasks.entries()) {
      done(await lintFile(task));
      finished(i + 1);
    }
    return;
  }
  const pool = new Piscina<LintTask, LintResult>({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
  });
  try {
    await inOrder(tasks, (task) => pool.run(task), done, finished);
  } finally {
    await pool.destroy();
  }
}

async function inOrder(
  tasks: readonly LintTask[],
  start: (task: LintTask) => Promise<LintResult>,
  done: (result: LintResult) => void,
  finished: (count: number) => void,
): Promise<void> {
  const waiting = new Map<number, LintResult>();
  let next = 0;
  let count = 0;
  const settle = (i: number, result: LintResult): void => {
    finished(++count);
    waiting.set(i, result);
    for (let ready = waiting.get(next); ready; ready = waiting.get(++next)) {
      waiting.delete(next);
      done(ready);
    }
  };
  await Promise.all(
    tasks.map(async (task, i) => settle(i, await start(task).catch((error: unknown) => crashed(task, error)))),
  );
}

/** A thread that died (out of memory, say) costs its own file only. */
function crashed(task: LintTask, error: unknown): LintResult {
  const message = `${task.file}: the thread that read it stopped: ${(error as Error).message}`;
  return { file: task.file, takes: [], failures: [{ message, line: undefined, column: undefined }] };
}
