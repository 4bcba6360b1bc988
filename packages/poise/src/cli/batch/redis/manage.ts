/** submit, retry and cancel: what people do to the queue of a run. */
import type { Io } from '../../io.ts';
import { printLine } from '../../io.ts';
import { plural } from '../../text.ts';
import type { JobFile } from '../job.ts';
import { readLines } from '../json-lines.ts';
import { type PreparedRun, prepareRun, shardNames } from '../prepare.ts';
import { isRow } from '../row.ts';
import { rowsFile } from '../run-folder.ts';
import { addShard, ensureShards, openQueue, SHARD_SIZE, setCancelled } from './shard-queue.ts';

/** Puts the shards of a job into the queue. To submit again changes nothing but what is missing. */
export async function submitRun(io: Io, jobFile: JobFile, redis: string): Promise<void> {
  const shards = (files: number): number => Math.max(1, Math.ceil(files / SHARD_SIZE));
  const run = await prepareRun(jobFile, shards, (text) => io.stderr(`poise: ${text}\n`));
  await setCancelled(run.folder, false);
  const queue = await openQueue(run, redis);
  try {
    const left = await ensureShards(queue, run);
    const { path } = run.folder;
    printLine(io, `${plural(run.files.length, 'file')} in ${plural(run.job.shards, 'shard')}, ${left} to be done`);
    printLine(io, `on every machine: poise batch work ${path}; poise batch status ${path}`);
  } finally {
    await queue.close();
  }
}

/** Shards that failed, and those with rows for which the machine failed, go into the queue again. */
export async function retryRun(io: Io, run: PreparedRun, redis: string): Promise<void> {
  await setCancelled(run.folder, false);
  const queue = await openQueue(run, redis);
  try {
    const again = new Set<number>();
    for (const job of await queue.getFailed()) again.add(job.data.index);
    for (const [index, name] of shardNames(run.job.shards).entries()) {
      if (await hasFailures(rowsFile(run.folder, name))) again.add(index);
    }
    for (const index of again) await addShard(queue, run, index, true);
    const missing = await ensureShards(queue, run);
    printLine(io, `${plural(again.size, 'shard')} again, ${missing} without rows`);
  } finally {
    await queue.close();
  }
}

async function hasFailures(rows: string): Promise<boolean> {
  try {
    for await (const { status } of readLines(rows, isRow)) if (status === 'failed') return true;
  } catch {
    // a shard that is not complete
  }
  return false;
}

/** Empties the queue; workers stop after the clips at hand. What is done stays. */
export async function cancelRun(io: Io, run: PreparedRun, redis: string): Promise<void> {
  await setCancelled(run.folder, true);
  const queue = await openQueue(run, redis);
  try {
    await queue.obliterate({ force: true });
    printLine(io, `${run.folder.path}: cancelled; poise batch submit goes on where it stopped`);
  } finally {
    await queue.close();
  }
}
