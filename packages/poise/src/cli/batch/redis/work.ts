/** A worker on one of many machines: takes shards until the run is complete, cancelled or stopped. */
import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, type ExitCode, explain } from '../../exit-codes.ts';
import { type Io, printLine } from '../../io.ts';
import { plural } from '../../text.ts';
import { type ClipPool, startClipPool } from '../clip-pool.ts';
import { shardFiles, shardName } from '../inputs.ts';
import { type BatchLog, openLog } from '../log.ts';
import { writeManifest } from '../manifest.ts';
import { type PreparedRun, shardNames } from '../prepare.ts';
import { makeRunFolder } from '../run-folder.ts';
import { runShard } from '../run-shard.ts';
import { uploadComplete } from '../s3/upload-run.ts';
import { untilStopped } from '../stopping.ts';
import { addToTally, createTally, startClocks, type Tally, tallyLine } from '../tally.ts';
import { type BullMq, connectionTo, loadBullMq, type ShardJob, type ShardQueue } from './bullmq.ts';
import { ensureShards, isCancelled, missingShards, openQueue, queueName } from './shard-queue.ts';

export interface WorkFlags {
  readonly redis: string;
  readonly workers: number;
  readonly limit: number; // [s] that one clip may take
  readonly stalled: number; // [s] after which the shard of a worker that is silent comes back
}

const LOOK = 1000; // [ms] between looks at the folder
const NEVER = 2 ** 30; // stalls alone do not fail a shard: clips that end processes are counted in the journal
const STOPPED_DELAY = 100; // [ms]

interface Site {
  readonly run: PreparedRun;
  readonly pool: ClipPool;
  readonly log: BatchLog;
  readonly tally: Tally;
  readonly stop: AbortSignal;
  readonly bullmq: BullMq;
}

export async function workOnRun(io: Io, run: PreparedRun, flags: WorkFlags): Promise<ExitCode> {
  await makeRunFolder(run.folder);
  const clocks = startClocks();
  const told = (): void =>
    io.stderr('poise: stopping when the clips at hand are done; the rest of the shard goes back\n');
  return await untilStopped(async (signalled) => {
    const ended = new AbortController();
    const stop = AbortSignal.any([signalled, ended.signal]);
    const site: Site = {
      run,
      pool: await startClipPool(flags.workers, flags.limit),
      log: openLog(run.folder),
      tally: createTally(),
      stop,
      bullmq: await loadBullMq(),
    };
    try {
      const code = await takeShards(io, site, flags, ended);
      printLine(io, tallyLine(site.tally, clocks(), flags.workers));
      return code;
    } finally {
      site.log.close();
      await site.pool.close();
    }
  }, told);
}

/** Lets BullMQ hand out shards, and looks at the folder for the end of the run. */
async function takeShards(io: Io, site: Site, flags: WorkFlags, ended: AbortController): Promise<ExitCode> {
  const { run, stop, bullmq } = site;
  const queue = await openQueue(run, flags.redis);
  const worker = new bullmq.Worker(queueName(run), (job, token) => workOnShard(site, job, token), {
    connection: connectionTo(flags.redis),
    concurrency: 1, // threads share a shard
    lockDuration: 1000 * flags.stalled,
    stalledInterval: 500 * flags.stalled,
    maxStalledCount: NEVER,
    drainDelay: 1,
  });
  worker.on('error', () => {}); // it connects again by itself; a shard whose lock is lost is taken by another
  try {
    while (!stop.aborted) {
      const end = await endOf(io, site, queue);
      if (end !== undefined) return end;
      await pause(LOOK, undefined, { signal: stop }).catch(() => {});
    }
    return EXIT.findings;
  } finally {
    ended.abort();
    await within(worker.close(), flags.stalled);
    await within(queue.close(), flags.stalled);
  }
}

/** A Redis that is gone must not keep a worker from ending. */
const within = (work: Promise<unknown>, seconds: number): Promise<unknown> =>
  Promise.race([work.catch(() => {}), pause(1000 * seconds, undefined, { ref: false })]);

/** The exit code where the run has ended; undefined while there is work. A Redis that does not answer is waited for. */
async function endOf(io: Io, { run, tally }: Site, queue: ShardQueue): Promise<ExitCode | undefined> {
  if (await isCancelled(run.folder)) {
    io.stderr('poise: the run was cancelled\n');
    return EXIT.findings;
  }
  if ((await missingShards(run)).length === 0) {
    const rows = await writeManifest(run.folder, shardNames(run.job.shards));
    printLine(io, `${run.folder.manifest}: ${plural(rows ?? 0, 'row')}`);
    await uploadComplete(io, run.folder, run.job.upload);
    return tally.counts.failed + tally.counts.refused > 0 ? EXIT.unreadable : EXIT.fine;
  }
  const answer = await Promise.race([stateOf(queue, run), pause(LOOK, undefined, { ref: false })]).catch(
    () => undefined,
  );
  if (!answer || answer.open > 0 || answer.failed.length === 0) return undefined;
  const [first] = answer.failed;
  io.stderr(`poise: ${plural(answer.failed.length, 'shard')} failed (${first!.failedReason}); poise batch retry\n`);
  return EXIT.unreadable;
}

/** What the queue holds, after shards that a Redis without a memory has lost were put back. */
async function stateOf(queue: ShardQueue, run: PreparedRun) {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
  const open = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (open > 0) return { open, failed: [] };
  const failed = await queue.getFailed();
  if (failed.length === 0) await ensureShards(queue, run);
  return { open, failed };
}

async function workOnShard(site: Site, job: ShardJob, token: string | undefined): Promise<void> {
  const { run, pool, log, tally, stop, bullmq } = site;
  const { index, retryFailed } = job.data;
  const shard = shardName(index, run.job.shards);
  const files = shardFiles(run.files, index, run.job.shards);
  let done = 0;
  const { complete } = await runShard({
    folder: run.folder,
    shard,
    files,
    taskOf: run.taskOf,
    pool,
    retryFailed,
    stop,
    onResult(result) {
      addToTally(tally, result);
      log.add(shard, result);
      if (++done % 10 === 0) job.updateProgress(done / files.length).catch(() => {});
    },
  }).catch((error: unknown) => {
    throw new Error(explain(error).line);
  });
  if (complete) return;
  await job.moveToDelayed(Date.now() + STOPPED_DELAY, token);
  throw new bullmq.DelayedError();
}
