/** What a batch does: read from JOB.json or flags, checked, and kept in the folder of the run. */
import { Command, CommanderError } from 'commander';
import { UsageError } from '../../errors.ts';
import { shown } from '../../motion/data-node.ts';
import { readBytes, readText } from '../files.ts';
import { parseAs, type Schema } from '../lint/json-schema.ts';
import { VERSION } from '../version.ts';
import { writeWhole } from '../writing/write-files.ts';
import { batchCommandNamed, batchCommands } from './commands.ts';
import { sha256 } from './row.ts';

/** As people write it. */
export interface JobFile {
  readonly command: string;
  readonly inputs?: readonly string[];
  readonly list?: string;
  readonly out?: string;
  readonly format?: string;
  readonly upload?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const scalar: readonly Schema[] = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }];

const jobSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'job of poise batch',
  type: 'object',
  additionalProperties: false,
  required: ['command'],
  properties: {
    $schema: { type: 'string' },
    command: { enum: batchCommands.map(({ id }) => id), description: 'what is done to every file' },
    inputs: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'files, folders, globs, s3:// addresses',
    },
    list: { type: 'string', minLength: 1, description: 'a file that lists inputs: a manifest, or one path per line' },
    out: { type: 'string', minLength: 1, description: 'the folder of the run' },
    format: { type: 'string', minLength: 1, description: 'format of the files that are written, as bvh' },
    upload: { type: 'string', minLength: 1, description: 's3:// address to which clips and manifest are uploaded' },
    options: { type: 'object', description: 'options of the command, by their long names without the dashes' },
  },
};

export const parseJob = (text: string, file: string): JobFile => parseAs<JobFile>(text, file, jobSchema, 'a job');

/** What decides the rows; kept in the folder of the run. */
export interface Job {
  readonly version: string;
  readonly command: string;
  readonly flags: Readonly<Record<string, unknown>>; // options as the command parses them
  readonly optionHash: string; // of files that the options name
  readonly format: string | undefined;
  readonly root: string; // folder of the inputs
  readonly shards: number;
  readonly upload?: string | undefined; // where clips and manifest go when the run is complete
}

/** Options that name a file whose content counts. */
const OPTION_FILES = ['roles', 'library'] as const;

/** Options of a job as flags of its command, checked where the command itself checks them. Throws UsageError. */
export function jobFlags(id: string, options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { addOptions, check } = batchCommandNamed(id);
  const command = addOptions(new Command(id))
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} });
  try {
    command.parse(Object.entries(options).flatMap(words), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw new UsageError(`options of ${id}: ${said(error.message)}`);
    throw error;
  }
  if (command.args.length > 0) throw new UsageError(`options of ${id}: found "${command.args[0]}"`);
  const flags = command.opts<Record<string, unknown>>();
  check?.(flags as never);
  return flags;
}

const said = (message: string): string => message.replace(/^error: /, '');

/** One option as the command line would have it. Throws UsageError for a value that no option has. */
function words([name, value]: readonly [string, unknown]): readonly string[] {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return [flag];
  if (value === false) return [`--no-${flag.slice(2)}`];
  if (Array.isArray(value) && !value.some(Array.isArray)) return value.flatMap((item) => words([name, item]));
  if (typeof value === 'string' || typeof value === 'number') return [`${flag}=${value}`];
  const expected = scalar.map(({ type }) => type).join(', ');
  throw new UsageError(`options: ${name}: expected ${expected} or a list of them, found ${shown(value)}`);
}

export async function createJob(file: JobFile, root: string, shards: number): Promise<Job> {
  const flags = jobFlags(file.command, file.options ?? {});
  const named = OPTION_FILES.flatMap((name) => (typeof flags[name] === 'string' ? [flags[name]] : []));
  const hashes = await Promise.all(named.map(async (path) => sha256(await readBytes(path))));
  const { command, format, upload } = file;
  return { version: VERSION, command, flags, optionHash: hashes.join(), format, root, shards, upload };
}

export const writeJob = (file: string, job: Job): Promise<void> =>
  writeWhole(file, `${JSON.stringify(job, undefined, 2)}\n`);

const MOST_SHARDS = 1_000_000;

const runJobSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'command', 'flags', 'optionHash', 'root', 'shards'],
  properties: {
    version: { type: 'string' },
    command: { enum: batchCommands.map(({ id }) => id) },
    flags: { type: 'object' },
    optionHash: { type: 'string' },
    format: { type: 'string', minLength: 1 },
    root: { type: 'string', minLength: 1 },
    shards: { type: 'integer', minimum: 1 },
    upload: { type: 'string', minLength: 1 },
  },
};

/** The job of a run, or undefined where there is none. Throws UsageError for a file that holds something else. */
export async function readJob(file: string): Promise<Job | undefined> {
  const text = await readText(file).catch(() => undefined);
  if (text === undefined) return undefined;
  const job = parseAs<Job>(text, file, runJobSchema, 'the job of a batch');
  if (job.shards > MOST_SHARDS) {
    throw new UsageError(`${file}: /shards: expected at most ${MOST_SHARDS}, found ${job.shards}`);
  }
  return job;
}

/** Refuses to mix two jobs in one folder. Throws UsageError. */
export function checkSameJob(found: Job, wanted: Job, folder: string): void {
  const keys = ['version', 'command', 'flags', 'optionHash', 'format', 'root', 'shards'] as const;
  const other = keys.find((key) => JSON.stringify(found[key]) !== JSON.stringify(wanted[key]));
  if (other === undefined) return;
  const values = `${JSON.stringify(found[other])} there, ${JSON.stringify(wanted[other])} here`;
  throw new UsageError(`${folder} holds another job (${other}: ${values}); give the run another folder`);
}
