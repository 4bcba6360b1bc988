/** SARIF 2.1.0 (OASIS): the form in which code hosts and editors read findings. */

import { createHash } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../../balance/finding.ts';
import { rules } from '../../balance/lint.ts';
import type { Rule } from '../../balance/rules/rule.ts';
import { VERSION } from '../version.ts';
import { fileKey } from './baseline.ts';
import type { LintedTake, LintFailure, LintResult } from './lint-file.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** `docs`: address under which the pages of the rules are. */
export function sarifLog(results: readonly LintResult[], docs?: string) {
  const told = (level: 'error' | 'note', pick: (result: LintResult) => readonly LintFailure[]) =>
    results.flatMap((result) => pick(result).map((failure) => notification(result.file, failure, level)));
  const failures = told('error', (result) => result.failures);
  const notes = told('note', (result) => result.skipped);
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'poise', semanticVersion: VERSION, rules: rules.map((rule) => sarifRule(rule, docs)) },
        },
        invocations: [
          { executionSuccessful: failures.length === 0, toolExecutionNotifications: [...failures, ...notes] },
        ],
        results: results.flatMap(({ file, takes }) => takes.flatMap((take) => resultsOf(file, take))),
      },
    ],
  };
}

const sarifRule = ({ id, title, help }: Rule, docs: string | undefined) => ({
  id,
  shortDescription: { text: title },
  help: { text: help },
  ...(docs !== undefined && { helpUri: `${docs.replace(/\/+$/, '')}/${id}.md` }),
});

/** Findings of a take, those that a baseline knows among them: hosts show them as unchanged. */
function resultsOf(file: string, take: LintedTake) {
  const count = new Map<string, number>(); // of a rule, so far
  const { findings, old = [] } = take;
  const all = [
    ...findings.map((finding) => ({ finding, state: 'new' })),
    ...old.map((finding) => ({ finding, state: 'unchanged' })),
  ].sort((a, b) => a.finding.start - b.finding.start);
  const hasBaseline = take.old !== undefined;
  return all.map(({ finding, state }) => {
    const ordinal = count.get(finding.rule) ?? 0;
    count.set(finding.rule, ordinal + 1);
    return { ...sarifResult(file, take, finding, ordinal), ...(hasBaseline && { baselineState: state }) };
  });
}

function sarifResult(file: string, take: LintedTake, finding: Finding, ordinal: number) {
  const { rule, severity, start, end, worst, value, limit, unit } = finding;
  const { animation, firstLine } = take;
  // Code hosts show no result without a line; files that have none are pointed at as a whole.
  const region =
    firstLine === undefined ? { startLine: 1 } : { startLine: firstLine + start, endLine: firstLine + end };
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level: severity,
    message: { text: finding.message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: artifactUri(file) }, region },
        ...(animation !== '' && { logicalLocations: [{ name: animation, kind: 'member' }] }),
      },
    ],
    partialFingerprints: { 'poiseFinding/v1': fingerprintOf(file, animation, rule, ordinal) },
    properties: { animation, start, end, worst, value, limit, unit },
  };
}

/** Stays when a clip changes a little: which finding of the rule it is, not where exactly. */
const fingerprintOf = (file: string, animation: string, rule: string, ordinal: number): string =>
  createHash('sha256')
    .update(JSON.stringify([fileKey(file), animation, rule, ordinal]))
    .digest('hex')
    .slice(0, 32);

function notification(file: string, { message, line, column }: LintFailure, level: 'error' | 'note') {
  const region =
    line === undefined ? undefined : { startLine: line, ...(column !== undefined && { startColumn: column }) };
  return {
    level,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: artifactUri(file) }, ...(region && { region }) } }],
  };
}

/** Relative files stay relative to where the command ran; a URI has forward slashes and no spaces. */
function artifactUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
