/** JUnit's XML, which every build server shows: one test case per take, a failure per finding that fails. */
import { type Finding, SEVERITIES, type Severity } from '../../balance/finding.ts';
import type { LintResult } from './lint-file.ts';

/** `failOn`: findings from this severity on are failures, others go to the case's output. */
export function junitXml(results: readonly LintResult[], failOn: Severity | 'never'): string {
  const suites = results.map((result) => suiteOf(result, failOn));
  const sum = (key: 'tests' | 'failures' | 'errors' | 'skipped'): number =>
    suites.reduce((total, suite) => total + suite[key], 0);
  const counts = `tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}" skipped="${sum('skipped')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="poise" ${counts}>\n${suites.map(({ text }) => text).join('')}</testsuites>\n`;
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  readonly text: string;
}

function suiteOf({ file, takes, failures, skipped }: LintResult, failOn: Severity | 'never'): Suite {
  const from = failOn === 'never' ? SEVERITIES.length : SEVERITIES.indexOf(failOn);
  const fails = ({ severity }: Finding): boolean => SEVERITIES.indexOf(severity) >= from;
  const cases = [
    ...takes.map(({ animation, findings }) => {
      const inside = [
        ...findings.filter(fails).map(({ rule, severity, message }) => {
          return `      <failure type="${escaped(rule)}" message="${escaped(message)}">${escaped(`${severity} [${rule}] ${message}`)}</failure>\n`;
        }),
        outputOf(findings.filter((finding) => !fails(finding))),
      ].join('');
      return caseOf(animation || 'motion', file, inside);
    }),
    ...failures.map(({ message }) => caseOf('read', file, `      <error message="${escaped(message)}"/>\n`)),
    ...skipped.map(({ message }) => caseOf('person', file, `      <skipped message="${escaped(message)}"/>\n`)),
  ];
  const failed = takes.filter(({ findings }) => findings.some(fails)).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="${failures.length}" skipped="${skipped.length}"`;
  return {
    tests: cases.length,
    failures: failed,
    errors: failures.length,
    skipped: skipped.length,
    text: `  <testsuite name="${escaped(file)}" ${counts}>\n${cases.join('')}  </testsuite>\n`,
  };
}

const caseOf = (name: string, file: string, inside: string): string =>
  `    <testcase name="${escaped(name)}" classname="${escaped(file)}"${inside === '' ? '/>\n' : `>\n${inside}    </testcase>\n`}`;

const outputOf = (findings: readonly Finding[]): string =>
  findings.length === 0
    ? ''
    : `      <system-out>${escaped(findings.map(({ severity, rule, message }) => `${severity} [${rule}] ${message}`).join('\n'))}</system-out>\n`;

/** Text of XML 1.0: the five signs, and no control characters, which it cannot hold. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
