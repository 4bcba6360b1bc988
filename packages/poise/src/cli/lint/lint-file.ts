/** Judges one file; the unit of work of `poise lint`, in process or in a worker thread. */
import type { Finding } from '../../balance/finding.ts';
import { FormatError, RigError } from '../../errors.ts';
import { explain } from '../exit-codes.ts';
import { readBytes } from '../files.ts';
import type { FileToWrite } from '../writing/write-files.ts';
import { LintCache } from './cache.ts';
import { applyRules, type RuleSettings } from './config.ts';
import { firstFrameLine } from './frame-lines.ts';
import { judgeTakes, type TakeFlags } from './judge-takes.ts';

export interface LintTask {
  readonly file: string;
  readonly flags: TakeFlags;
  readonly rules: RuleSettings;
  readonly requirePerson: boolean;
  readonly cache: string | undefined; // folder
}

export interface LintedTake {
  readonly animation: string;
  readonly frames: number;
  readonly frameTime: number; // [s]
  readonly findings: readonly Finding[];
  readonly old?: readonly Finding[]; // that a baseline knows
  readonly firstLine?: number; // of the file that holds frame 0, where each frame has a line
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
  readonly skipped: readonly LintFailure[]; // takes that hold no person: nothing to judge
}

/** A verdict, and what the cache is to keep of it. */
export interface Linted {
  readonly result: LintResult;
  readonly keep?: FileToWrite;
}

/** Never throws: one bad file must not stop the rest. */
export async function lintFile(task: LintTask): Promise<Linted> {
  const { file, rules, cache: folder } = task;
  try {
    const { cache: _, rules: __, ...options } = task;
    const cache = folder === undefined ? undefined : new LintCache(folder);
    const data = await readBytes(file);
    const key = cache?.keyOf(data, file, options) ?? '';
    const stored = await cache?.find(key);
    if (stored) return { result: settled(stored, rules) };
    const read: string[] = task.flags.roles === undefined ? [] : [task.flags.roles];
    const result = await judgeFile(task, data, (path) => read.push(path));
    const keep = cache && result.failures.length === 0 ? await cache.entryOf(key, result, read) : undefined;
    return { result: settled(result, rules), ...(keep && { keep }) };
  } catch (error) {
    return { result: { file, takes: [], failures: [failureOf(error)], skipped: [] } };
  }
}

/** The result by the rules of the settings; what is stored knows nothing of them. */
const settled = (result: LintResult, rules: RuleSettings): LintResult => ({
  ...result,
  takes: result.takes.map((take) => ({ ...take, findings: applyRules(take.findings, rules) })),
});

interface Refused {
  readonly animation: string;
  readonly failure: LintFailure;
  readonly nobody: boolean;
}

async function judgeFile(task: LintTask, data: Uint8Array, onRead: (path: string) => void): Promise<LintResult> {
  const { file, flags, requirePerson } = task;
  const takes: LintedTake[] = [];
  const refused: Refused[] = [];
  let several = false;
  for await (const { clip, animation, takes: count, judgement, error } of judgeTakes(file, flags, onRead)) {
    several = count > 1;
    if (judgement) {
      const firstLine = several ? undefined : firstFrameLine(file, data, clip);
      const { frameCount: frames, frameTime } = clip;
      const { findings } = judgement;
      takes.push({ animation, frames, frameTime, findings, ...(firstLine !== undefined && { firstLine }) });
    } else {
      refused.push({ animation, failure: failureOf(error), nobody: error instanceof RigError && !requirePerson });
    }
  }
  const told = (some: readonly Refused[]): LintFailure[] =>
    several ? grouped(some) : some.map(({ failure }) => failure);
  return {
    file,
    takes,
    failures: told(refused.filter(({ nobody }) => !nobody)),
    skipped: told(refused.filter(({ nobody }) => nobody)),
  };
}

/** One failure per reason, with the takes it holds for: a model without a person is refused once, not once per take. */
function grouped(refused: readonly Refused[]): LintFailure[] {
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
