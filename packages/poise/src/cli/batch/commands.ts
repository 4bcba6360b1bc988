/** The commands that a batch can run over many files. A further one is one entry. */
import type { Command } from 'commander';
import { verdictOf } from '../../balance/verdict.ts';
import { RigError, UsageError } from '../../errors.ts';
import { writableFormat, writeClip } from '../../motion/formats/index.ts';
import { clipCard } from '../../report/clip-card.ts';
import { addBalanceOptions } from '../commands/balance.ts';
import { addConvertOptions } from '../commands/convert.ts';
import { addLintOptions } from '../commands/lint.ts';
import { addMendOptions } from '../commands/mend.ts';
import { addPlantOptions } from '../commands/plant.ts';
import { addReactOptions } from '../commands/react.ts';
import { type ConvertClipFlags, convertClip, convertOptions } from '../convert/convert-clip.ts';
import { EXIT, FileError } from '../exit-codes.ts';
import { judgeClip } from '../judge.ts';
import { applyRules, type RuleSettings } from '../lint/config.ts';
import { judgeTakes, type TakeFlags } from '../lint/judge-takes.ts';
import { loadClip } from '../load.ts';
import { embedMap } from '../map/embed-map.ts';
import { addMapOptions, type MapClipFlags, mapOfClip } from '../map/map-clip.ts';
import { measureValues } from '../measure/measure-file.ts';
import { addBodyOptions, addBorderOptions } from '../options.ts';
import { checkHits, type ReactClipFlags, reactClip } from '../react/react-clip.ts';
import { addClipOptions } from '../transform/run-transform.ts';
import { type TransformFlags, type TransformName, transformFile } from '../transform/transform-file.ts';
import { motionFiles } from '../write-motion.ts';
import type { FileToWrite } from '../writing/write-files.ts';
import type { BatchRow } from './row.ts';

export interface ClipWork {
  readonly file: string;
  readonly output: string | undefined; // file to write
  readonly options: unknown; // as `addOptions` parses them
}

/** What a row says besides its id and file, and what was read and is to be written. */
export interface ClipOutcome extends Omit<BatchRow, 'id' | 'file' | 'outputs' | 'reads'> {
  readonly files: readonly FileToWrite[];
  readonly read: readonly string[];
}

export interface BatchCommand {
  readonly id: string;
  readonly writes: boolean; // a motion file per input
  readonly format?: string; // the only one it can write; default: any
  readonly addOptions: (command: Command) => Command;
  /** Refuses options that cannot work. Throws UsageError. */
  readonly check?: (options: never) => void;
  readonly work: (work: ClipWork) => Promise<ClipOutcome>;
}

/** Flags of lint, with the settings of the file. */
export interface LintWorkOptions {
  readonly flags: TakeFlags;
  readonly rules: RuleSettings;
  readonly requirePerson: boolean;
}

async function lintWork({ file, options }: ClipWork): Promise<ClipOutcome> {
  const { flags, rules, requirePerson } = options as LintWorkOptions;
  const read: string[] = [];
  const clips: BatchRow['clips'][number][] = [];
  const messages: string[] = [];
  for await (const { clip, judgement, error } of judgeTakes(file, flags, (path) => read.push(path))) {
    if (judgement) {
      const findings = applyRules(judgement.findings, rules);
      clips.push(clipCard(clip, { ...judgement, findings, verdict: verdictOf(judgement.report, findings) }));
    } else if (error instanceof RigError && !requirePerson) messages.push(error.message);
    else throw error;
  }
  const message = [...new Set(messages)].join('; ');
  return { status: clips.length > 0 ? 'done' : 'skipped', ...(message && { message }), clips, files: [], read };
}

async function measureWork({ file, options }: ClipWork): Promise<ClipOutcome> {
  const read: string[] = [];
  const clips: BatchRow['clips'][number][] = [];
  const measures: NonNullable<BatchRow['measures']>[number][] = [];
  for await (const { clip, judgement, error } of judgeTakes(file, options as TakeFlags, (path) => read.push(path))) {
    if (!judgement) throw error;
    clips.push(clipCard(clip, judgement));
    measures.push(measureValues(clip, judgement));
  }
  return { status: 'done', clips, measures, files: [], read };
}

const transformWork =
  (transform: TransformName) =>
  async ({ file, output, options }: ClipWork): Promise<ClipOutcome> => {
    const flags = options as TransformFlags;
    const result = await transformFile({ transform, file, output: output!, flags });
    const { done, before, after, data, companions, layout, failure, read } = result;
    if (failure?.code === EXIT.defect) throw new Error(failure.message);
    if (!done || !before || !after || !data) throw new FileError(failure?.message ?? `${file}: no result`);
    return {
      status: 'done',
      achieved: done.achieved,
      clips: [after.card],
      before: before.card,
      change: { status: done.status, reason: done.reason, layout, ...done.figures },
      files: [
        ...companions.map(({ name, data: bytes }) => ({ file: beside(output!, name), data: bytes })),
        { file: output!, data },
      ],
      read,
    };
  };

const beside = (output: string, name: string): string => output.replace(/[^\\/]+$/, name);

async function convertWork({ file, output, options }: ClipWork): Promise<ClipOutcome> {
  const flags = options as ConvertClipFlags;
  const { clip, lost, read } = await convertClip(file, flags, writableFormat(output!), true);
  const { files, notes } = await motionFiles([clip], output!, convertOptions(flags));
  const person = clip.roles.status === 'humanoid';
  const clips = person ? [clipCard(clip, judgeClip(clip, {}))] : [];
  return { status: 'done', achieved: true, clips, change: { lost, notes }, files, read };
}

async function mapWork({ file, output, options }: ClipWork): Promise<ClipOutcome> {
  const flags = options as MapClipFlags;
  const { clip, read } = await loadClip(file, flags);
  const map = await mapOfClip(clip, flags);
  const data = embedMap(await writeClip(clip, output!), map);
  const weakest = map.cells.reduce((least, cell) => (cell.steps < least.steps ? cell : least));
  return {
    status: 'done',
    achieved: true,
    clips: [clipCard(clip, judgeClip(clip, flags))],
    change: { situation: map.situation, cells: map.cells.length, weakest },
    files: [{ file: output!, data }],
    read,
  };
}

async function reactWork({ file, output, options }: ClipWork): Promise<ClipOutcome> {
  const flags = options as ReactClipFlags;
  const { clip, read } = await loadClip(file, flags);
  const { clip: answered, method, outcome, check, events, notes } = await reactClip(clip, flags);
  const { files } = await motionFiles([answered], output!);
  return {
    status: 'done',
    achieved: outcome.achieved,
    clips: [clipCard(answered, judgeClip(answered, flags))],
    change: { method, status: outcome.status, reason: outcome.reason, passed: check.passed, events, notes },
    files,
    read,
  };
}

export const batchCommands: readonly BatchCommand[] = [
  { id: 'lint', writes: false, addOptions: addLintOptions, work: lintWork },
  {
    id: 'measure',
    writes: false,
    addOptions: (command) => addBodyOptions(addBorderOptions(command, 'all')),
    work: measureWork,
  },
  {
    id: 'mend',
    writes: true,
    addOptions: (command) => addClipOptions(addMendOptions(command)),
    work: transformWork('mend'),
  },
  {
    id: 'balance',
    writes: true,
    addOptions: (command) => addClipOptions(addBalanceOptions(command)),
    work: transformWork('balance'),
  },
  {
    id: 'plant',
    writes: true,
    addOptions: (command) => addClipOptions(addPlantOptions(command)),
    work: transformWork('plant'),
  },
  { id: 'convert', writes: true, addOptions: addConvertOptions, work: convertWork },
  { id: 'map', writes: true, format: 'glb', addOptions: addMapOptions, work: mapWork },
  { id: 'react', writes: true, addOptions: addReactOptions, check: checkHits, work: reactWork },
];

/** A command by its name. Throws UsageError naming the known ones. */
export function batchCommandNamed(id: string): BatchCommand {
  const found = batchCommands.find((command) => command.id === id);
  if (found) return found;
  const known = batchCommands.map((command) => command.id).join(', ');
  throw new UsageError(`a batch runs ${known}; there is no "${id}"`);
}
