/** mend as the command line asks for it. */
import { mend } from '../../mend/index.ts';
import type { MendReport } from '../../mend/options.ts';
import { MEND_STAGES, type MendStageId } from '../../mend/stage.ts';
import { type Clip, fileFrame } from '../../motion/clip.ts';
import { tidy } from '../../report/json.ts';
import { personOf } from '../judge.ts';
import type { BodyFlags } from '../options.ts';
import { fixed, length } from '../text.ts';
import type { Mended } from './transform-file.ts';

export interface MendFlags {
  readonly skip?: readonly MendStageId[];
  readonly only?: readonly MendStageId[];
  readonly all?: boolean;
  readonly hands?: number; // [m]
  readonly mendHeld?: boolean;
  readonly loop?: boolean;
}

const DEGREE = Math.PI / 180;

export function mendClip(source: Clip, flags: MendFlags & BodyFlags, onProgress: (done: number) => void): Mended {
  const { skip = [], only } = flags;
  const stages = Object.fromEntries(skip.map((stage) => [stage, false]));
  const { clip, report } = mend(source, {
    stages: only
      ? { ...everything(false), ...Object.fromEntries(only.map((stage) => [stage, true])), ...stages }
      : stages,
    force: (flags.all ?? false) || only !== undefined,
    ...(flags.hands !== undefined && { handShift: flags.hands }),
    ...(flags.mendHeld && { held: 'mend' as const }),
    loop: flags.loop ?? false,
    fit: (motion) => personOf(motion, flags),
    onProgress: ({ done }) => onProgress(done),
  });
  return {
    clip,
    // what is written is better than what came; with an error left in it, it is not as asked
    achieved: report.after.findings.every(({ severity }) => severity !== 'error'),
    status: report.status,
    reason: report.reason,
    details: detailsOf(report, source),
    figures: mendFigures(report),
    series: { findingsLeft: report.after.findings.filter(({ severity }) => severity !== 'note') },
  };
}

const everything = (on: boolean): Record<MendStageId, boolean> =>
  Object.fromEntries(MEND_STAGES.map((stage) => [stage, on])) as Record<MendStageId, boolean>;

function detailsOf(report: MendReport, clip: Clip): string[] {
  const { stages, held, undone, change } = report;
  const frames = ({ start, end }: MendReport['held'][number]): string =>
    `${fileFrame(clip, start)}–${fileFrame(clip, end)}`;
  const read = clip.source?.notes.filter(({ text }) => text.includes('missing')) ?? [];
  return [
    ...read.map(({ text }) => `read: ${text}`),
    ...stages.flatMap(({ stage, did, left }) => [...did, ...left].map((words) => `${stage}: ${words}`)),
    ...held.map((stretch) => `left alone: frames ${frames(stretch)}, where ${stretch.why}`),
    ...(undone.length > 0 ? [`taken back, because the result was judged worse: ${undone.join(', ')}`] : []),
    ...(change.largestFrame >= 0
      ? [
          `joints: ${length(change.mean)} in the mean, ${length(change.largest)} at most ("${change.largestJoint}", frame ${fileFrame(clip, change.largestFrame)}); hands ${length(change.hands)}; turned by ${fixed(change.turned / DEGREE, 1)}° (RMS)`,
        ]
      : []),
  ];
}

/** The report as plain data. */
function mendFigures(report: MendReport) {
  const { change } = report;
  const numbers = (of: MendReport['change']) => ({
    mean: tidy(of.mean),
    largest: tidy(of.largest),
    hands: tidy(of.hands),
    turned: tidy(of.turned),
  });
  const measures = ({ measures: values }: MendReport['before']) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [id, value === undefined ? null : tidy(value)]));
  return {
    change: { ...numbers(change), frame: change.largestFrame, joint: change.largestJoint },
    stages: report.stages.map(({ stage, changed, did, left, change: moved }) => ({
      stage,
      changed,
      did,
      left,
      change: numbers(moved),
    })),
    held: report.held,
    undone: report.undone,
    measures: { before: measures(report.before), after: measures(report.after) },
  };
}
