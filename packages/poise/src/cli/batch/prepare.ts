/** A run before its first clip: job and list of files are in the folder, or were there and fit. */
import { stat } from 'node:fs/promises';
import { UsageError } from '../../errors.ts';
import { inputsOf, outputNames, readFileList, shardName, writeFileList } from './inputs.ts';
import { checkSameJob, createJob, type Job, type JobFile, readJob, writeJob } from './job.ts';
import { makeRunFolder, namesIn, type RunFolder, rowsFile, runFolder } from './run-folder.ts';
import { isS3, parseS3 } from './s3/address.ts';
import { fetchInputs } from './s3/fetch-inputs.ts';
import { taskMaker } from './tasks.ts';

export interface PreparedRun {
  readonly folder: RunFolder;
  readonly job: Job;
  readonly files: readonly string[];
  readonly taskOf: ReturnType<typeof taskMaker>;
}

/** `shards`: their number for a number of files. Where there are several, the list of files stays as it was made first. */
export async function prepareRun(
  jobFile: JobFile,
  shards: (files: number) => number,
  warn: (text: string) => void,
): Promise<PreparedRun> {
  if (jobFile.out === undefined) throw new UsageError('missing -o: the folder of the run');
  const folder = runFolder(jobFile.out);
  if (jobFile.upload !== undefined) parseS3(jobFile.upload, '--upload');
  if (isS3(jobFile.out))
    throw new UsageError('-o: expected a folder of this machine; --upload sends clips and manifest to a store');
  const fetched = await fetchInputs(jobFile.inputs ?? [], folder.inputs, warn);
  const inputs = await inputsOf({ ...jobFile, inputs: fetched }, warn);
  const count = shards(inputs.files.length);
  const job = await createJob(jobFile, inputs.root, count);
  outputNames(job.command, inputs.files, job.format); // refused before anything is made
  const found = await readJob(folder.job);
  if (found) checkSameJob(found, job, folder.path);
  await makeRunFolder(folder);
  const listed = found && count > 1 ? await readFileList(folder.files).catch(() => undefined) : undefined;
  if (!listed) await writeFileList(folder.files, inputs.files);
  if (!found) await writeJob(folder.job, job);
  return preparedRun(folder, job, listed ?? inputs.files);
}

function preparedRun(folder: RunFolder, job: Job, files: readonly string[]): PreparedRun {
  return { folder, job, files, taskOf: taskMaker(job, folder, outputNames(job.command, files, job.format)) };
}

/** A run that stands in a folder. Throws UsageError where there is none. */
export async function openRun(path: string): Promise<PreparedRun> {
  const folder = runFolder(path);
  const job = await readJob(folder.job);
  if (!job) throw new UsageError(`${path}: expected the folder of a batch, found no job.json`);
  return preparedRun(folder, job, await readFileList(folder.files));
}

/** Was this shard begun before? */
export async function isBegun(folder: RunFolder, shard: string): Promise<boolean> {
  if (await stat(rowsFile(folder, shard)).catch(() => undefined)) return true;
  return (await namesIn(folder.journal, `${shard}.`)).length > 0;
}

export const shardNames = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => shardName(index, count));
