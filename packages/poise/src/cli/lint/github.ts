/** Workflow commands of GitHub Actions: findings appear beside the files of a pull request. */
import type { Severity } from '../../balance/finding.ts';
import type { LintResult } from './lint-file.ts';

const COMMAND: Readonly<Record<Severity, string>> = { note: 'notice', warning: 'warning', error: 'error' };

export function githubLines({ file, takes, failures, skipped }: LintResult): readonly string[] {
  return [
    ...takes.flatMap(({ animation, findings, firstLine }) =>
      findings.map(({ severity, rule, message, start, end }) => {
        const lines = firstLine === undefined ? [] : [`line=${firstLine + start}`, `endLine=${firstLine + end}`];
        const title = `title=${property(`poise: ${rule}${animation ? ` in "${animation}"` : ''}`)}`;
        return `::${COMMAND[severity]} ${[`file=${property(file)}`, ...lines, title].join(',')}::${data(message)}`;
      }),
    ),
    ...failures.map(({ message, line }) => {
      const place = line === undefined ? '' : `,line=${line}`;
      return `::error file=${property(file)}${place},title=${property('poise: not judged')}::${data(message)}`;
    }),
    ...skipped.map(
      ({ message }) => `::notice file=${property(file)},title=${property('poise: skipped')}::${data(message)}`,
    ),
  ];
}

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
