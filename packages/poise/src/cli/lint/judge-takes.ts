/** The takes of a file, read and judged one after the other: what `lint`, `measure` and `batch` share. */
import type { Judgement } from '../../balance/judge.ts';
import { type Clip, withFrameRate } from '../../motion/clip.ts';
import { takeName } from '../../report/describe-clip.ts';
import { judgeClip } from '../judge.ts';
import { loadClips, wantedTakes } from '../load.ts';
import { type BodyFlags, type BorderFlags, borderOptions, type RateFlags } from '../options.ts';

export type TakeFlags = BorderFlags & BodyFlags & RateFlags;

/** One take: its judgement, or the error that stood in the way of one. */
export interface JudgedTake {
  readonly clip: Clip;
  readonly animation: string;
  readonly takes: number; // that are judged in this file
  readonly judgement: Judgement | undefined;
  readonly error: unknown;
}

/** Throws where the file cannot be read; a take that cannot be judged is told by its error. `onRead` hears of further files. */
export async function* judgeTakes(
  file: string,
  flags: TakeFlags,
  onRead?: (path: string) => void,
): AsyncGenerator<JudgedTake> {
  const clips = wantedTakes(await loadClips(file, await borderOptions(flags), onRead), file, flags.animation);
  for (const read of clips) {
    const clip = flags.fps === undefined ? read : withFrameRate(read, flags.fps);
    const take = { clip, animation: takeName(clip), takes: clips.length };
    try {
      yield { ...take, judgement: judgeClip(clip, flags), error: undefined };
    } catch (error) {
      yield { ...take, judgement: undefined, error };
    }
  }
}
