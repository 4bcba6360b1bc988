/** From a file name to a Clip and its Body, with the options that every command shares. */
import { UsageError } from '../errors.ts';
import type { Clip } from '../motion/clip.ts';
import type { ReadOptions } from '../motion/formats/format.ts';
import { readClips } from '../motion/formats/index.ts';
import { takeName } from '../report/describe-clip.ts';
import { companionReader, neighboursOf, readBytes } from './files.ts';
import { type BorderFlags, borderOptions } from './options.ts';

/** All takes of a file, read with its neighbours at hand. `onRead` is told of each neighbour that was needed. */
export async function loadClips(
  file: string,
  border: ReadOptions,
  onRead?: (path: string) => void,
): Promise<readonly Clip[]> {
  const [data, neighbours] = await Promise.all([readBytes(file), neighboursOf(file)]);
  return await readClips(data, file, { ...border, companion: companionReader(file, onRead), neighbours });
}

/** The take that --animation names, or the first one that moves. */
function pickTake(clips: readonly Clip[], file: string, animation: string | undefined): Clip {
  const takes = clips.map(takeName);
  if (clips.length === 0) throw new UsageError(`${file}: holds no motion`);
  if (animation === undefined) return clips[0]!;
  const found = takes.indexOf(animation);
  if (found >= 0) return clips[found]!;
  const named = takes.filter((take) => take !== '').map((take) => `"${take}"`);
  const has = named.length > 0 ? named.join(', ') : 'one without a name';
  throw new UsageError(`${file}: no animation "${animation}"; it has ${has}`);
}

/** The take that --animation names, or all. */
export const wantedTakes = (clips: readonly Clip[], file: string, animation: string | undefined): readonly Clip[] =>
  animation === undefined ? clips : [pickTake(clips, file, animation)];

/** One take of a file, and what was read on the way to it. */
export interface LoadedClip {
  readonly clip: Clip;
  readonly takes: readonly string[]; // names of all takes of the file
  readonly take: number; // which of them the clip is, from 0
  readonly read: readonly string[]; // the file, its neighbours that were needed, the role map
}

/** `lost`: what becomes of numbers that are none. */
export async function loadClip(
  file: string,
  flags: BorderFlags,
  lost: 'refuse' | 'bridge' = 'refuse',
): Promise<LoadedClip> {
  const read = flags.roles === undefined ? [file] : [file, flags.roles];
  const clips = await loadClips(file, { ...(await borderOptions(flags)), lost }, (path) => read.push(path));
  const clip = pickTake(clips, file, flags.animation);
  return { clip, takes: clips.map(takeName), take: clips.indexOf(clip), read };
}
