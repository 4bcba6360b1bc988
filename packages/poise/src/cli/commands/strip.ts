import { type Command, Option } from 'commander';
import { UsageError } from '../../errors.ts';
import { extensionOf } from '../../motion/formats/index.ts';
import { filmStrip, STRIP_DEFAULTS, STRIP_VIEWS, type StripOptions } from '../../report/picture/film-strip.ts';
import { type Io, writeOutput } from '../io.ts';
import { judgeClip } from '../judge.ts';
import { loadClip } from '../load.ts';
import {
  addBodyOptions,
  addBorderOptions,
  type BodyFlags,
  type BorderFlags,
  notNegative,
  wholePositive,
} from '../options.ts';
import { writePng } from '../picture/png.ts';

interface StripFlags extends BorderFlags, BodyFlags, Partial<StripOptions> {
  readonly out: string;
}

export function addStrip(program: Command, io: Io): void {
  const command = program
    .command('strip')
    .argument('<file>', 'motion file')
    .description('draw a film strip (PNG): the person at several moments, with floor, balance point and findings')
    .requiredOption('-o, --out <file>', 'picture to write (.png)')
    .option('--moments <count>', `pictures in a row (default: ${STRIP_DEFAULTS.moments})`, wholePositive)
    .option('--from <s>', 'first moment (default: the start)', notNegative)
    .option('--to <s>', 'last moment (default: the end)', notNegative)
    .addOption(
      new Option('--view <side>', `where it is seen from (default: ${STRIP_DEFAULTS.view})`).choices(STRIP_VIEWS),
    )
    .option('--cell <pixels>', `width of one picture (default: ${STRIP_DEFAULTS.cell})`, wholePositive);
  addBodyOptions(addBorderOptions(command)).action(async (file: string, { out, ...flags }: StripFlags) => {
    if (extensionOf(out) !== '.png') throw new UsageError(`--out: expected a .png file, found "${out}"`);
    const { clip } = await loadClip(file, flags);
    const { moments, from, to, view, cell } = { ...STRIP_DEFAULTS, ...flags };
    const strip = filmStrip({ clip, ...judgeClip(clip, flags) }, { moments, from, to, view, cell });
    await writeOutput(io, out, writePng(strip));
  });
}
