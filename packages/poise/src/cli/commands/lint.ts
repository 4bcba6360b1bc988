import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { SEVERITIES, type Severity } from '../../balance/finding.ts';
import { UsageError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checkFolders, checkOutputs } from '../files.ts';
import { findingLine } from '../finding-text.ts';
import { type Io, printLine } from '../io.ts';
import { Baseline, writeBaseline } from '../lint/baseline.ts';
import { changedFiles } from '../lint/changed-files.ts';
import { ConfigFinder, type LintConfig } from '../lint/config.ts';
import { expandFiles } from '../lint/expand-files.ts';
import { lintAll } from '../lint/lint-all.ts';
import type { LintResult, LintTask } from '../lint/lint-file.ts';
import { type LintTaskFlags, lintTasks } from '../lint/lint-tasks.ts';
import { listRules } from '../lint/list-rules.ts';
import { OUTPUTS, type Output, outputFor, outputText, streamText, worstOf } from '../lint/outputs.ts';
import { createProgress } from '../lint/progress.ts';
import { addBodyOptions, addBorderOptions, addRateOption, wholePositive } from '../options.ts';
import { plural } from '../text.ts';
import { writeWhole } from '../writing/write-files.ts';

interface LintFlags extends LintTaskFlags {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly sarif?: boolean;
  readonly junit?: boolean;
  readonly github?: boolean;
  readonly write?: readonly string[];
  readonly docs?: string;
  readonly failOn?: Severity | 'never';
  readonly maxWarnings?: number;
  readonly quiet?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly changed?: string;
  readonly cache?: string | boolean;
  readonly jobs?: number;
  readonly listRules?: boolean;
}

const CACHE_FOLDER = '.poise-cache';

const EXAMPLES = `
Examples:
  poise lint motions
  poise lint motions --changed origin/main --github --write poise.sarif
  poise lint motions --baseline poise-baseline.json --max-warnings 0

Settings are read from poise.config.json, the nearest one at or above each file (docs/lint.md).`;

function count(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('Expected a whole number from 0 on.');
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

export function addLint(program: Command, io: Io, setExitCode: (code: ExitCode) => void): void {
  const command = program
    .command('lint')
    .argument('[files...]', 'motion files, folders or quoted globs')
    .description('check many clips and list the findings: what is wrong, how badly, in which frames')
    .option('--json', 'print one JSON array')
    .option('--jsonl', 'print one JSON object per file and line, as results arrive')
    .option('--sarif', 'print SARIF 2.1.0')
    .option('--junit', 'print JUnit XML')
    .option('--github', 'print annotations for GitHub Actions')
    .option(
      '--write <file>',
      'write results to a file as well: .json, .jsonl, .sarif or .xml (JUnit). Repeatable',
      collect,
    )
    .option('--docs <address>', 'where the pages of the rules are, for links in SARIF')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on (default: error)').choices([
        'note',
        'warning',
        'error',
        'never',
      ]),
    )
    .option('--max-warnings <n>', 'exit with 1 if there are more warnings than this', count)
    .option('--quiet', 'show errors only')
    .option('--baseline <file>', 'findings that this file knows do not fail')
    .option('--update-baseline', 'write all findings to the --baseline file')
    .option('--changed <ref>', 'only files that git shows as changed since this commit, branch or tag')
    .option('--cache [folder]', `keep verdicts, and judge only what has changed (default folder: ${CACHE_FOLDER})`)
    .option('--jobs <n>', 'worker threads (default: one per core)', wholePositive)
    .option('--list-rules', 'print the rules and what they mean')
    .addHelpText('after', EXAMPLES);
  addLintOptions(command).action(async (patterns: string[], flags: LintFlags) => {
    if (flags.listRules) listRules(io, flags.json ?? false);
    else setExitCode(await lintCommand(patterns, flags, io));
  });
}

/** Options that decide how a file is read and judged. */
export function addLintOptions(command: Command): Command {
  command
    .option('--config <file>', 'settings for all files (default: the nearest poise.config.json of each)')
    .option('--no-config', 'read no settings')
    .option('--require-person', 'a file that holds no person is a failure (default: a note)');
  return addRateOption(addBodyOptions(addBorderOptions(command, 'all')));
}

async function lintCommand(patterns: readonly string[], flags: LintFlags, io: Io): Promise<ExitCode> {
  const form = formOf(flags);
  if (flags.updateBaseline && flags.baseline === undefined) throw new UsageError('--update-baseline needs --baseline');
  if (patterns.length === 0) throw new UsageError('expected motion files, folders or globs');
  const written = (flags.write ?? []).map((file) => ({ file, form: outputFor(file) }));
  const finder = new ConfigFinder(flags.config === false ? undefined : flags.config);
  const tell = (text: string): void => io.stderr(`poise: ${text}\n`);
  const found = await expandFiles(patterns, tell);
  const wanted = flags.changed === undefined ? found : await changedFiles(found, flags.changed);
  const cache = flags.cache === true ? CACHE_FOLDER : flags.cache || undefined;
  const { tasks, configs } = await lintTasks(wanted, flags, cache, finder);
  await checkOutputs(found, flags.write ?? []);
  await checkFolders(flags.write ?? []);
  const limits = limitsOf(flags, configs);
  const baseline =
    flags.baseline === undefined || flags.updateBaseline ? undefined : await Baseline.read(flags.baseline);
  const results = await judgeAll(tasks, flags, io, form, baseline);
  const context = { failOn: limits.failOn, docs: flags.docs };
  if (form && form !== 'jsonl' && form !== 'github') io.stdout(outputText(form, results.shown, context));
  for (const { file, form: as } of written) await writeWhole(file, outputText(as, results.all, context));
  if (flags.updateBaseline) {
    const held = await writeBaseline(flags.baseline!, results.all);
    tell(`${flags.baseline}: ${plural(held, 'finding')}`);
    return EXIT.fine;
  }
  if (form === undefined) printLine(io, closingLine(results.all));
  return exitCodeOf(results.all, limits);
}

function formOf(flags: LintFlags): Output | undefined {
  const asked = OUTPUTS.filter((form) => flags[form]);
  if (asked.length > 1) {
    const names = asked.map((form) => `--${form}`).join(' and ');
    throw new UsageError(`${names} exclude one another; --write puts a further form into a file`);
  }
  return asked[0];
}

interface Limits {
  readonly failOn: Severity | 'never';
  readonly maxWarnings: number;
}

/** Of several configs the strictest counts: the command has one exit code. */
function limitsOf({ failOn, maxWarnings }: LintFlags, configs: readonly LintConfig[]): Limits {
  const ranks = [...SEVERITIES, 'never'] as const;
  const asked = configs.map((config) => config.failOn ?? 'error').sort((a, b) => ranks.indexOf(a) - ranks.indexOf(b));
  const most = configs.map((config) => config.maxWarnings ?? Infinity);
  return { failOn: failOn ?? asked[0] ?? 'error', maxWarnings: maxWarnings ?? Math.min(Infinity, ...most) };
}

async function judgeAll(
  tasks: readonly LintTask[],
  { quiet, jobs }: LintFlags,
  io: Io,
  form: Output | undefined,
  baseline: Baseline | undefined,
): Promise<{ readonly all: readonly LintResult[]; readonly shown: readonly LintResult[] }> {
  const progress = createProgress(io, tasks.length);
  const all: LintResult[] = [];
  const shown: LintResult[] = [];
  const done = (judged: LintResult): void => {
    const result = baseline ? baseline.mark(judged) : judged;
    const visible = quiet ? errorsOf(result) : result;
    all.push(result);
    shown.push(visible);
    progress.clear();
    if (form === undefined) printResult(io, visible);
    else if (form === 'jsonl' || form === 'github') io.stdout(streamText(form, visible));
  };
  await lintAll(tasks, jobs ?? availableParallelism(), done, progress.show);
  progress.clear();
  return { all, shown };
}

const errorsOf = (result: LintResult): LintResult => ({
  ...result,
  skipped: [],
  takes: result.takes.map((take) => ({
    ...take,
    findings: take.findings.filter(({ severity }) => severity === 'error'),
  })),
});

function printResult(io: Io, { file, takes, failures, skipped }: LintResult): void {
  for (const take of takes) {
    const name = takes.length > 1 ? `${file} "${take.animation}"` : file;
    for (const finding of take.findings) printLine(io, `${name}: ${findingLine(finding)}`);
  }
  for (const { message } of skipped) printLine(io, `skipped: ${message}`);
  for (const { message } of failures) io.stderr(`poise: ${message}\n`);
}

function closingLine(results: readonly LintResult[]): string {
  const worst = results.map(({ takes }) => worstOf(takes));
  const judged = results.filter(({ takes }) => takes.length > 0).length;
  const having = (severity: Severity): number => worst.filter((found) => found === severity).length;
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const nobody = results.filter(({ takes, failures }) => takes.length === 0 && failures.length === 0).length;
  const old = results.flatMap(({ takes }) => takes.flatMap((take) => take.old ?? [])).length;
  const parts = [
    `${judged - having('error') - having('warning')} fine`,
    `${having('warning')} with warnings`,
    `${having('error')} with errors`,
    ...(nobody > 0 ? [`${nobody} without a person`] : []),
    ...(failed > 0 ? [`${failed} not judged`] : []),
    ...(old > 0 ? [`${plural(old, 'finding')} known from the baseline`] : []),
  ];
  return `${plural(results.length, 'file')}: ${parts.join(', ')}`;
}

/** Findings come before unreadable files: a script that sees 1 knows that something was judged and found wanting. */
function exitCodeOf(results: readonly LintResult[], { failOn, maxWarnings }: Limits): ExitCode {
  const from = failOn === 'never' ? SEVERITIES.length : SEVERITIES.indexOf(failOn);
  const worst = results.map(({ takes }) => worstOf(takes)).filter((severity) => severity !== undefined);
  if (worst.some((severity) => SEVERITIES.indexOf(severity) >= from)) return EXIT.findings;
  const findings = results.flatMap(({ takes }) => takes.flatMap((take) => take.findings));
  if (findings.filter(({ severity }) => severity === 'warning').length > maxWarnings) return EXIT.findings;
  return results.some(({ failures }) => failures.length > 0) ? EXIT.unreadable : EXIT.fine;
}
