/** One file of a batch: read, hashed, worked on. Runs in a worker thread; the main thread writes. */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { RigError } from '../../errors.ts';
import { extensionOf } from '../../motion/formats/index.ts';
import { EXIT, explain } from '../exit-codes.ts';
import { readFound } from '../files.ts';
import type { FileToWrite } from '../writing/write-files.ts';
import { batchCommandNamed, type ClipOutcome } from './commands.ts';
import { type BatchRow, type RowOutput, rowId, sha256 } from './row.ts';

export interface ClipTask {
  readonly command: string;
  readonly root: string; // folder of the inputs
  readonly file: string; // from there
  readonly options: unknown; // flags of the command and, of lint, the settings of this file
  readonly optionHash: string; // of files that the options name
  readonly outputs: string; // folder of the outputs
  readonly output: string | undefined; // the file to write, from there
  readonly known: BatchRow | undefined; // what an earlier run says of this file
}

export interface ClipResult {
  readonly row: BatchRow;
  readonly kept: boolean; // the row is the one that was known
  readonly files: readonly FileToWrite[];
  readonly seconds: number; // of work
}

/** Never throws: one bad file must not stop the rest. */
export async function workOnClip(task: ClipTask): Promise<ClipResult> {
  const began = performance.now();
  const result = await resultOf(task);
  return { ...result, seconds: (performance.now() - began) / 1000 };
}

async function resultOf(task: ClipTask): Promise<Omit<ClipResult, 'seconds'>> {
  const { command, root, file, known } = task;
  const place = join(root, file);
  let data: Uint8Array;
  try {
    data = await readFound(place);
  } catch (error) {
    return refusal(task, '', error);
  }
  const id = rowId(data, extensionOf(file).toLowerCase(), command, [task.options, task.optionHash]);
  if (known?.id === id && (await holds(known, task))) {
    return { row: known, kept: true, files: [] };
  }
  try {
    const output = task.output === undefined ? undefined : join(task.outputs, task.output);
    const outcome = await batchCommandNamed(command).work({ file: place, output, options: task.options });
    return { row: await rowOf(task, id, outcome), kept: false, files: outcome.files };
  } catch (error) {
    return refusal(task, id, error);
  }
}

async function rowOf(task: ClipTask, id: string, outcome: ClipOutcome): Promise<BatchRow> {
  const { files, read, message, ...rest } = outcome;
  const further: Record<string, string> = {};
  for (const path of read.filter((each) => each !== join(task.root, task.file)).sort()) {
    further[fromRoot(path, task.root)] = sha256(await readFound(path));
  }
  const outputs = files.map(({ file, data }): RowOutput => {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    return { file: fromRoot(file, task.outputs), sha256: sha256(bytes), bytes: bytes.length };
  });
  return {
    id,
    file: task.file,
    ...rest,
    ...(message !== undefined && { message: withoutRoot(message, task) }),
    ...(outputs.length > 0 && { outputs }),
    ...(Object.keys(further).length > 0 && { reads: further }),
  };
}

/** A file that cannot be read has no bytes; its id is that of its name. A defect of Poise may be mended: another try makes sense. */
function refusal(task: ClipTask, found: string, error: unknown): Omit<ClipResult, 'seconds'> {
  const { code, line } = explain(error);
  const id = found || sha256(`unreadable:${task.file}`);
  const status = error instanceof RigError ? 'skipped' : found === '' || code === EXIT.defect ? 'failed' : 'refused';
  const row: BatchRow = { id, file: task.file, status, message: withoutRoot(line, task), clips: [] };
  return { row, kept: false, files: [] };
}

/** Is all that a row rests on, and all that it speaks of, as it was? */
async function holds(row: BatchRow, { root, outputs }: ClipTask): Promise<boolean> {
  const same = async (path: string, hash: string): Promise<boolean> =>
    readFound(path).then(
      (data) => sha256(data) === hash,
      () => false,
    );
  for (const [path, hash] of Object.entries(row.reads ?? {})) if (!(await same(join(root, path), hash))) return false;
  for (const output of row.outputs ?? []) if (!(await same(join(outputs, output.file), output.sha256))) return false;
  return true;
}

const slashes = (path: string): string => path.replaceAll('\\', '/');

const fromRoot = (path: string, root: string): string =>
  path.startsWith(root) ? slashes(path.slice(root.length).replace(/^[\\/]+/, '')) : slashes(path);

/** Messages begin with the file as it was opened; in a manifest it is the file as the job knows it. */
const withoutRoot = (message: string, { root, file, outputs }: ClipTask): string =>
  message.replaceAll(join(root, file), file).replaceAll(`${outputs}/`, '').replaceAll(`${root}/`, '');
