/** Entry of the `poise` command; bin/poise.js imports the built form of this file. */
import { fstatSync, writeSync } from 'node:fs';
import { EXIT } from './exit-codes.ts';
import { fileError } from './files.ts';
import { run } from './run.ts';

const DEFAULT_COLUMNS = 100;
const STDOUT = 1;
const LINGER = 3000; // [ms]

export async function main(): Promise<void> {
  const out = openStandardOutput();
  process.stderr.on('error', () => {}); // nobody is left to be told
  const code = await run(process.argv.slice(2), {
    stdout: out.write,
    stderr: (text) => process.stderr.write(text),
    terminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
  });
  const failure = await out.failure();
  if (failure !== undefined) process.stderr.write(`poise: ${fileError('standard output', failure).message}\n`);
  process.exitCode = failure === undefined ? code : EXIT.unreadable;
  // A worker's connection to a Redis that went away can stay open after all is done; it must not keep the process.
  if (process.argv[2] === 'batch') setTimeout(() => process.exit(), LINGER).unref();
}

interface StandardOutput {
  readonly write: (text: string) => void;
  /** Why not everything was written. A reader that closes early (`poise … | head`) is no failure: files are still written, the exit
   *  code still tells. */
  readonly failure: () => Promise<unknown>;
}

function openStandardOutput(): StandardOutput {
  let failure: unknown;
  const note = (error: unknown): void => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') failure ??= error;
  };
  process.stdout.on('error', note);
  if (!isFile(STDOUT)) {
    const flushed = (): Promise<void> => new Promise((resolve) => process.stdout.write('', () => resolve()));
    return {
      write: (text) => process.stdout.write(text),
      failure: async () => {
        await flushed();
        return failure;
      },
    };
  }
  // Node writes to a file once and passes over what did not fit: the last bytes of a disk would hide that it is full
  const write = (text: string): void => {
    if (failure !== undefined) return;
    const bytes = new TextEncoder().encode(text);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(STDOUT, bytes, done);
    } catch (error) {
      note(error);
    }
  };
  return { write, failure: async () => failure };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
