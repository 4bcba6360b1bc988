import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { writableFormat } from '../../motion/formats/index.ts';
import { NUMPY_LAYOUTS } from '../../motion/formats/numpy/write.ts';
import { takeName } from '../../report/describe-clip.ts';
import { type ConvertClipFlags, type Converted, convertClip, convertOptions } from '../convert/convert-clip.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { addBorderOptions, notNegative, positive, unit } from '../options.ts';
import { fixed, plural } from '../text.ts';
import { writeMotions } from '../write-motion.ts';

interface ConvertFlags extends ConvertClipFlags {
  readonly out?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addConvert(program: Command, io: Io): void {
  const command = program
    .command('convert')
    .argument('<files...>', 'motion file to read and file to write; with -o: any number of files to read')
    .description('convert a clip to another format; cut, resample or mirror it; join several clips in one file');
  addConvertOptions(command)
    .option(
      '-o, --out <file>',
      'motion file to write; its extension says which format. .glb, .gltf and .fbx hold several clips',
    )
    .option('--force', 'allow writing over the input')
    .option('--json', 'print JSON')
    .action(async (files: readonly string[], flags: ConvertFlags) => await convert(io, files, flags));
}

/** Options that decide how a clip is read, edited and written. */
export const addConvertOptions = (command: Command): Command =>
  addBorderOptions(command)
    .option('--fps <rate>', 'resample to this frame rate', positive)
    .option('--start <s>', 'cut before this time', notNegative)
    .option('--end <s>', 'cut after this time', notNegative)
    .option('--out-unit <unit>', 'length unit of a new file (default: as usual for the format)', unit)
    .addOption(
      new Option(
        '--layout <name>',
        'arrangement of the arrays of an .npz or .npy (default: as in its own file, or the first that fits)',
      ).choices(NUMPY_LAYOUTS),
    )
    .option('--mirror', 'exchange left and right');

async function convert(io: Io, files: readonly string[], flags: ConvertFlags): Promise<void> {
  const { inputs, output } = placesOf(files, flags.out);
  const target = writableFormat(output);
  const converted: Converted[] = [];
  for (const input of inputs) converted.push(await convertClip(input, flags, target, inputs.length === 1));
  const clips = converted.map(({ clip }) => clip);
  const read = converted.flatMap((each) => each.read);
  const notes = await writeMotions(clips, output, { read, force: flags.force ?? false }, convertOptions(flags));
  if (flags.json) printJson(io, asJson(converted, output, target.id, notes));
  else printConverted(io, converted, output, target.title, notes);
}

/** IN OUT, or any number of files and -o. */
function placesOf(files: readonly string[], out: string | undefined): { inputs: readonly string[]; output: string } {
  if (out !== undefined) return { inputs: files, output: out };
  if (files.length === 2) return { inputs: files.slice(0, 1), output: files[1]! };
  const wanted = files.length < 2 ? `poise convert ${files[0]} OUT` : `poise convert ${files[0]} … -o OUT`;
  throw new UsageError(`expected a file to write: ${wanted}`);
}

function asJson(converted: readonly Converted[], output: string, format: string, notes: readonly string[]) {
  const one = ({ input, clip, lost }: Converted) => ({
    input,
    output,
    format,
    frames: clip.frameCount,
    fps: 1 / clip.frameTime,
    notes,
    lost,
  });
  if (converted.length === 1) return one(converted[0]!);
  return { output, format, notes, animations: converted.map((each) => ({ ...one(each), notes: undefined })) };
}

function printConverted(
  io: Io,
  converted: readonly Converted[],
  output: string,
  title: string,
  notes: readonly string[],
): void {
  const what = ({ clip }: Converted): string =>
    `${plural(clip.frameCount, 'frame')} at ${fixed(1 / clip.frameTime, 2)} per second`;
  if (converted.length === 1) {
    printLine(io, `${output}: ${takeName(converted[0]!.clip) || 'clip'}, ${what(converted[0]!)}, ${title}`);
  } else {
    printLine(io, `${output}: ${plural(converted.length, 'animation')}, ${title}`);
    for (const each of converted) printLine(io, `  ${each.input}: ${what(each)}`);
  }
  for (const line of notes) printLine(io, `  ${line}`);
  for (const line of new Set(converted.flatMap(({ lost }) => lost))) printLine(io, `  not carried over: ${line}`);
}
