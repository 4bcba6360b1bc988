/** From arguments to written files: what `poise balance`, `poise plant` and `poise mend` share. */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { toJson } from '../../report/json.ts';
import { EXIT, type ExitCode, explain } from '../exit-codes.ts';
import { checkOutputs, STANDARD_OUTPUT } from '../files.ts';
import { type Io, printJson, printLine, writeOutput } from '../io.ts';
import { createProgress, createShareBar } from '../lint/progress.ts';
import { addBodyOptions, addBorderOptions, addRateOption, wholePositive } from '../options.ts';
import { workThrough } from '../pool.ts';
import { plural } from '../text.ts';
import { releaseSignals } from '../writing/unfinished.ts';
import { writeTogether } from '../writing/write-files.ts';
import { checkPlaces, makeFolderOf, type Pair, pairFiles } from './outputs.ts';
import { resultJson } from './result-json.ts';
import {
  type TransformFlags,
  type TransformName,
  type TransformResult,
  type TransformTask,
  transformFile,
} from './transform-file.ts';

/** Options of these commands besides what they do to the clip. */
export interface SharedFlags extends TransformFlags {
  readonly out: string;
  readonly format?: string;
  readonly report?: string;
  readonly force?: boolean;
  readonly jobs?: number;
  readonly json?: boolean;
}

export function addSharedOptions(command: Command): Command {
  return addClipOptions(command)
    .requiredOption('-o, --out <path>', 'file to write, its extension says which format; or a folder')
    .option('--format <extension>', 'format of files in a folder: bvh, glb … (default: their own)')
    .option('--report <file>', 'write what was done to every file as JSON; - prints it')
    .option('--force', 'allow writing over the input')
    .option('--jobs <n>', 'worker threads for several files (default: one per core)', wholePositive)
    .option('--json', 'print a summary as JSON');
}

/** Options that decide how a clip is read, and what all these commands do to it. */
export const addClipOptions = (command: Command): Command =>
  addRateOption(addBodyOptions(addBorderOptions(command))).option(
    '--loop',
    'the last frame leads on to the first; it still does afterwards',
  );

export async function runTransform(
  io: Io,
  transform: TransformName,
  patterns: readonly string[],
  { out, format, report, force, jobs, json, ...flags }: SharedFlags,
): Promise<ExitCode> {
  const pairs = await pairFiles(patterns, out, format, (text) => io.stderr(`poise: ${text}\n`));
  const read = [...pairs.map(({ file }) => file), ...(flags.roles === undefined ? [] : [flags.roles])];
  const outputs = [...pairs.map(({ output }) => output), ...(report === undefined ? [] : [report])];
  await checkOutputs(read, outputs, force ?? false);
  await checkPlaces(outputs.filter((output) => output !== STANDARD_OUTPUT));
  const tasks = pairs.map((pair): TransformTask => ({ ...pair, transform, flags }));
  const results = await workOn(io, tasks, jobs ?? availableParallelism(), async (result) => {
    const written = await write(result, force ?? false);
    if (!json && report !== STANDARD_OUTPUT) print(io, written);
    return written;
  });
  if (report !== undefined) {
    if (report !== STANDARD_OUTPUT) await makeFolderOf(report);
    await writeOutput(io, report, `${toJson({ files: results.map(resultJson('full')) })}\n`);
  }
  if (report === STANDARD_OUTPUT) return exitCodeOf(results); // nothing but the report goes there
  if (json) printJson(io, results.map(resultJson('short')));
  else if (pairs.length > 1) printLine(io, closingLine(results));
  return exitCodeOf(results);
}

/** All tasks, with a bar: of the one file's progress, or of how many files are done. */
async function workOn(
  io: Io,
  tasks: readonly TransformTask[],
  threads: number,
  take: (result: TransformResult) => Promise<TransformResult>,
): Promise<readonly TransformResult[]> {
  const results: TransformResult[] = [];
  const alone = tasks.length === 1;
  const bar = alone ? createShareBar(io, tasks[0]!.file) : createProgress(io, tasks.length);
  const worker = new URL('./worker.js', import.meta.url);
  const here = (task: TransformTask) => transformFile(task, alone ? bar.show : undefined);
  await workThrough(
    tasks,
    threads,
    { here, worker, crashed },
    async (result) => {
      bar.clear();
      results.push(await take(result));
    },
    alone ? () => {} : bar.show,
  );
  bar.clear();
  return results;
}

const failed = (
  { file, output, read, animation }: Pair & Partial<TransformResult>,
  failure: TransformResult['failure'],
): TransformResult => ({
  file,
  output,
  read: read ?? [file],
  animation: animation ?? '',
  done: undefined,
  before: undefined,
  after: undefined,
  data: undefined,
  companions: [],
  layout: [],
  failure,
});

function crashed(task: TransformTask, error: Error): TransformResult {
  const message = `${task.file}: the thread that worked on it stopped: ${error.message}`;
  return failed(task, { message, code: EXIT.unreadable });
}

/** Writes a result and what goes beside it; a result that cannot be written becomes a failure. Its bytes are let go. */
async function write(result: TransformResult, force: boolean): Promise<TransformResult> {
  const { output, data, companions, read } = result;
  if (!data) return result;
  const beside = companions.map(({ name, data: bytes }) => ({ file: join(dirname(output), name), data: bytes }));
  const files = [...beside, { file: output, data }];
  try {
    await checkOutputs(
      read,
      files.map(({ file }) => file),
      force,
    );
    await makeFolderOf(output);
    await writeTogether(files);
    await releaseSignals();
    return { ...result, data: undefined };
  } catch (error) {
    const { code, line: message } = explain(error);
    return failed(result, { message, code });
  }
}

function print(io: Io, { output, done, before, after, companions, layout, failure }: TransformResult): void {
  if (failure) io.stderr(`poise: ${failure.message}\n`);
  if (!done || !before || !after) return;
  printLine(io, `${output}: ${done.reason}`);
  for (const line of done.details) printLine(io, `  ${line}`);
  const words = (judged: typeof after): string =>
    `${plural(judged.errors, 'error')}, ${plural(judged.warnings, 'warning')}`;
  printLine(io, `  lint: ${words(before)} before; ${words(after)} after`);
  for (const { name } of companions) printLine(io, `  with it: ${name}`);
  for (const line of layout) printLine(io, `  ${line}`);
}

function closingLine(results: readonly TransformResult[]): string {
  const failures = results.filter(({ failure }) => failure).length;
  const done = results.filter((result) => result.done?.achieved).length;
  const partly = results.length - failures - done;
  const parts = [
    `${done} done`,
    ...(partly > 0 ? [`${partly} not as asked`] : []),
    ...(failures > 0 ? [`${failures} failed`] : []),
  ];
  return `${plural(results.length, 'file')}: ${parts.join(', ')}`;
}

/** A clip that is not as asked comes before a file that failed, as in lint: something was worked on and found wanting. */
function exitCodeOf(results: readonly TransformResult[]): ExitCode {
  if (results.some(({ done }) => done && !done.achieved)) return EXIT.findings;
  const [failure] = results.flatMap((result) => result.failure ?? []);
  if (!failure) return EXIT.fine;
  return results.length === 1 ? (failure.code as ExitCode) : EXIT.unreadable;
}
