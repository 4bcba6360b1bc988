import { type Command, Option } from 'commander';
import type { Judgement } from '../../balance/judge.ts';
import type { BalanceReport } from '../../balance/report.ts';
import { isJudged } from '../../balance/verdict.ts';
import { durationOf, frameRate, withFrameRate } from '../../motion/clip.ts';
import { assumptionsOf } from '../../report/assumptions.ts';
import { takeName } from '../../report/describe-clip.ts';
import { reportPage } from '../../report/page.ts';
import { reportCsv } from '../../report/report-csv.ts';
import { reportJson } from '../../report/report-json.ts';
import { checkOutputs, STANDARD_OUTPUT } from '../files.ts';
import { findingLine } from '../finding-text.ts';
import { type Io, printJson, printLine, writeOutput } from '../io.ts';
import { type JudgeFlags, judgeClip } from '../judge.ts';
import { type LoadedClip, loadClip } from '../load.ts';
import { addBodyOptions, addBorderOptions, addRateOption, type BorderFlags, type RateFlags } from '../options.ts';
import { type PushSpec, parsePush } from '../push.ts';
import { facts, fixed, length, percent, plural, wrap } from '../text.ts';
import { VERSION } from '../version.ts';

interface AnalyseFlags extends BorderFlags, JudgeFlags, RateFlags {
  readonly brief?: boolean;
  readonly csv?: string;
  readonly html?: string;
  readonly json?: boolean;
}

export function addAnalyse(program: Command, io: Io): void {
  const command = program
    .command('analyse')
    .alias('analyze')
    .argument('<file>', 'motion file')
    .description('analyse the balance of one clip: verdict, centre of mass, balance point (ZMP), contacts, momentum')
    .option('--csv <file>', 'write one row per frame; - prints it')
    .option('--html <file>', 'write a page with figure, plots and findings; it needs no network; - prints it')
    .option('--json', 'print JSON')
    .option('--brief', 'JSON without the series per frame')
    .addOption(new Option('--zmp <model>', 'segments with inertia, or point masses').choices(['full', 'point-mass']))
    .option(
      '--push <push>',
      'a known push, taken off before the ground is judged; impulse [N·s] is left,up,forward. Repeatable. Example: "t=1 at=chest impulse=0,0,35 duration=0.1"',
      (text: string, before: readonly PushSpec[] = []) => [...before, parsePush(text)],
    );
  addRateOption(addBodyOptions(addBorderOptions(command))).action(async (file: string, flags: AnalyseFlags) => {
    const read = await loadClip(file, flags);
    const clip = flags.fps === undefined ? read.clip : withFrameRate(read.clip, flags.fps);
    const loaded = { ...read, clip };
    const outputs = [flags.csv, flags.html, flags.json ? STANDARD_OUTPUT : undefined].filter(
      (name) => name !== undefined,
    );
    await checkOutputs(loaded.read, outputs);
    const judgement = judgeClip(clip, flags);
    const { body, report, findings } = judgement;
    if (flags.json) printJson(io, reportJson(file, clip, judgement, { brief: flags.brief ?? false }));
    else if (!outputs.includes(STANDARD_OUTPUT)) printSummary(io, file, loaded, judgement);
    if (flags.csv !== undefined) await writeOutput(io, flags.csv, reportCsv(report));
    if (flags.html !== undefined) {
      const meta = { title: file.split(/[\\/]/).pop() ?? file, madeBy: `Poise ${VERSION}` };
      await writeOutput(io, flags.html, reportPage(body, clip, report, findings, meta));
    }
  });
}

function printSummary(io: Io, file: string, loaded: LoadedClip, { body, report, findings, verdict }: Judgement): void {
  const { clip, take, takes } = loaded;
  const which =
    takes.length > 1 ? `, take "${takeName(clip)}" (${take + 1} of ${takes.length}; --animation chooses)` : '';
  printLine(io, `${file}${which}`);
  printLine(io, `\n${verdict.headline}.`);
  printLine(io, wrap(verdict.detail, io.columns, ''));
  const time = `${plural(clip.frameCount, 'frame')} at ${fixed(frameRate(clip), 1)} per second, ${fixed(durationOf(clip), 2)} s`;
  printLine(
    io,
    `\n${facts([['clip', time], ['person', `${fixed(report.mass, 1)} kg, ${fixed(report.height, 2)} m (${body.table})`], ...summaryFacts(report)])}`,
  );
  const assumptions = assumptionsOf(clip, report);
  if (assumptions.length > 0) printLine(io, '\nassumed');
  for (const sentence of assumptions) printLine(io, `  ${wrap(sentence, io.columns, '    ')}`);
  if (findings.length > 0) printLine(io, `\n${plural(findings.length, 'finding')}`);
  for (const finding of findings) {
    printLine(io, `  ${wrap(findingLine(finding), io.columns, '    ')}`);
  }
}

function summaryFacts(report: BalanceReport): (readonly [string, string])[] {
  const { summary } = report;
  const outside = `outside the support in ${percent(summary.zmpOutsideFraction)} of judged frames`;
  const worst = summary.worstZmpFrame >= 0 ? `, by up to ${length(summary.worstZmpDistance)}` : '';
  const judged = isJudged(report);
  const whenJudged = (text: string): string => (judged ? text : '–');
  return [
    [
      'judged',
      judged
        ? `${percent(summary.judgedFraction)} of frames (${percent(summary.flightFraction)} in flight)`
        : 'too little for a verdict on balance',
    ],
    ['ZMP', whenJudged(outside + worst)],
    ['imbalance', whenJudged(length(summary.imbalance))],
    ['foot skate', `${length(summary.skate)}/s mean, ${length(summary.slide)} largest slide`],
    ['floating', length(summary.float)],
    ['penetration', length(summary.penetration)],
    ['friction', whenJudged(`${fixed(summary.friction, 2)} needed`)],
    ['jitter', `${fixed(summary.jitter, 2)} m/s²`],
  ];
}
