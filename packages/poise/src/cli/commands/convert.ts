import type { Command } from 'commander';
import { UsageError } from '../../errors.ts';
import { type Clip, durationOf, type ExtraTrack } from '../../motion/clip.ts';
import { writableFormat } from '../../motion/formats/index.ts';
import { mirror } from '../../motion/mirror.ts';
import { resample } from '../../motion/resample.ts';
import { trim } from '../../motion/trim.ts';
import { takeName } from '../../report/describe-clip.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { loadClip } from '../load.ts';
import { addBorderOptions, type BorderFlags, notNegative, positive, unit } from '../options.ts';
import { fixed, plural } from '../text.ts';
import { writeMotion } from '../write-motion.ts';

const NAMES_SHOWN = 4;
/** Values of a track that differ by less than this share of its size are the same number, rounded. */
const ROUNDING = 1e-4;

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
    .option('--start <s>', 'cut before this time', notNegative)
    .option('--end <s>', 'cut after this time', notNegative)
    .option('--out-unit <unit>', 'length unit of a new file (default: as usual for the format)', unit)
    .option('--mirror', 'exchange left and right')
    .option('--force', 'allow writing over the input')
    .option('--json', 'print JSON')
    .action(async (input: string, output: string, flags: ConvertFlags) => {
      const target = writableFormat(output);
      const loaded = await loadClip(input, flags);
      const clip = edit(loaded.clip, flags);
      const options = flags.outUnit === undefined ? {} : { metresPerUnit: flags.outUnit };
      const guarded = { read: loaded.read, force: flags.force ?? false };
      const beside = await writeMotion(clip, output, guarded, options);
      const lost = clip.source?.format === target.id ? [] : leftBehind(clip, loaded.takes);
      if (flags.json)
        printJson(io, { input, output, format: target.id, frames: clip.frameCount, fps: 1 / clip.frameTime, lost });
      else {
        const what = `${plural(clip.frameCount, 'frame')} at ${fixed(1 / clip.frameTime, 2)} per second`;
        printLine(io, `${output}: ${takeName(clip) || 'clip'}, ${what}, ${target.title}`);
        for (const line of beside) printLine(io, `  ${line}`);
        for (const line of lost) printLine(io, `  not carried over: ${line}`);
      }
    });
}

/** Cuts first, so that both times are those of the file. */
function edit(clip: Clip, { start = 0, end = Number.POSITIVE_INFINITY, fps, mirror: swap }: ConvertFlags): Clip {
  const first = Math.max(0, Math.round(start / clip.frameTime));
  const last = Math.min(clip.frameCount - 1, Math.round(end / clip.frameTime));
  if (last < first) {
    const asked = Number.isFinite(end) ? `--start ${start} and --end ${end}` : `--start ${start}`;
    throw new UsageError(`${asked}: no frame is left, the clip is ${fixed(durationOf(clip), 3)} s long`);
  }
  const cut = first > 0 || last < clip.frameCount - 1 ? trim(clip, first, last + 1) : clip;
  const timed = fps === undefined ? cut : resample(cut, 1 / fps);
  return swap ? mirror(timed) : timed;
}

/** What a new file of another format cannot hold: motion that is no joint rotation, the reference pose, other takes. Tracks that
 *  stand still are no loss: their value is part of the skeleton. */
function leftBehind(clip: Clip, takes: readonly string[]): string[] {
  const lost: string[] = [];
  for (const kind of ['translation', 'rotation', 'scale'] as const) {
    const names = clip.extraTracks.filter((track) => track.kind === kind && varies(track)).map(({ name }) => name);
    if (names.length > 0) lost.push(`${kind} of ${plural(names.length, 'node')} (${someOf(names)})`);
  }
  if (clip.source && clip.source.referenceFrames.length > 0) lost.push('the leading reference pose');
  const others = takes.filter((name) => name !== takeName(clip));
  if (others.length > 0) lost.push(`${plural(others.length, 'other take')} (${someOf(others)}); --animation chooses`);
  return lost;
}

/** Does a track move by more than the rounding of its file? */
function varies({ kind, values }: ExtraTrack): boolean {
  const width = kind === 'rotation' ? 4 : 3;
  const first = values.subarray(0, width);
  const allowed = ROUNDING * Math.max(1, Math.hypot(...first));
  return values.some((value, i) => Math.abs(value - first[i % width]!) > allowed);
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
