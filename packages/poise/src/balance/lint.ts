/** Report → findings: what is wrong, how badly, where, in sentences. */
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';
import { type Finding, SEVERITIES, type Severity } from './finding.ts';
import type { BalanceReport } from './report.ts';
import { balanceRule } from './rules/balance.ts';
import { frictionRule, pullRule } from './rules/force.ts';
import { groundRule } from './rules/ground.ts';
import { leanRule } from './rules/lean.ts';
import { penetrationRule } from './rules/penetration.ts';
import { popRule } from './rules/pop.ts';
import type { Rule } from './rules/rule.ts';
import { skateRule } from './rules/skate.ts';
import { unjudgedRule } from './rules/unjudged.ts';
import { unsupportedRule } from './rules/unsupported.ts';

export const rules: readonly Rule[] = [
  balanceRule,
  leanRule,
  unsupportedRule,
  pullRule,
  skateRule,
  penetrationRule,
  groundRule,
  frictionRule,
  popRule,
  unjudgedRule,
];

/** All findings of a clip, the gravest first, then by time.
 *
 * ```ts
 * const body = fitBody(clip);
 * for (const finding of lint(body, clip, analyse(body, clip))) console.log(finding.message);
 * ```
 */
export function lint(body: Body, clip: Clip, report: BalanceReport): readonly Finding[] {
  const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
  return rules
    .flatMap((rule) => rule.check({ body, clip, report }))
    .map((finding) => softened(finding, clip))
    .sort((a, b) => rank(b.severity) - rank(a.severity) || a.start - b.start);
}

/** Rules that rest on accelerations or speeds, and so on the frame rate. */
const TIMED: ReadonlySet<string> = new Set(['balance', 'lean', 'unsupported', 'pull', 'friction', 'skate']);

/** Where the file does not state its frame rate, what follows from speeds is no error. */
function softened(finding: Finding, clip: Clip): Finding {
  const guessed = clip.source?.notes.some((note) => note.topic === 'rate' && note.confidence === 'guess');
  if (!guessed || finding.severity !== 'error' || !TIMED.has(finding.rule)) return finding;
  return { ...finding, severity: 'warning', message: `${finding.message} The frame rate is a guess.` };
}
