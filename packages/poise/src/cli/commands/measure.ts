import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { measures } from '../../measures/published.ts';
import { EXIT, type ExitCode, explain } from '../exit-codes.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { personOf } from '../judge.ts';
import { expandFiles } from '../lint/expand-files.ts';
import { createProgress } from '../lint/progress.ts';
import { loadClip } from '../load.ts';
import { CAPTURED, CAPTURED_SHARES } from '../measure/captured.ts';
import { type MeasuredTake, measureFile, OWN_MEASURES } from '../measure/measure-file.ts';
import { addBodyOptions, addBorderOptions, type BodyFlags, type BorderFlags } from '../options.ts';
import { fixed, table } from '../text.ts';

interface MeasureFlags extends BorderFlags, BodyFlags {
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly reference?: string;
  readonly list?: boolean;
  readonly captures?: boolean;
}

export function addMeasure(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('measure')
    .argument('[files...]', 'motion files, folders or quoted globs')
    .description('compute published measures of motion quality: foot skate, floating, penetration, jitter')
    .option('--json', 'print JSON')
    .addOption(new Option('--csv', 'print comma-separated values'))
    .option('--reference <file>', 'the motion that was asked for, for measures that need one')
    .option('--captures', 'add rows to --json and --csv: what captured people show (the table always does)')
    .option('--list', 'print the measures, their definitions and sources');
  addBodyOptions(addBorderOptions(command, 'all')).action(async (patterns: string[], flags: MeasureFlags) => {
    if (flags.list) listMeasures(io, flags.json ?? false);
    else setExitCode(await measureFiles(patterns, flags, io));
  });
}

function listMeasures(io: Io, json: boolean): void {
  const listed = measures.map(({ of: _, ...measure }) => measure);
  if (json) {
    printJson(io, listed);
    return;
  }
  for (const { id, unit, definition, source } of listed) {
    printLine(io, `${id}${unit ? ` [${unit}]` : ''}: ${definition}\n  ${source}`);
  }
}

async function measureFiles(patterns: readonly string[], flags: MeasureFlags, io: Io): Promise<ExitCode> {
  if (flags.json && flags.csv) throw new UsageError('--json and --csv exclude one another');
  if (patterns.length === 0) throw new UsageError('expected motion files, folders or globs');
  const files = await expandFiles(patterns, (text) => io.stderr(`poise: ${text}\n`));
  const asked = flags.reference === undefined ? undefined : await loadClip(flags.reference, flags);
  const reference = asked && { clip: asked.clip, body: personOf(asked.clip, flags) };
  const progress = createProgress(io, files.length);
  const rows: MeasuredTake[] = [];
  let failed = 0;
  for (const [i, file] of files.entries()) {
    try {
      await measureFile(file, flags, reference, (take) => rows.push(take));
    } catch (error) {
      failed++;
      progress.clear();
      io.stderr(`poise: ${explain(error).line}\n`);
    }
    progress.show(i + 1);
  }
  progress.clear();
  const shown = flags.captures ? [...rows, ...capturedRows()] : rows;
  if (flags.json)
    printJson(
      io,
      shown.map(({ file, animation, values }) => ({ file, animation, ...values })),
    );
  else if (flags.csv) printCsv(io, shown);
  else printTable(io, rows);
  return failed > 0 ? EXIT.unreadable : EXIT.fine;
}

const IDS: readonly string[] = [...measures.map(({ id }) => id), ...OWN_MEASURES.map(({ id }) => id)];

/** What captured people show, as if it were files. */
const capturedRows = (): readonly MeasuredTake[] =>
  CAPTURED_SHARES.map((share, k) => ({
    file: `captures, ${share}`,
    animation: '',
    values: Object.fromEntries(Object.entries(CAPTURED).map(([id, values]) => [id, values[k]])),
  }));

function printCsv(io: Io, rows: readonly MeasuredTake[]): void {
  const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  printLine(io, ['file', 'animation', ...IDS].join(','));
  for (const { file, animation, values } of rows) {
    const numbers = IDS.map((id) => (values[id] === undefined ? '' : String(Number(values[id].toPrecision(6)))));
    printLine(io, [quoted(file), quoted(animation), ...numbers].join(','));
  }
}

function printTable(io: Io, rows: readonly MeasuredTake[]): void {
  for (const { file, animation, values } of rows) {
    printLine(io, animation ? `${file} "${animation}"` : file);
    const lines = [...measures, ...OWN_MEASURES].flatMap(({ id, title, unit }) =>
      values[id] === undefined
        ? []
        : [[`  ${id}`, fixed(values[id], 3), rangeOf(id), `${unit}${unit ? ', ' : ''}${title}`]],
    );
    printLine(io, table(lines));
  }
}

/** "0.010–0.91", where nine captures of ten lie. */
function rangeOf(id: string): string {
  const shares = CAPTURED[id];
  return shares ? `(captures ${shares[0]}–${shares[2]})` : '';
}
