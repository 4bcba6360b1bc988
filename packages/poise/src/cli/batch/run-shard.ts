/** One shard from its first clip to its complete rows; the unit that a machine takes, and that comes back when it dies. */
import { dirname } from 'node:path';
import { FileError } from '../exit-codes.ts';
import { makeFolderOf } from '../transform/outputs.ts';
import { writeTogether } from '../writing/write-files.ts';
import { type ClipPool, failed } from './clip-pool.ts';
import type { ClipResult, ClipTask } from './clip-task.ts';
import { type EarlierTries, earlierTries, openJournal, type RowKey, removeJournals, rowsWith } from './journal.ts';
import type { LineWriter } from './json-lines.ts';
import { writeRows } from './manifest.ts';
import { type RunFolder, rowsFile } from './run-folder.ts';

export interface ShardRun {
  readonly folder: RunFolder;
  readonly shard: string;
  readonly files: readonly string[];
  readonly taskOf: (file: string) => Promise<ClipTask | undefined>; // undefined: the settings leave the file out
  readonly pool: ClipPool;
  readonly retryFailed: boolean; // try rows again for which the machine failed
  readonly stop: AbortSignal; // take no further clip
  readonly onResult: (result: ClipResult) => void;
}

export interface ShardOutcome {
  readonly complete: boolean; // false: stopped before its end
  readonly keys: ReadonlyMap<string, RowKey>; // by file
}

/** A process that ended this often while a clip was worked on ended because of the clip. */
const MOST_ENDS = 5;
/** From this many ends on a clip is worked on alone, so that its neighbours are not suspected with it. */
const ALONE_FROM = 2;

/** Works on a shard. Throws FileError where the disk does not take what is written: all that was written before counts. */
export async function runShard(run: ShardRun): Promise<ShardOutcome> {
  const earlier = await earlierTries(run.folder, run.shard);
  const journal = openJournal(run.folder, run.shard);
  const keys = new Map<string, RowKey>();
  try {
    const suspects = run.files.filter((file) => endsOf(earlier, file) >= ALONE_FROM);
    const rest = run.files.filter((file) => endsOf(earlier, file) < ALONE_FROM);
    await inLanes(run, rest, run.pool.threads, earlier, journal, keys);
    await inLanes(run, suspects, 1, earlier, journal, keys);
  } finally {
    journal.close();
  }
  if (run.stop.aborted) return { complete: false, keys };
  const count = await writeRows(rowsFile(run.folder, run.shard), rowsWith(run.folder, run.shard, keys));
  if (count !== keys.size) {
    throw new FileError(`${run.folder.path}: ${keys.size - count} rows of shard ${run.shard} have gone; run it again`);
  }
  await removeJournals(run.folder, run.shard);
  return { complete: true, keys };
}

const endsOf = (earlier: EarlierTries, file: string): number => earlier.unfinished.get(file) ?? 0;

/** Works on files, as many at a time as there are lanes. The first failure to write stops all lanes, and is thrown. */
async function inLanes(
  run: ShardRun,
  files: readonly string[],
  lanes: number,
  earlier: EarlierTries,
  journal: LineWriter,
  keys: Map<string, RowKey>,
): Promise<void> {
  let next = 0;
  let failure: unknown;
  const lane = async (): Promise<void> => {
    while (next < files.length && !run.stop.aborted && failure === undefined) {
      try {
        await oneClip(run, files[next++]!, earlier, journal, keys);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failure !== undefined) throw failure;
}

async function oneClip(
  run: ShardRun,
  file: string,
  earlier: EarlierTries,
  journal: LineWriter,
  keys: Map<string, RowKey>,
): Promise<void> {
  const task = await run.taskOf(file);
  if (!task) return;
  const found = earlier.rows.get(file);
  const known = found?.status === 'failed' && run.retryFailed ? undefined : found;
  const result = await resultOf(run, { ...task, known }, endsOf(earlier, file), journal);
  if (!result.kept) {
    await write(result);
    journal.append(result.row);
  }
  keys.set(file, { id: result.row.id, status: result.row.status });
  run.onResult(result);
}

async function resultOf(run: ShardRun, task: ClipTask, ends: number, journal: LineWriter): Promise<ClipResult> {
  if (ends >= MOST_ENDS && !run.retryFailed) {
    return await failed(task, `the process ended ${ends} times while it worked on this file`, 0);
  }
  journal.append({ begin: task.file });
  return await run.pool.run(task);
}

/** Files of a result get their names before its row is written down: a row never speaks of a file that is not there. */
async function write({ files }: ClipResult): Promise<void> {
  if (files.length === 0) return;
  for (const folder of new Set(files.map(({ file }) => dirname(file)))) await makeFolderOf(`${folder}/x`);
  await writeTogether(files);
}
