import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import { batchCommands } from '../batch/commands.ts';
import { type JobFile, parseJob } from '../batch/job.ts';
import { runLocal } from '../batch/local.ts';
import type { ExitCode } from '../exit-codes.ts';
import { readText } from '../files.ts';
import type { Io } from '../io.ts';
import { positive, wholePositive } from '../options.ts';

export const LONGEST_CLIP = 600; // [s]

const EXAMPLES = `
Examples:
  poise batch lint motions/ -o run --workers 4
  poise batch mend "takes/**/*.bvh" -o run --set skip=hands --resume
  poise batch job.json --resume
  poise batch mend s3://takes/2026/ -o run --upload s3://mended/2026
  poise batch job.json --shards 3/16        (one task of a cluster array)

docs/batch.md describes jobs, the folder of a run and the columns of its manifest.`;

/** Flags that say what is done, besides JOB.json. */
export interface JobFlags {
  readonly out?: string;
  readonly list?: string;
  readonly format?: string;
  readonly upload?: string;
  readonly set?: Readonly<Record<string, unknown>>;
}

interface BatchFlags extends JobFlags {
  readonly workers?: number;
  readonly limit?: number;
  readonly resume?: boolean;
  readonly shards?: { readonly index: number; readonly count: number };
}

/** Options that name the job. */
export const addJobOptions = (command: Command): Command =>
  command
    .argument('[job]', `job file (.json), or the command to run: ${batchCommands.map(({ id }) => id).join(', ')}`)
    .argument('[inputs...]', 'motion files, folders, quoted globs, or s3://bucket/folder addresses')
    .option('-o, --out <folder>', 'folder of the run: journal, manifest, log and written clips')
    .option('--list <file>', 'a manifest of another run, or a text with one path per line')
    .option('--format <extension>', 'format of the clips that are written: bvh, glb … (default: their own)')
    .option('--upload <address>', 'send clips and manifest to s3://bucket/folder when the run is complete')
    .option('--set <option=value>', 'an option of the command, as mass=62 or loop. Repeatable', setting);

/** Options of whoever works. */
export const addWorkerOptions = (command: Command): Command =>
  command
    .option('--workers <n>', 'worker threads (default: one per core)', wholePositive)
    .option('--limit <s>', `most seconds that one clip may take (default: ${LONGEST_CLIP})`, positive);

export function addBatch(program: Command, io: Io, setExitCode: (code: ExitCode) => void): Command {
  const command = program
    .command('batch')
    .description('run a command over very many clips, resumable after a crash, on one machine or many')
    .enablePositionalOptions();
  addWorkerOptions(addJobOptions(command))
    .option('--resume', 'go on with a run; rows that still hold are kept, failures are tried again')
    .option('--shards <i/n>', 'work on part i of n only; the last part that ends writes the manifest', part)
    .addHelpText('after', EXAMPLES)
    .action(async (job: string | undefined, inputs: readonly string[], flags: BatchFlags) => {
      const { workers = availableParallelism(), limit = LONGEST_CLIP, resume = false } = flags;
      const shard = flags.shards ?? { index: 0, count: 1 };
      setExitCode(await runLocal(io, await jobOf(job, inputs, flags), { workers, limit, resume, shard }));
    });
  return command;
}

/** The job file, with what flags say besides; or flags alone. Throws UsageError. */
export async function jobOf(job: string | undefined, inputs: readonly string[], flags: JobFlags): Promise<JobFile> {
  if (job === undefined) throw new UsageError('expected a job file, or a command and its files');
  const { out, list, format, upload, set } = flags;
  const isCommand = batchCommands.some(({ id }) => id === job);
  if (!isCommand && !job.toLowerCase().endsWith('.json')) {
    const known = batchCommands.map(({ id }) => id).join(', ');
    throw new UsageError(`expected a job file (.json) or one of ${known}, found "${job}"`);
  }
  const file: JobFile = isCommand ? { command: job } : parseJob(await readText(job), job);
  return {
    ...file,
    ...(inputs.length > 0 && { inputs }),
    ...(list !== undefined && { list }),
    ...(out !== undefined && { out }),
    ...(format !== undefined && { format }),
    ...(upload !== undefined && { upload }),
    options: { ...file.options, ...set },
  };
}

/** "skip=hands", or "loop" alone; an option that is given twice has both values. */
function setting(text: string, before: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  if (!/^[a-z][a-zA-Z-]*$/.test(name)) throw new InvalidArgumentError('Expected option=value, as mass=62.');
  const value = at < 0 ? true : text.slice(at + 1);
  const known = Object.hasOwn(before, name) ? before[name] : undefined;
  return { ...before, [name]: known === undefined ? value : [known, value].flat() };
}

function part(text: string): { readonly index: number; readonly count: number } {
  const match = /^(\d+)\/(\d+)$/.exec(text.trim());
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || !(index >= 1 && index <= count))
    throw new InvalidArgumentError('Expected a part and a number, as 3/16.');
  return { index: index - 1, count };
}
