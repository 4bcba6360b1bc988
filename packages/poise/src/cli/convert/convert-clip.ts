/** One clip on its way into another file: cut, resampled, mirrored, and what the new file cannot hold. */
import { UsageError } from '../../errors.ts';
import { type Clip, durationOf, type ExtraTrack } from '../../motion/clip.ts';
import type { MotionFormat, WriteOptions } from '../../motion/formats/format.ts';
import { gltfDocument } from '../../motion/formats/gltf-read.ts';
import { mirror } from '../../motion/mirror.ts';
import { resample } from '../../motion/resample.ts';
import { trim } from '../../motion/trim.ts';
import { takeName } from '../../report/describe-clip.ts';
import { loadClip } from '../load.ts';
import type { BorderFlags } from '../options.ts';
import { fixed, plural } from '../text.ts';

const NAMES_SHOWN = 4;
/** Values of a track that differ by less than this share of its size are the same number, rounded. */
const ROUNDING = 1e-4;

export interface ConvertClipFlags extends BorderFlags {
  readonly fps?: number;
  readonly start?: number; // [s]
  readonly end?: number; // [s]
  readonly mirror?: boolean;
  readonly outUnit?: number; // [m]
  readonly layout?: string;
}

export interface Converted {
  readonly input: string;
  readonly clip: Clip;
  readonly lost: readonly string[]; // what the new file cannot hold
  readonly read: readonly string[];
}

/** How the new file is written. */
export const convertOptions = ({ outUnit, layout }: ConvertClipFlags): WriteOptions => ({
  ...(outUnit !== undefined && { metresPerUnit: outUnit }),
  ...(layout !== undefined && { layout }),
});

/** Reads a clip and edits it. `alone`: the new file holds no other clip. */
export async function convertClip(
  input: string,
  flags: ConvertClipFlags,
  target: MotionFormat,
  alone: boolean,
): Promise<Converted> {
  const loaded = await loadClip(input, flags);
  const clip = edit(loaded.clip, flags);
  const keeps = alone && (target.keepsFile?.(clip, convertOptions(flags)) ?? false);
  return { input, clip, lost: keeps ? [] : leftBehind(clip, loaded.takes, target), read: loaded.read };
}

/** Cuts first, so that both times are those of the file. */
function edit(clip: Clip, { start = 0, end = Number.POSITIVE_INFINITY, fps, mirror: swap }: ConvertClipFlags): Clip {
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

/** What a new file cannot hold: motion that is no joint rotation, the reference pose, other takes; meshes where people would look
 *  for them. Tracks that stand still are no loss: their value is part of the skeleton. */
function leftBehind(clip: Clip, takes: readonly string[], target: MotionFormat): string[] {
  const lost: string[] = [];
  for (const kind of ['translation', 'rotation', 'scale'] as const) {
    const names = clip.extraTracks.filter((track) => track.kind === kind && varies(track)).map(({ name }) => name);
    if (names.length > 0) lost.push(`${kind} of ${plural(names.length, 'node')} (${someOf(names)})`);
  }
  if (clip.source && clip.source.referenceFrames.length > 0) lost.push('the leading reference pose');
  if (target.writeAll && gltfDocument(clip.source?.document)?.gltf.json['meshes'] !== undefined) lost.push('meshes');
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
