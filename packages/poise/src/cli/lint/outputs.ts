/** The forms in which verdicts of many files leave the command. */
import { extname } from 'node:path';
import { SEVERITIES, type Severity } from '../../balance/finding.ts';
import { UsageError } from '../../errors.ts';
import { toJson } from '../../report/json.ts';
import { githubLines } from './github.ts';
import { junitXml } from './junit.ts';
import type { LintedTake, LintResult } from './lint-file.ts';
import { sarifLog } from './sarif.ts';

export interface OutputContext {
  readonly failOn: Severity | 'never';
  readonly docs: string | undefined;
}

export const OUTPUTS = ['json', 'jsonl', 'sarif', 'junit', 'github'] as const;
export type Output = (typeof OUTPUTS)[number];

const BY_EXTENSION: Readonly<Record<string, Output>> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.sarif': 'sarif',
  '.xml': 'junit',
};

/** The form that a file's extension asks for. */
export function outputFor(file: string): Output {
  const extension = extname(file).toLowerCase();
  if (Object.hasOwn(BY_EXTENSION, extension)) return BY_EXTENSION[extension]!;
  throw new UsageError(`--write: expected a file ending in ${Object.keys(BY_EXTENSION).join(', ')}, found "${file}"`);
}

/** All results as one text. */
export function outputText(form: Output, results: readonly LintResult[], { failOn, docs }: OutputContext): string {
  switch (form) {
    case 'json':
      return `${toJson(results.map(resultJson))}\n`;
    case 'sarif':
      return `${toJson(sarifLog(results, docs))}\n`;
    case 'junit':
      return junitXml(results, failOn);
    default:
      return results.map((result) => streamText(form, result)).join('');
  }
}

/** One result, in the forms that go line by line. */
export function streamText(form: 'jsonl' | 'github', result: LintResult): string {
  const lines = form === 'jsonl' ? [JSON.stringify(resultJson(result))] : githubLines(result);
  return lines.map((line) => `${line}\n`).join('');
}

const resultJson = ({ file, takes, failures, skipped }: LintResult) => ({
  file,
  verdict: verdictOf(takes, failures.length),
  takes: takes.map(({ frameTime, firstLine: _, ...take }) => ({
    ...take,
    fps: Number((1 / frameTime).toPrecision(9)),
  })),
  failures,
  ...(skipped.length > 0 && { skipped }),
});

function verdictOf(takes: readonly LintedTake[], failures: number): string {
  if (takes.length > 0) return worstOf(takes) ?? 'fine';
  return failures > 0 ? 'unreadable' : 'skipped';
}

export function worstOf(takes: readonly LintedTake[]): Severity | undefined {
  const present = new Set(takes.flatMap((take) => take.findings.map((finding) => finding.severity)));
  return [...SEVERITIES].reverse().find((severity) => present.has(severity));
}
