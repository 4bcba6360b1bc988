import { basename } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { FormatError, RigError, UsageError } from '../../errors.ts';
import { relabel } from '../../methods/push-response/build-response.ts';
import { type Captured, responsesIn } from '../../methods/push-response/capture.ts';
import type { ClassifyOptions } from '../../methods/push-response/classify.ts';
import { type Response, STRATEGIES, type Strategy } from '../../methods/push-response/response.ts';
import { explain, FileError } from '../exit-codes.ts';
import { checkFolders, checkNamed, checkOutputs } from '../files.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { personOf } from '../judge.ts';
import { libraryCommand } from '../library/library-command.ts';
import { responseRow, responseTable } from '../library/response-table.ts';
import { streamLibrary } from '../library/stream-library.ts';
import { expandFiles } from '../lint/expand-files.ts';
import { createProgress } from '../lint/progress.ts';
import { loadClips, wantedTakes } from '../load.ts';
import {
  addBodyOptions,
  addBorderOptions,
  type BodyFlags,
  type BorderFlags,
  borderOptions,
  positive,
} from '../options.ts';
import { plural } from '../text.ts';

interface BuildFlags extends BorderFlags, BodyFlags {
  readonly out: string;
  readonly name?: string;
  readonly label?: ReadonlyMap<string, Strategy>;
  readonly stepLength?: number;
  readonly armSpeed?: number;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise library build pushes/*.bvh -o mine.poise.json
  poise library build session.bvh -o mine.poise.json --label "session 3=arm"`;

/** One --label argument: "name=strategy". */
function label(text: string, before: ReadonlyMap<string, Strategy> = new Map()): ReadonlyMap<string, Strategy> {
  const [, name, word] = /^(.+)=(\w+)$/.exec(text) ?? [];
  const strategy = STRATEGIES.find((known) => known === word);
  if (name === undefined || !strategy) {
    throw new InvalidArgumentError(`Expected a response and hip, arm or step, as in "session 3=arm".`);
  }
  return new Map([...before, [name, strategy]]);
}

/** `poise library build`: push responses found in recordings. */
export function addLibraryBuild(program: Command, io: Io): void {
  const command = libraryCommand(program)
    .command('build')
    .argument('<files...>', 'recordings of people who are pushed: files, folders or quoted globs')
    .description('find the push responses in recordings and write them as a library')
    .requiredOption('-o, --out <file>', 'library to write, *.poise.json')
    .option('--name <text>', 'name of the library (default: that of the file)')
    .option('--label <name=strategy>', 'say what a response is: hip, arm or step. Repeatable', label)
    .option('--step-length <m>', 'a foot set down this far away has stepped (default: 0.06)', positive)
    .option('--arm-speed <rad/s>', 'an arm faster than this is a strategy of its own (default: 5.5)', positive)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES);
  addBodyOptions(addBorderOptions(command, 'all')).action(async (patterns: string[], flags: BuildFlags) => {
    await build(patterns, flags, io);
  });
}

interface FileReport {
  readonly file: string;
  readonly responses: readonly ReturnType<typeof responseRow>[];
  readonly rejected: Captured['rejected'];
  readonly error?: string;
}

async function build(patterns: readonly string[], flags: BuildFlags, io: Io): Promise<void> {
  checkNamed('-o', flags.out); // a library grows in its file
  const files = await expandFiles(patterns, (text) => io.stderr(`poise: ${text}\n`));
  await checkOutputs(files, [flags.out]);
  await checkFolders([flags.out]);
  const name = flags.name ?? basename(flags.out).replace(/(\.poise)?\.json$/, '');
  const stream = await streamLibrary(flags.out, name, 'captured people');
  const bar = createProgress(io, files.length);
  const reports: FileReport[] = [];
  const unused = new Set(flags.label?.keys());
  try {
    for (const file of files) {
      reports.push(await addFile(file, flags, unused, stream.add));
      bar.show(reports.length);
    }
    bar.clear();
    for (const { error } of reports) if (error !== undefined) io.stderr(`poise: ${error}\n`);
    if (unused.size > 0) {
      throw new UsageError(`--label: there is no response "${[...unused].join('", "')}"`);
    }
    if (reports.every(({ responses }) => responses.length === 0)) throw nothingFound(reports);
    await stream.close();
  } catch (error) {
    await stream.discard();
    throw error;
  }
  if (flags.json) printJson(io, { output: flags.out, name, files: reports });
  else print(io, flags.out, reports);
}

/** Files that cannot be read are another failure than files without a response. */
function nothingFound(reports: readonly FileReport[]): Error {
  const count = plural(reports.length, 'file');
  return reports.every(({ error }) => error !== undefined)
    ? new FileError(`no person could be read from ${count}; nothing was written`)
    : new UsageError(`no push response was found in ${count}; nothing was written`);
}

/** Only one recording is in memory at a time. A file without a person does not stop the rest. */
async function addFile(
  file: string,
  flags: BuildFlags,
  unused: Set<string>,
  add: (response: Response) => Promise<void>,
): Promise<FileReport> {
  const rows: ReturnType<typeof responseRow>[] = [];
  const rejected: Captured['rejected'][number][] = [];
  try {
    const clips = await loadClips(file, await borderOptions(flags));
    for (const clip of wantedTakes(clips, file, flags.animation)) {
      const found = responsesIn(clip, {
        name: basename(file).replace(/\.[^.]+$/, ''),
        body: personOf(clip, flags),
        classify: thresholds(flags),
      });
      rejected.push(...found.rejected);
      for (const response of found.responses) {
        const asked = flags.label?.get(response.name);
        unused.delete(response.name);
        const kept = asked ? relabel(response, asked) : response;
        await add(kept);
        rows.push(responseRow(kept));
      }
    }
    return { file, responses: rows, rejected };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof RigError)) throw error;
    return { file, responses: rows, rejected, error: explain(error).line };
  }
}

const thresholds = ({ stepLength, armSpeed }: BuildFlags): Partial<ClassifyOptions> => ({
  ...(stepLength !== undefined && { stepLength }),
  ...(armSpeed !== undefined && { armSpeed }),
});

function print(io: Io, out: string, reports: readonly FileReport[]): void {
  for (const { file, responses, rejected } of reports.filter(({ error }) => error === undefined)) {
    const passed = rejected.filter(({ reason }) => reason !== 'hardly moves').length;
    const more = passed > 0 ? `, ${passed} passed over` : '';
    printLine(io, `${file}: ${plural(responses.length, 'response')}${more}`);
  }
  const all = reports.flatMap(({ responses }) => responses);
  printLine(io, responseTable(all));
  printLine(io, `${out}: ${plural(all.length, 'response')}`);
}
