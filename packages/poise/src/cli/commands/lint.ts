import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { SEVERITIES, type Severity } from '../../balance/finding.ts';
import { UsageError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { findingLine } from '../finding-text.ts';
import { type Io, printJson, printLine } from '../io.ts';
import { expandFiles } from '../lint/expand-files.ts';
import { lintAll } from '../lint/lint-all.ts';
import type { LintedTake, LintResult } from '../lint/lint-file.ts';
import { createProgress } from '../lint/progress.ts';
import { sarifLog } from '../lint/sarif.ts';
import { addBodyOptions, addBorderOptions, type BodyFlags, type BorderFlags, wholePositive } from '../options.ts';
import { plural } from '../text.ts';

interface LintFlags extends BorderFlags, BodyFlags {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly sarif?: boolean;
  readonly failOn: Severity | 'never';
  readonly jobs?: number;
}

export function addLint(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('lint')
    .argument('<files...>', 'motion files, folders or quoted globs')
    .description('judge many clips: what is wrong, how badly, when')
    .option('--json', 'print one JSON array')
    .option('--jsonl', 'print one JSON object per file and line, as results arrive')
    .option('--sarif', 'print SARIF 2.1.0')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on')
        .choices(['note', 'warning', 'error', 'never'])
        .default('error'),
    )
    .option('--jobs <n>', 'worker threads (default: one per core)', wholePositive);
  addBodyOptions(addBorderOptions(command, 'all')).action(async (patterns: string[], flags: LintFlags) => {
    if ([flags.json, flags.jsonl, flags.sarif].filter(Boolean).length > 1) {
      throw new UsageError('--json, --jsonl and --sarif exclude one another');
    }
    const files = await expandFiles(patterns, (text) => io.stderr(`poise: ${text}\n`));
    const results = await lintFiles(io, files, flags);
    if (flags.json) printJson(io, results.map(resultJson));
    else if (flags.sarif) printJson(io, sarifLog(results));
    else if (!flags.jsonl) printLine(io, closingLine(results));
    setExitCode(exitCodeOf(results, flags.failOn));
  });
}

async function lintFiles(io: Io, files: readonly string[], flags: LintFlags): Promise<readonly LintResult[]> {
  const { json, jsonl, sarif, failOn: _, jobs, ...taskFlags } = flags;
  const progress = createProgress(io, files.length);
  const results: LintResult[] = [];
  const done = (result: LintResult): void => {
    results.push(result);
    progress.clear();
    if (jsonl) printLine(io, JSON.stringify(resultJson(result)));
    else if (!json && !sarif) printResult(io, result);
  };
  const tasks = files.map((file) => ({ file, flags: taskFlags }));
  await lintAll(tasks, jobs ?? availableParallelism(), done, progress.show);
  progress.clear();
  return results;
}

function printResult(io: Io, { file, takes, failures }: LintResult): void {
  for (const take of takes) {
    const name = takes.length > 1 ? `${file} "${take.animation}"` : file;
    for (const finding of take.findings) printLine(io, `${name}: ${findingLine(finding)}`);
  }
  for (const failure of failures) io.stderr(`poise: ${failure.message}\n`);
}

const resultJson = ({ file, takes, failures }: LintResult) => ({
  file,
  verdict: takes.length === 0 ? 'unreadable' : (worstOf(takes) ?? 'fine'),
  takes: takes.map(({ frameTime, ...take }) => ({ ...take, fps: Number((1 / frameTime).toPrecision(9)) })),
  failures,
});

function worstOf(takes: readonly LintedTake[]): Severity | undefined {
  const present = new Set(takes.flatMap((take) => take.findings.map((finding) => finding.severity)));
  return [...SEVERITIES].reverse().find((severity) => present.has(severity));
}

function closingLine(results: readonly LintResult[]): string {
  const worst = results.map(({ takes }) => worstOf(takes));
  const judged = results.filter(({ takes }) => takes.length > 0).length;
  const count = (severity: Severity): number => worst.filter((found) => found === severity).length;
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const parts = [
    `${judged - count('error') - count('warning')} fine`,
    `${count('warning')} with warnings`,
    `${count('error')} with errors`,
    ...(failed > 0 ? [`${failed} not judged`] : []),
  ];
  return `${plural(results.length, 'file')}: ${parts.join(', ')}`;
}

/** Findings come before unreadable files: a script that sees 1 knows that something was judged and found wanting. */
function exitCodeOf(results: readonly LintResult[], failOn: Severity | 'never'): ExitCode {
  const from = failOn === 'never' ? SEVERITIES.length : SEVERITIES.indexOf(failOn);
  const worst = results.map(({ takes }) => worstOf(takes)).filter((severity) => severity !== undefined);
  if (worst.some((severity) => SEVERITIES.indexOf(severity) >= from)) return EXIT.findings;
  return results.some(({ failures }) => failures.length > 0) ? EXIT.unreadable : EXIT.fine;
}
