import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Io } from '../io.ts';
import { serveMcp } from '../mcp/server.ts';

interface ServeFlags {
  readonly mcp?: boolean;
  readonly folder: string;
}

/** `run`: the command line itself, which the tools are made of. */
export function addServe(program: Command, io: Io, run: (argv: readonly string[], io: Io) => Promise<number>): void {
  program
    .command('serve')
    .description('let agents use the commands: Model Context Protocol over standard input and output')
    .option('--mcp', 'the Model Context Protocol, one JSON message per line')
    .option('--folder <path>', 'the only folder whose files may be read and written', '.')
    .action(async ({ mcp, folder }: ServeFlags) => {
      if (!mcp) throw new UsageError('missing --mcp');
      const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
      await serveMcp(lines, (line) => io.stdout(`${line}\n`), { folder, run });
    });
}
