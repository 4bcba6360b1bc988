import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../errors.ts';
import { type Io, printLine } from '../io.ts';
import { openBrowser } from '../studio/open-browser.ts';
import { serveStudio } from '../studio/server.ts';

const PORT = 4173;

interface StudioFlags {
  readonly port: number;
  readonly open: boolean;
}

/** In the package the pages lie beside the command line, in a checkout they are a package of their own. */
const PAGES = ['../../studio/', '../../../../studio/dist/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

function portOf(text: string): number {
  const port = Number(text);
  if (text.trim() !== '' && Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new InvalidArgumentError('Expected a number from 0 to 65535.');
}

export const addStudio = (program: Command, io: Io): Command =>
  program
    .command('studio')
    .description('start the studio and open it in the browser; Ctrl+C ends it')
    .option('--port <number>', 'port, or the next free one after it; 0: any', portOf, PORT)
    .option('--no-open', 'only print the address')
    .action((flags: StudioFlags) => runStudio(flags, io));

/** Serves until Ctrl+C or SIGTERM. */
async function runStudio({ port, open }: StudioFlags, io: Io): Promise<void> {
  const folder = PAGES.find((path) => existsSync(`${path}index.html`))?.replace(/[\\/]$/, '');
  if (folder === undefined) throw new UsageError('the studio is not built: run `npm run build` in the repository');
  const server = await serveStudio(folder, port);
  const instead = port !== 0 && server.port !== port ? ` (port ${port} is taken)` : '';
  printLine(io, `Poise is at ${server.address}${instead}`);
  printLine(io, 'It is served to this machine only. Ctrl+C ends it.');
  if (open) openBrowser(server.address, (line) => printLine(io, line));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await server.close();
}
