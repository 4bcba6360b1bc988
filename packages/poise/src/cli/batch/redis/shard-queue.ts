/** The queue of a run: one job per shard. The folder of the run is the truth; the queue only says who works on what. */
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../../files.ts';
import { shardName } from '../inputs.ts';
import type { PreparedRun } from '../prepare.ts';
import { shardNames } from '../prepare.ts';
import { sha256 } from '../row.ts';
import { type RunFolder, rowsFile } from '../run-folder.ts';
import { connectionTo, loadBullMq, type ShardQueue } from './bullmq.ts';

export const SHARD_SIZE = 100; // clips
const ATTEMPTS = 5;
const FIRST_BACKOFF = 1000; // [ms], doubled with every attempt

/** Two runs never share a queue: its name follows from the job and where the inputs lie. */
export const queueName = ({ job, folder }: PreparedRun): string =>
  `poise-${sha256(JSON.stringify([job, folder.path.split(/[\\/]/).pop()])).slice(0, 16)}`;

export async function openQueue(run: PreparedRun, url: string): Promise<ShardQueue> {
  const { Queue } = await loadBullMq();
  const queue = new Queue(queueName(run), { connection: connectionTo(url) });
  queue.on('error', () => {}); // it connects again by itself
  return queue;
}

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined)) !== undefined;

/** Shards without complete rows, by index. */
export async function missingShards({ folder, job }: PreparedRun): Promise<readonly number[]> {
  const missing: number[] = [];
  for (const [index, name] of shardNames(job.shards).entries()) {
    if (!(await exists(rowsFile(folder, name)))) missing.push(index);
  }
  return missing;
}

/** Puts shards into the queue that are not there; those that are there stay as they are. Returns how many have no rows yet. */
export async function ensureShards(queue: ShardQueue, run: PreparedRun): Promise<number> {
  const missing = await missingShards(run);
  for (const index of missing) await addShard(queue, run, index, false);
  return missing.length;
}

/** Adds a shard. One that the queue holds as completed although its rows are missing begins anew. */
export async function addShard(
  queue: ShardQueue,
  { job }: PreparedRun,
  index: number,
  retryFailed: boolean,
): Promise<void> {
  const jobId = shardName(index, job.shards);
  const held = await queue.getJob(jobId);
  if (held && (retryFailed || (await held.getState()) === 'completed')) await held.remove().catch(() => {});
  const backoff = { type: 'exponential', delay: FIRST_BACKOFF } as const;
  await queue.add('shard', { index, retryFailed }, { jobId, attempts: ATTEMPTS, backoff });
}

/** A file that tells workers to stop, whether or not Redis answers them. */
const cancelFile = (folder: RunFolder): string => join(folder.path, 'cancelled');

export const isCancelled = (folder: RunFolder): Promise<boolean> => exists(cancelFile(folder));

export async function setCancelled(folder: RunFolder, cancelled: boolean): Promise<void> {
  const file = cancelFile(folder);
  const work = cancelled ? writeFile(file, '') : rm(file, { force: true });
  await work.catch((error: unknown) => {
    throw fileError(file, error);
  });
}
