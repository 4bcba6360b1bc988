import type { Command } from 'commander';
import { methods } from '../../methods/index.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { table } from '../text.ts';

export function addMethods(program: Command, io: Io): void {
  program
    .command('methods')
    .description('list the methods that mend motions or answer pushes, with their papers')
    .option('--json', 'print JSON')
    .action(({ json }: { readonly json?: boolean }) => {
      const rows = methods.map(({ id, title, summary, paper, start }) => ({
        id,
        title,
        summary,
        paper: paper ?? null,
        online: start !== undefined, // answers pushes while they happen
      }));
      if (json) printJson(io, rows);
      else printLine(io, table(rows.map(({ id, paper, summary }) => [id, paper ?? 'Poise', summary])));
    });
}
