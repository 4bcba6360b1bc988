/** What a rule of `lint` is. To add one: one file beside this, one line in lint.ts, one test on a clip made wrong by code. */
import type { Body } from '../../body/body.ts';
import { type Clip, fileFrame } from '../../motion/clip.ts';
import type { Finding } from '../finding.ts';
import type { BalanceReport } from '../report.ts';

export interface RuleInput {
  readonly body: Body;
  readonly clip: Clip;
  readonly report: BalanceReport;
}

export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly help: string; // what it means and what to do about it
  readonly check: (input: RuleInput) => readonly Finding[];
}

/** A run of frames, both ends included. */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Runs of frames for which `holds` is true; runs parted by at most `gap` frames are joined. */
export function runsWhere(frameCount: number, holds: (frame: number) => boolean, gap = 0): readonly Run[] {
  const runs: Run[] = [];
  let start = -1;
  let end = -1;
  for (let frame = 0; frame < frameCount; frame++) {
    if (!holds(frame)) continue;
    if (start >= 0 && frame - end > gap + 1) {
      runs.push({ start, end });
      start = -1;
    }
    if (start < 0) start = frame;
    end = frame;
  }
  if (start >= 0) runs.push({ start, end });
  return runs;
}

/** The frame of a run at which `size` is largest. */
export function worstIn(run: Run, size: (frame: number) => number): number {
  let worst = run.start;
  for (let frame = run.start; frame <= run.end; frame++) if (size(frame) > size(worst)) worst = frame;
  return worst;
}

/** "from 0.80 s to 1.40 s (frames 97–169)", frames as the file's own application counts them. */
export function whenInWords(clip: Clip, run: Run): string {
  const from = (run.start * clip.frameTime).toFixed(2);
  const to = (run.end * clip.frameTime).toFixed(2);
  const first = fileFrame(clip, run.start);
  return run.start === run.end
    ? `at ${from} s (frame ${first})`
    : `from ${from} s to ${to} s (frames ${first}–${fileFrame(clip, run.end)})`;
}

/** A length for a sentence: centimetres, one digit below 10, none above; metres from one metre on. */
export function centimetres(metres: number): string {
  if (metres >= 1) return `${metres.toFixed(1)} m`;
  const value = 100 * metres;
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} cm`;
}
