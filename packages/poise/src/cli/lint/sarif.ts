/** SARIF 2.1.0 (OASIS): the form in which code hosts and editors read findings. */

import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from '../../balance/finding.ts';
import { rules } from '../../balance/lint.ts';
import type { Rule } from '../../balance/rules/rule.ts';
import { VERSION } from '../version.ts';
import type { LintedTake, LintFailure, LintResult } from './lint-file.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export function sarifLog(results: readonly LintResult[]) {
  const failures = results.flatMap(({ file, failures }) => failures.map((failure) => notification(file, failure)));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'poise', semanticVersion: VERSION, rules: rules.map(sarifRule) } },
        invocations: [{ executionSuccessful: failures.length === 0, toolExecutionNotifications: failures }],
        results: results.flatMap(({ file, takes }) =>
          takes.flatMap((take) => take.findings.map((finding) => sarifResult(file, take, finding))),
        ),
      },
    ],
  };
}

const sarifRule = ({ id, title, help }: Rule) => ({ id, shortDescription: { text: title }, help: { text: help } });

function sarifResult(file: string, take: LintedTake, finding: Finding) {
  const { rule, severity, start, end, worst, value, limit, unit } = finding;
  return {
    ruleId: rule,
    ruleIndex: rules.findIndex(({ id }) => id === rule),
    level: severity,
    message: { text: finding.message },
    locations: [{ physicalLocation: { artifactLocation: { uri: artifactUri(file) } } }],
    properties: { animation: take.animation, start, end, worst, value, limit, unit },
  };
}

function notification(file: string, { message, line, column }: LintFailure) {
  const region =
    line === undefined ? undefined : { startLine: line, ...(column !== undefined && { startColumn: column }) };
  return {
    level: 'error',
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: artifactUri(file) }, ...(region && { region }) } }],
  };
}

/** Relative files stay relative to where the command ran; a URI has forward slashes and no spaces. */
function artifactUri(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
