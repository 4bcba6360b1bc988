/** Entry of the `poise` command; bin/poise.js imports the built form of this file. */
import { run } from './run.ts';

const DEFAULT_COLUMNS = 100;

export async function main(): Promise<void> {
  // A reader that closes early (`poise … | head`, `poise … 2>&1 | head`) is no error: files are still written, the exit code still tells.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  process.exitCode = await run(process.argv.slice(2), {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    terminal: process.stderr.isTTY === true,
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
  });
}
