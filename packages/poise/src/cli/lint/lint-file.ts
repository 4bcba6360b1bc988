/** Judges one file; the unit of work of `poise lint`, in process or in a worker thread. */
import type { Finding } from '../../balance/finding.ts';
import { FormatError } from '../../errors.ts';
import { takeName } from '../../report/describe-clip.ts';
import { explain } from '../exit-codes.ts';
import { judge } from '../judge.ts';
import { loadClips, wantedTakes } from '../load.ts';
import { type BodyFlags, type BorderFlags, borderOptions } from '../options.ts';

export interface LintTask {
  readonly file: string;
  readonly flags: BorderFlags & BodyFlags;
}

export interface LintedTake {
  readonly animation: string;
  readonly frames: number;
  readonly frameTime: number; // [s]
  readonly findings: readonly Finding[];
}

/** Why a file, or a take of it, has no verdict. */
export interface LintFailure {
  readonly message: string; // begins with the file and, where known, line and column
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly animations?: readonly string[]; // the takes it holds for, in a file with several
}

export interface LintResult {
  readonly file: string;
  readonly takes: readonly LintedTake[];
  readonly failures: readonly LintFailure[];
}

/** Never throws: one bad file must not stop the rest. */
export async function lintFile({ file, flags }: LintTask): Promise<LintResult> {
  const takes: LintedTake[] = [];
  const refused: { animation: string; failure: LintFailure }[] = [];
  try {
    const clips = wantedTakes(await loadClips(file, await borderOptions(flags)), file, flags.animation);
    for (const clip of clips) {
      const animation = takeName(clip);
      try {
        const { findings } = judge(clip, flags);
        takes.push({ animation, frames: clip.frameCount, frameTime: clip.frameTime, findings });
      } catch (error) {
        refused.push({ animation, failure: failureOf(error) });
      }
    }
    return { file, takes, failures: clips.length > 1 ? grouped(refused) : refused.map(({ failure }) => failure) };
  } catch (error) {
    return { file, takes, failures: [failureOf(error)] };
  }
}

/** One failure per reason, with the takes it holds for: a model without a person is refused once, not once per take. */
function grouped(refused: readonly { animation: string; failure: LintFailure }[]): LintFailure[] {
  const reasons = new Set(refused.map(({ failure }) => failure.message));
  return [...reasons].map((message) => {
    const same = refused.filter(({ failure }) => failure.message === message);
    const animations = same.map(({ animation }) => animation);
    const names = animations.map((name) => `"${name}"`).join(', ');
    return { ...same[0]!.failure, message: `${message} (${same.length > 1 ? 'takes' : 'take'} ${names})`, animations };
  });
}

function failureOf(error: unknown): LintFailure {
  const place = error instanceof FormatError ? error : undefined;
  return { message: explain(error).line, line: place?.line, column: place?.column };
}
