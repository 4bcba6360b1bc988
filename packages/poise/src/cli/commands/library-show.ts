import type { Command } from 'commander';
import { STRATEGIES } from '../../methods/push-response/response.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { builtInLibrary } from '../library/built-in.ts';
import { libraryCommand } from '../library/library-command.ts';
import { loadLibrary } from '../library/load-library.ts';
import { responseRow, responseTable } from '../library/response-table.ts';
import { plural } from '../text.ts';

/** `poise library show`: what a library holds. */
export function addLibraryShow(program: Command, io: Io): void {
  libraryCommand(program)
    .command('show')
    .argument('[file]', 'library; the built-in one when absent')
    .description('list the responses of a library: strategy, direction, impulse')
    .option('--json', 'print JSON')
    .action(async (file: string | undefined, flags: { readonly json?: boolean }) => {
      const library = file === undefined ? await builtInLibrary() : await loadLibrary(file);
      const rows = library.responses.map(responseRow);
      const { name, body, version } = library;
      if (flags.json) {
        printJson(io, { name, body, version, responses: rows });
        return;
      }
      const counts = STRATEGIES.map(
        (strategy) => `${rows.filter((row) => row.strategy === strategy).length} ${strategy}`,
      );
      printLine(io, `${name} (${body}): ${plural(rows.length, 'response')}: ${counts.join(', ')}`);
      printLine(io, responseTable(rows));
    });
}
