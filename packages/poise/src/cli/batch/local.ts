/** A batch on this machine: the queue is the folder of the run. */
import { UsageError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { type Io, printLine } from '../io.ts';
import { createProgress } from '../lint/progress.ts';
import { startClipPool } from './clip-pool.ts';
import { shardFiles, shardName } from './inputs.ts';
import type { JobFile } from './job.ts';
import { openLog } from './log.ts';
import { writeManifest } from './manifest.ts';
import { isBegun, prepareRun, shardNames } from './prepare.ts';
import { runShard } from './run-shard.ts';
import { uploadComplete } from './s3/upload-run.ts';
import { untilStopped } from './stopping.ts';
import { addToTally, createTally, startClocks, type Tally, tallied, tallyLine } from './tally.ts';

export interface LocalFlags {
  readonly workers: number;
  readonly limit: number; // [s] that one clip may take
  readonly resume: boolean;
  readonly shard: { readonly index: number; readonly count: number };
}

export async function runLocal(io: Io, jobFile: JobFile, flags: LocalFlags): Promise<ExitCode> {
  const { index, count } = flags.shard;
  const run = await prepareRun(
    jobFile,
    () => count,
    (text) => io.stderr(`poise: ${text}\n`),
  );
  const { folder } = run;
  const shard = shardName(index, count);
  if (!flags.resume && (await isBegun(folder, shard))) {
    throw new UsageError(`${folder.path} holds a run that was begun; --resume goes on with it`);
  }
  const files = shardFiles(run.files, index, count);
  const tally = createTally();
  const clocks = startClocks();
  const told = (): void => io.stderr('poise: stopping when the clips at hand are done\n');
  return await untilStopped(async (stop) => {
    const complete = await workOn({ ...run, files }, shard, flags, stop, io, tally);
    printLine(io, tallyLine(tally, clocks(), flags.workers));
    if (!complete) {
      io.stderr(`poise: ${tallied(tally)} of ${files.length} files; --resume goes on\n`);
      return EXIT.findings;
    }
    const rows = await writeManifest(folder, shardNames(count));
    printLine(
      io,
      rows === undefined ? `shard ${shard}: other shards are not complete` : `${folder.manifest}: ${rows} rows`,
    );
    if (rows !== undefined) await uploadComplete(io, folder, jobFile.upload);
    return tally.counts.refused + tally.counts.failed > 0 ? EXIT.unreadable : EXIT.fine;
  }, told);
}

async function workOn(
  { folder, files, taskOf }: Awaited<ReturnType<typeof prepareRun>>,
  shard: string,
  { workers, limit }: LocalFlags,
  stop: AbortSignal,
  io: Io,
  tally: Tally,
): Promise<boolean> {
  const progress = createProgress(io, files.length);
  const log = openLog(folder);
  const pool = await startClipPool(Math.max(1, Math.min(workers, files.length)), limit);
  try {
    const { complete } = await runShard({
      folder,
      shard,
      files,
      taskOf,
      pool,
      retryFailed: true,
      stop,
      onResult(result) {
        addToTally(tally, result);
        log.add(shard, result);
        progress.show(tallied(tally));
      },
    });
    return complete;
  } finally {
    progress.clear();
    log.close();
    await pool.close();
  }
}
