/** Mends one file; the unit of work of `poise balance`, `poise plant` and `poise mend`, in process or in a worker thread. */
import type { Finding } from '../../balance/finding.ts';
import type { BalanceSummary } from '../../balance/report.ts';
import { FormatError } from '../../errors.ts';
import { type Clip, withFrameRate } from '../../motion/clip.ts';
import type { NamedFile } from '../../motion/formats/format.ts';
import { writeClip, writeCompanions, writeNotes } from '../../motion/formats/index.ts';
import { type ClipCard, clipCard } from '../../report/clip-card.ts';
import { takeName } from '../../report/describe-clip.ts';
import { explain } from '../exit-codes.ts';
import { judgeClip } from '../judge.ts';
import { loadClip } from '../load.ts';
import type { BodyFlags, BorderFlags, RateFlags } from '../options.ts';
import { type BalanceFlags, balanceClip } from './balance-clip.ts';
import { type MendFlags, mendClip } from './mend-clip.ts';
import { type PlantFlags, plantClip } from './plant-clip.ts';

export type TransformFlags = BorderFlags & RateFlags & BodyFlags & BalanceFlags & PlantFlags & MendFlags;

/** What mends a clip, by the name of its command. */
const TRANSFORMS = { balance: balanceClip, plant: plantClip, mend: mendClip };
export type TransformName = keyof typeof TRANSFORMS;

export interface TransformTask {
  readonly transform: TransformName;
  readonly file: string;
  readonly output: string;
  readonly flags: TransformFlags;
}

/** What a transform did, for people, for scripts and in full. */
export interface Mended {
  readonly clip: Clip;
  readonly achieved: boolean;
  readonly status: string;
  readonly reason: string; // one sentence
  readonly details: readonly string[]; // further lines for people
  readonly figures: Readonly<Record<string, unknown>>; // plain data for --json …
  readonly series: Readonly<Record<string, unknown>>; // … and more of it for --report
}

export interface TransformResult {
  readonly file: string;
  readonly output: string;
  readonly read: readonly string[]; // files that may not be written over
  readonly animation: string;
  readonly done: Omit<Mended, 'clip'> | undefined; // undefined: see failure
  readonly before: Judged | undefined;
  readonly after: Judged | undefined;
  readonly data: Uint8Array | undefined; // the file to write …
  readonly companions: readonly NamedFile[]; // … and what goes beside it
  readonly layout: readonly string[]; // what had to change in the file beyond its numbers
  readonly failure: { readonly message: string; readonly code: number; readonly line?: number } | undefined;
}

/** A clip in short. */
export interface Judged {
  readonly errors: number;
  readonly warnings: number;
  readonly findings: readonly Finding[];
  readonly summary: BalanceSummary;
  readonly card: ClipCard;
}

/** Never throws but what `onProgress` throws: one bad file must not stop the rest. */
export async function transformFile(
  task: TransformTask,
  onProgress: (done: number) => void = () => {},
): Promise<TransformResult> {
  const { file, output, flags } = task;
  const nothing = { file, output, read: [file], animation: '', before: undefined, after: undefined };
  try {
    const {
      clip: loaded,
      takes,
      take,
      read,
    } = await loadClip(file, flags, task.transform === 'mend' ? 'bridge' : 'refuse');
    const clip = flags.fps === undefined ? loaded : withFrameRate(loaded, flags.fps);
    const before = judged(clip, flags);
    const { clip: mended, ...done } = TRANSFORMS[task.transform](clip, flags, onProgress);
    const data = await writeClip(mended, output);
    const companions = await writeCompanions(mended, output);
    const layout = [...otherTakes(takes, take), ...writeNotes(mended, output)];
    const after = mended === clip ? before : judged(mended, flags);
    const animation = takeName(clip);
    return { file, output, read, animation, done, before, after, data, companions, layout, failure: undefined };
  } catch (error) {
    const { code, line: message } = explain(error);
    const line = error instanceof FormatError ? error.line : undefined;
    const failure = { message: naming(file, message), code, ...(line !== undefined && { line }) };
    return { ...nothing, done: undefined, data: undefined, companions: [], layout: [], failure };
  }
}

/** A file of several takes becomes a file of one. */
const otherTakes = (takes: readonly string[], take: number): readonly string[] =>
  takes.length > 1
    ? [`take ${take + 1} of ${takes.length}${takes[take] ? `, "${takes[take]}"` : ''}; --animation chooses another`]
    : [];

/** Among many files a message must say whose it is. */
const naming = (file: string, message: string): string =>
  message.startsWith(`${file}:`) ? message : `${file}: ${message}`;

function judged(clip: Clip, flags: BodyFlags): Judged {
  const judgement = judgeClip(clip, flags);
  const { report, findings } = judgement;
  const count = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  return {
    errors: count('error'),
    warnings: count('warning'),
    findings,
    summary: report.summary,
    card: clipCard(clip, judgement),
  };
}
