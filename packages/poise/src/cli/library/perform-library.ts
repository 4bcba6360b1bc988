/** Performs the built-in library on several threads. */
import { availableParallelism } from 'node:os';
import type { MannequinOptions } from '../../performer/mannequin/skeleton.ts';
import { ESTIMATE_CHECKS } from '../../performer/responses/checks.ts';
import { joinPacked } from '../../performer/responses/compact.ts';
import { libraryPlan } from '../../performer/responses/library-plan.ts';
import { workThrough } from '../pool.ts';
import { type PerformedLine, type PerformTask, performTask } from './perform-task.ts';

export interface PerformedLibrary {
  readonly text: string; // packed; read with unpackLibrary
  readonly kept: readonly string[]; // names
  readonly dropped: readonly { readonly name: string; readonly failures: readonly string[] }[];
}

/** Performs every request of the plan for a body. Responses that could not happen on it are dropped; those whose impulse only the
 *  estimators misread stay, because it is known. */
export async function performLibrary(
  body: MannequinOptions,
  threads: number = availableParallelism(),
  progress: (done: number, of: number) => void = () => {},
): Promise<PerformedLibrary> {
  const tasks: PerformTask[] = libraryPlan().map((_, index) => ({ body, index }));
  const lines: string[] = [];
  const kept: string[] = [];
  const dropped: { name: string; failures: readonly string[] }[] = [];
  const done = ({ line, name, failures }: PerformedLine): void => {
    const physical = failures.filter((failure) => !ESTIMATE_CHECKS.includes(failure));
    if (physical.length > 0) dropped.push({ name, failures: physical });
    else {
      lines.push(line);
      kept.push(name);
    }
  };
  const crashed = ({ index }: PerformTask, error: Error): PerformedLine => {
    throw new Error(`response ${index}: the thread that performed it stopped: ${error.message}`);
  };
  const worker = new URL('./worker.js', import.meta.url);
  await workThrough(tasks, threads, { here: performTask, worker, crashed }, done, (n) => progress(n, tasks.length));
  return { text: joinPacked(body, lines), kept, dropped };
}
