/** The summary cards of the page: one number each, in words an animator uses. */
import type { Finding, Severity } from '../balance/finding.ts';
import type { BalanceReport } from '../balance/report.ts';

export interface Card {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
  readonly severity: Severity | 'fine';
}

const fixed = (value: number, decimals: number): string => (Number.isFinite(value) ? value.toFixed(decimals) : '–');

const centimetres = (metres: number): string => fixed(100 * metres, 100 * metres >= 10 ? 0 : 1);

/** The worst that was said about a card's matter, by the rules that belong to it. */
function severityOf(findings: readonly Finding[], rules: readonly string[]): Severity | 'fine' {
  const said = new Set(findings.filter(({ rule }) => rules.includes(rule)).map(({ severity }) => severity));
  return (['error', 'warning', 'note'] as const).find((severity) => said.has(severity)) ?? 'fine';
}

export function summaryCards({ summary, frameTime }: BalanceReport, findings: readonly Finding[]): Card[] {
  const at = (frame: number): string => (frame >= 0 ? ` at ${fixed(frame * frameTime, 2)} s` : '');
  const card = (label: string, value: string, unit: string, note: string, rules: readonly string[]): Card => ({
    label,
    value,
    unit,
    note,
    severity: severityOf(findings, rules),
  });
  const worst =
    summary.worstZmpFrame >= 0
      ? `worst ${centimetres(summary.worstZmpDistance)} cm outside${at(summary.worstZmpFrame)}`
      : 'never outside';
  return [
    card(
      'Off balance',
      centimetres(summary.imbalance),
      'cm',
      `to shift the body at worst${at(summary.imbalanceFrame)}`,
      ['balance'],
    ),
    card('ZMP inside', fixed(100 * (1 - summary.zmpOutsideFraction), 0), '%', `of judged frames; ${worst}`, [
      'balance',
      'lean',
    ]),
    card('Foot slide', centimetres(summary.slide), 'cm', `longest; ${fixed(100 * summary.skate, 1)} cm/s on average`, [
      'skate',
    ]),
    card('Floating', centimetres(summary.float), 'cm', 'above the floor while not in a jump', [
      'unsupported',
      'pull',
      'ground',
    ]),
    card('In the floor', centimetres(summary.penetration), 'cm', 'deepest sole', ['penetration']),
    card('Grip needed', fixed(summary.friction, 2), '', 'sideways over downward force; shoes give 0.6–1', ['friction']),
    card('Jitter', fixed(summary.jitter, 1), 'm/s²', 'shaking above the motion itself', ['pop']),
  ];
}
