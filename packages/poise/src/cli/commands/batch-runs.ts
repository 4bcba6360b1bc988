/** Commands on runs: submit, work, status, retry, cancel; report. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { openRun, type PreparedRun } from '../batch/prepare.ts';
import { checkRedis, loadBullMq } from '../batch/redis/bullmq.ts';
import { cancelRun, retryRun, submitRun } from '../batch/redis/manage.ts';
import { openQueue } from '../batch/redis/shard-queue.ts';
import { workOnRun } from '../batch/redis/work.ts';
import { writeBatchReport } from '../batch/report.ts';
import { prometheusText, statusLines, statusOf } from '../batch/status.ts';
import type { ExitCode } from '../exit-codes.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { positive } from '../options.ts';
import { addJobOptions, addWorkerOptions, type JobFlags, jobOf, LONGEST_CLIP } from './batch.ts';

const SILENT_FOR = 30; // [s]

interface RedisFlags {
  readonly redis?: string;
}

const addRedisOption = (command: Command): Command =>
  command.option('--redis <address>', 'as redis://host:6379 (default: the environment variable REDIS_URL)');

/** The address of a Redis that answers. Throws UsageError or FileError. */
async function redisOf({ redis = process.env['REDIS_URL'] }: RedisFlags): Promise<string> {
  if (!redis) throw new UsageError('missing --redis or REDIS_URL, as redis://localhost:6379');
  await loadBullMq();
  await checkRedis(redis);
  return redis;
}

export function addBatchRuns(batch: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  addRedisOption(addJobOptions(batch.command('submit')))
    .description('put the shards of a job into a queue; a job that is there already gets what it lacks')
    .action(async (job: string | undefined, inputs: readonly string[], flags: JobFlags & RedisFlags) => {
      await submitRun(io, await jobOf(job, inputs, flags), await redisOf(flags));
    });
  addRedisOption(
    addWorkerOptions(onRun(batch, 'work', 'take shards until the run is complete; on as many machines as you like')),
  )
    .option('--stalled <s>', `a worker that is silent for this long loses its shard (default: ${SILENT_FOR})`, positive)
    .action(async (path: string, flags: RedisFlags & { workers?: number; limit?: number; stalled?: number }) => {
      const { workers = availableParallelism(), limit = LONGEST_CLIP, stalled = SILENT_FOR } = flags;
      const run = await openRun(path);
      setExitCode(await workOnRun(io, run, { redis: await redisOf(flags), workers, limit, stalled }));
    });
  addRedisOption(onRun(batch, 'status', 'how far a run is'))
    .option('--json', 'print JSON')
    .option('--prometheus', 'print the text format of Prometheus')
    .action(async (path: string, flags: RedisFlags & { json?: boolean; prometheus?: boolean }) => {
      await status(io, await openRun(path), flags);
    });
  addBatchReport(batch, io);
  addRedisOption(onRun(batch, 'retry', 'try failed shards and failed rows again')).action(
    async (path: string, flags: RedisFlags) => await retryRun(io, await openRun(path), await redisOf(flags)),
  );
  addRedisOption(onRun(batch, 'cancel', 'empty the queue and stop the workers; what is done stays')).action(
    async (path: string, flags: RedisFlags) => await cancelRun(io, await openRun(path), await redisOf(flags)),
  );
}

/** The page of a run. */
function addBatchReport(batch: Command, io: Io): void {
  onRun(batch, 'report', 'one HTML page of a complete run: verdicts, rules, distributions, worst clips')
    .option('-o, --out <file>', 'HTML file to write; - prints it (default: report.html in the folder of the run)')
    .action(async (run: string, { out }: { out?: string }) => await writeBatchReport(io, run, out));
}

const onRun = (batch: Command, name: string, description: string): Command =>
  batch.command(name).description(description).argument('<run>', 'folder of the run');

async function status(
  io: Io,
  run: PreparedRun,
  flags: RedisFlags & { readonly json?: boolean; readonly prometheus?: boolean },
): Promise<void> {
  const found = await statusOf(run, Date.now());
  const queue = flags.redis || process.env['REDIS_URL'] ? await queueCounts(run, await redisOf(flags)) : undefined;
  const all = { ...found, ...(queue && { queue }) };
  if (flags.json) printJson(io, all);
  else if (flags.prometheus) io.stdout(prometheusText(all));
  else for (const line of statusLines(all)) printLine(io, line);
}

async function queueCounts(run: PreparedRun, redis: string): Promise<Readonly<Record<string, number>>> {
  const queue = await openQueue(run, redis);
  try {
    return await queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed');
  } finally {
    await queue.close();
  }
}
