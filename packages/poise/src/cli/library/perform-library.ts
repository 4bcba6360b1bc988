/** Performs the built-in library on several threads. */
import { availableParallelism } from 'node:os';
import type { MannequinOptions } from '../../performer/mannequin/skeleton.ts';
import { joinPacked } from '../../performer/responses/compact.ts';
import { libraryPlan } from '../../performer/responses/library-plan.ts';
import { workThrough } from '../pool.ts';
import { type PerformedLine, type PerformTask, performTask, physicalFailures } from './perform-task.ts';

export interface PerformedLibrary {
  readonly text: string; // packed; read with unpackLibrary
  readonly kept: readonly string[]; // names
  readonly dropped: readonly { readonly name: string; readonly failures: readonly string[] }[];
}

/** The kind that a response's name begins with: 'hip', 'step1' … */
export const kindOf = (name: string): string => name.split('-')[0];

/** Performs every request of the plan for a body, or those of some kinds. Steps that could not happen on it
 *  are tried with other timings, and dropped where none helps. */
export async function performLibrary(
  body: MannequinOptions,
  threads: number = availableParallelism(),
  progress: (done: number, of: number) => void = () => {},
  kinds: readonly string[] = [],
): Promise<PerformedLibrary> {
  const tasks: PerformTask[] = libraryPlan()
    .map(({ name }, index) => ({ name, task: { body, index } }))
    .filter(({ name }) => kinds.length === 0 || kinds.includes(kindOf(name)))
    .map(({ task }) => task);
  const lines: string[] = [];
  const kept: string[] = [];
  const dropped: { name: string; failures: readonly string[] }[] = [];
  const done = (performed: PerformedLine): void => {
    const { line, name } = performed;
    const failures = physicalFailures(performed);
    if (failures.length > 0) dropped.push({ name, failures });
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
