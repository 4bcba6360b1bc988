/** From a file name to a Clip and its Body, with the options that every command shares. */
import { UsageError } from '../errors.ts';
import type { Clip } from '../motion/clip.ts';
import { readClips } from '../motion/formats/index.ts';
import type { BorderOptions } from '../motion/raw-motion.ts';
import { takeName } from '../report/describe-clip.ts';
import { companionReader, neighboursOf, readBytes } from './files.ts';
import { type BorderFlags, borderOptions } from './options.ts';

/** All takes of a file, read with its neighbours at hand. */
export async function loadClips(file: string, border: BorderOptions): Promise<readonly Clip[]> {
  const [data, neighbours] = await Promise.all([readBytes(file), neighboursOf(file)]);
  return await readClips(data, file, { ...border, companion: companionReader(file), neighbours });
}

/** The take that --animation names, or the first one that moves. */
export function pickTake(clips: readonly Clip[], file: string, animation: string | undefined): Clip {
  const takes = clips.map(takeName);
  if (clips.length === 0) throw new UsageError(`${file}: holds no motion`);
  if (animation === undefined) return clips[0]!;
  const found = takes.indexOf(animation);
  if (found >= 0) return clips[found]!;
  throw new UsageError(`${file}: no animation "${animation}"; it has ${takes.map((take) => `"${take}"`).join(', ')}`);
}

export async function loadClip(file: string, flags: BorderFlags): Promise<{ clip: Clip; takes: number }> {
  const clips = await loadClips(file, await borderOptions(flags));
  return { clip: pickTake(clips, file, flags.animation), takes: clips.length };
}
