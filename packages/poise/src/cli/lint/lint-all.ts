/** Judges many files on several threads and hands the results over in the order of the files. */
import { workThrough } from '../pool.ts';
import { keepVerdict } from './cache.ts';
import { type Linted, type LintResult, type LintTask, lintFile } from './lint-file.ts';

/** Calls `done` once per task, in the order of `tasks`, as soon as a result and all before it are there. */
export function lintAll(
  tasks: readonly LintTask[],
  threads: number,
  done: (result: LintResult) => void,
  finished: (count: number) => void,
): Promise<void> {
  const worker = new URL('./worker.js', import.meta.url);
  const take = async ({ result, keep }: Linted): Promise<void> => {
    done(result);
    if (keep) await keepVerdict(keep);
  };
  return workThrough(tasks, threads, { here: lintFile, worker, crashed }, take, finished);
}

function crashed(task: LintTask, error: Error): Linted {
  const message = `${task.file}: the thread that read it stopped: ${error.message}`;
  return {
    result: { file: task.file, takes: [], failures: [{ message, line: undefined, column: undefined }], skipped: [] },
  };
}
