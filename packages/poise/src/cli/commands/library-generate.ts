import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fitBody } from '../../balance/fit-body.ts';
import { SEARCH_DEFAULTS, searchWayUp } from '../../control/rise/search.ts';
import { printWayUp } from '../../control/rise/way-file.ts';
import { printLibrary } from '../../methods/push-response/library-file.ts';
import { MANNEQUIN_DEFAULTS, type MannequinOptions } from '../../performer/mannequin/skeleton.ts';
import { perform } from '../../performer/motion.ts';
import { idle } from '../../performer/motions/idle.ts';
import { unpackLibrary } from '../../performer/responses/compact.ts';
import { resolveBody } from '../../performer/responses/library.ts';
import { libraryPlan } from '../../performer/responses/library-plan.ts';
import { checkFolders, checkOutputs, STANDARD_OUTPUT } from '../files.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { libraryCommand } from '../library/library-command.ts';
import { kindOf, type PerformedLibrary, performLibrary } from '../library/perform-library.ts';
import { createShareBar } from '../lint/progress.ts';
import { positive, wholePositive } from '../options.ts';
import { plural, table } from '../text.ts';
import { writeWhole } from '../writing/write-files.ts';

interface GenerateFlags {
  readonly out: string;
  readonly height?: number;
  readonly mass?: number;
  readonly sex?: 'female' | 'male';
  readonly only?: readonly string[];
  readonly compact?: boolean;
  readonly threads?: number;
  readonly getUp?: true | number;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  poise library generate -o mine.poise.json --height 1.62 --mass 55
  poise library generate --compact -o push-library.json
  poise library generate --get-up --height 1.2 -o child.way-up.json`;

const KINDS: readonly string[] = [...new Set(libraryPlan().map(({ name }) => kindOf(name)))];

/** A list of kinds, or commander's own message. */
function kinds(text: string): readonly string[] {
  const wanted = text.split(',');
  const wrong = wanted.find((kind) => !KINDS.includes(kind));
  if (wrong !== undefined)
    throw new InvalidArgumentError(`There is no kind "${wrong}"; there are ${KINDS.join(', ')}.`);
  return wanted;
}

/** `poise library generate`: the library that Poise performs itself, for any body. */
export function addLibraryGenerate(program: Command, io: Io): void {
  libraryCommand(program)
    .command('generate')
    .description('make the built-in push responses for a body and write them as a library')
    .option('-o, --out <file>', 'library to write', 'responses.poise.json')
    .option('--height <m>', `stature (default: ${MANNEQUIN_DEFAULTS.height})`, positive)
    .option('--mass <kg>', 'body mass (default: from stature)', positive)
    .addOption(new Option('--sex <sex>', 'proportions (default: mean)').choices(['female', 'male']))
    .option('--only <kinds>', `some kinds only: ${KINDS.join(',')}`, kinds)
    .option('--compact', 'write the short form, which only the same version of Poise reads')
    .option('--threads <n>', 'how many threads perform (default: as many as the machine has)', wholePositive)
    .option(
      '--get-up [rounds]',
      `search for a way of getting up instead, for so many rounds of CMA-ES (default: ${SEARCH_DEFAULTS.generations})`,
      wholePositive,
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: GenerateFlags) =>
      flags.getUp ? generateWayUp(flags, flags.getUp, io) : generate(flags, io),
    );
}

const bodyOf = ({ height, mass, sex }: GenerateFlags): MannequinOptions =>
  resolveBody({ ...(height !== undefined && { height }), ...(mass !== undefined && { mass }), ...(sex && { sex }) });

/** A way up for the body, some minutes of work. */
async function generateWayUp(flags: GenerateFlags, rounds: true | number, io: Io): Promise<void> {
  const { out } = flags;
  const size = bodyOf(flags);
  await checkOutputs([], [out, ...(flags.json ? [STANDARD_OUTPUT] : [])]);
  await checkFolders([out]); // before the work
  const generations = rounds === true ? SEARCH_DEFAULTS.generations : rounds;
  const bar = createShareBar(io, 'searching');
  const clip = perform(idle, { body: size });
  const { way, price, before } = searchWayUp(fitBody(clip, size), {
    generations,
    onProgress: (done) => bar.show(done / generations),
  });
  bar.clear();
  const text = printWayUp({ body: { height: size.height, mass: size.mass }, price, way });
  if (out === STANDARD_OUTPUT) {
    io.stdout(text);
    return;
  }
  await writeWhole(out, text);
  if (flags.json) printJson(io, { output: out, body: size, price, before });
  else {
    const who = `${size.height} m, ${size.mass.toFixed(1)} kg`;
    printLine(io, `${out}: a way up for ${who}; price ${price.toFixed(2)}, the built-in one's ${before.toFixed(2)}`);
  }
}

async function generate(flags: GenerateFlags, io: Io): Promise<void> {
  const { out } = flags;
  const body = bodyOf(flags);
  await checkOutputs([], [out, ...(flags.json ? [STANDARD_OUTPUT] : [])]);
  await checkFolders([out]); // before the work
  const bar = createShareBar(io, 'performing');
  // Workers are built files; sources that run unbuilt do the work themselves.
  const most = import.meta.url.endsWith('.ts') ? 1 : (flags.threads ?? availableParallelism());
  const performed = await performLibrary(body, most, (done, of) => bar.show(done / of), flags.only);
  bar.clear();
  const text = flags.compact ? performed.text : printLibrary(unpackLibrary(performed.text, out));
  if (out === STANDARD_OUTPUT) {
    io.stdout(text);
    return;
  }
  await writeWhole(out, text);
  report(io, flags, body, performed);
}

function report(io: Io, flags: GenerateFlags, body: MannequinOptions, { kept, dropped }: PerformedLibrary): void {
  const counts = countByKind(kept, dropped);
  if (flags.json) {
    printJson(io, { output: flags.out, body, responses: kept.length, dropped, kinds: counts });
    return;
  }
  printLine(io, `${flags.out}: ${plural(kept.length, 'response')} for ${body.height} m, ${body.mass.toFixed(1)} kg`);
  printLine(io, table(Object.entries(counts).map(([kind, { kept: n, of }]) => [kind, `${n} of ${of}`])));
  for (const { name, failures } of dropped) printLine(io, `left out: ${name} (${failures.join(', ')})`);
}

/** How many of each kind ('hip', 'step1' …) were asked for and kept. */
function countByKind(kept: readonly string[], dropped: readonly { readonly name: string }[]) {
  const counts: Record<string, { kept: number; of: number }> = {};
  const count = (name: string, good: 0 | 1): void => {
    const kind = kindOf(name);
    counts[kind] ??= { kept: 0, of: 0 };
    counts[kind].kept += good;
    counts[kind].of++;
  };
  for (const name of kept) count(name, 1);
  for (const { name } of dropped) count(name, 0);
  return counts;
}
