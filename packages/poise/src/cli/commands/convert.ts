import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import type { Clip } from '../../motion/clip.ts';
import { writableFormat, writeClip, writeCompanions } from '../../motion/formats/index.ts';
import { mirror } from '../../motion/mirror.ts';
import { resample } from '../../motion/resample.ts';
import { trim } from '../../motion/trim.ts';
import { takeName } from '../../report/describe-clip.ts';
import { writeWhole } from '../files.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { loadClip } from '../load.ts';
import { addBorderOptions, type BorderFlags, number, positive, unit } from '../options.ts';
import { fixed, plural } from '../text.ts';

interface ConvertFlags extends BorderFlags {
  readonly fps?: number;
  readonly start?: number; // [s]
  readonly end?: number; // [s]
  readonly mirror?: boolean;
  readonly outUnit?: number; // [m]
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addConvert(program: Command, io: Io): void {
  const command = program
    .command('convert')
    .argument('<in>', 'motion file to read')
    .argument('<out>', 'motion file to write; its extension says which format')
    .description('write a clip in another format, cut, resampled or mirrored');
  addBorderOptions(command)
    .option('--fps <rate>', 'resample to this frame rate', positive)
    .option('--start <s>', 'cut before this time', number)
    .option('--end <s>', 'cut after this time', number)
    .option('--out-unit <unit>', 'length unit of a new file (default: as usual for the format)', unit)
    .option('--mirror', 'exchange left and right')
    .option('--force', 'allow writing over the input')
    .option('--json', 'print JSON')
    .action(async (input: string, output: string, flags: ConvertFlags) => {
      const target = writableFormat(output);
      if (!flags.force && (await sameFile(input, output))) {
        throw new UsageError(`${output} is the input; --force writes over it`);
      }
      const clip = edit((await loadClip(input, flags)).clip, flags);
      const options = flags.outUnit === undefined ? {} : { metresPerUnit: flags.outUnit };
      await writeWhole(output, await writeClip(clip, output, options));
      const beside = await writeCompanions(clip, output, options);
      for (const { name, data } of beside) await writeWhole(join(dirname(output), name), data);
      const lost = clip.source?.format === target.id ? [] : leftBehind(clip);
      if (flags.json)
        printJson(io, { input, output, format: target.id, frames: clip.frameCount, fps: 1 / clip.frameTime, lost });
      else {
        const what = `${plural(clip.frameCount, 'frame')} at ${fixed(1 / clip.frameTime, 2)} per second`;
        printLine(io, `${output}: ${takeName(clip) || 'clip'}, ${what}, ${target.title}`);
        for (const { name } of beside) printLine(io, `  with it: ${name}`);
        for (const line of lost) printLine(io, `  not carried over: ${line}`);
      }
    });
}

/** Cuts first, so that both times are those of the file. */
function edit(clip: Clip, { start = 0, end = Number.POSITIVE_INFINITY, fps, mirror: swap }: ConvertFlags): Clip {
  const first = Math.max(0, Math.round(start / clip.frameTime));
  const last = Math.min(clip.frameCount - 1, Math.round(end / clip.frameTime));
  if (last < first) throw new UsageError(`--start ${start} and --end ${end} leave no frame of ${clip.frameCount}`);
  const cut = first > 0 || last < clip.frameCount - 1 ? trim(clip, first, last + 1) : clip;
  const timed = fps === undefined ? cut : resample(cut, 1 / fps);
  return swap ? mirror(timed) : timed;
}

async function sameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = await Promise.all([a, b].map((file) => realpath(file).catch(() => resolve(file))));
  return first === second;
}

/** What a new file of another format cannot hold. */
function leftBehind(clip: Clip): string[] {
  const tracks = clip.extraTracks.map(({ name, kind }) => `${kind} of "${name}"`);
  const reference = clip.source ? clip.source.referenceFrames.length : 0;
  return reference > 0 ? [...tracks, 'the leading reference pose'] : tracks;
}
