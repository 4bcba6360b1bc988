/** Report → findings: what is wrong, how badly, where, in sentences. */
import type { Body } from '../body/body.ts';
import type { Clip } from '../motion/clip.ts';
import { SIDES } from '../motion/roles.ts';
import { type Finding, SEVERITIES, type Severity } from './finding.ts';
import type { BalanceReport } from './report.ts';
import { balanceRule } from './rules/balance.ts';
import { bridgedRule } from './rules/bridged.ts';
import { carriedRule } from './rules/carried.ts';
import { frictionRule, pullRule, thrustRule } from './rules/force.ts';
import { frozenRule } from './rules/frozen.ts';
import { groundRule } from './rules/ground.ts';
import { jitterRule } from './rules/jitter.ts';
import { brokenFeet, jointRangeRule } from './rules/joint-range.ts';
import { leanRule } from './rules/lean.ts';
import { overSmoothedRule } from './rules/over-smoothed.ts';
import { penetrationRule } from './rules/penetration.ts';
import { popRule } from './rules/pop.ts';
import { reversedRule } from './rules/reversed.ts';
import type { Rule } from './rules/rule.ts';
import { skateRule } from './rules/skate.ts';
import { swappedRule } from './rules/swapped.ts';
import { throughBodyRule } from './rules/through-body.ts';
import { timeScaleRule } from './rules/time-scale.ts';
import { unjudgedRule } from './rules/unjudged.ts';
import { unsupportedRule } from './rules/unsupported.ts';

export const rules: readonly Rule[] = [
  timeScaleRule,
  balanceRule,
  carriedRule,
  leanRule,
  unsupportedRule,
  pullRule,
  thrustRule,
  skateRule,
  penetrationRule,
  groundRule,
  frictionRule,
  popRule,
  jitterRule,
  frozenRule,
  bridgedRule,
  reversedRule,
  swappedRule,
  overSmoothedRule,
  jointRangeRule,
  throughBodyRule,
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
  const found = rules.flatMap((rule) => rule.check({ body, clip, report }));
  const doubt = doubtOfRate(clip, found);
  const broken = brokenFeet(body, clip);
  return found
    .map((finding) => softened(finding, doubt))
    .map((finding) => softenedByFeet(finding, broken, FOOT * body.height))
    .sort((a, b) => rank(b.severity) - rank(a.severity) || a.start - b.start);
}

/** Rules that rest on accelerations or speeds, and so on the frame rate. */
export const TIMED: ReadonlySet<string> = new Set([
  'balance',
  'lean',
  'unsupported',
  'pull',
  'thrust',
  'friction',
  'skate',
]);

/** Why what follows from speeds is no error: the rate is a guess, or the clip plays at the wrong speed. */
function doubtOfRate(clip: Clip, found: readonly Finding[]): string | undefined {
  if (clip.source?.notes.some((note) => note.topic === 'rate' && note.confidence === 'guess')) {
    return 'The frame rate is a guess.';
  }
  return found.some(({ rule, severity }) => rule === 'time-scale' && severity === 'error')
    ? 'The clip plays at the wrong speed.'
    : undefined;
}

function softened(finding: Finding, doubt: string | undefined): Finding {
  const rests = TIMED.has(finding.rule) || (finding.rule === 'time-scale' && doubt === 'The frame rate is a guess.');
  if (!doubt || finding.severity !== 'error' || !rests) return finding;
  return { ...finding, severity: 'warning', message: `${finding.message} ${doubt}` };
}

/** Rules that rest on where the soles are. */
const ON_SOLES: ReadonlySet<string> = new Set(['balance', 'lean', 'unsupported', 'skate', 'penetration', 'friction']);

const FOOT = 0.15; // of stature: a foot's length, and so how far off a sole can be

/** An error is none where a foot is bent as no foot can be: then the sole, which the rule asks, is wrong. */
function softenedByFeet(finding: Finding, broken: Uint8Array, reach: number): Finding {
  const { rule, severity, start, end, unit, value } = finding;
  if (severity !== 'error' || !ON_SOLES.has(rule) || (unit === 'm' && value > reach)) return finding;
  for (const [s, side] of SIDES.entries()) {
    let frames = 0;
    for (let frame = start; frame <= end; frame++) frames += broken[SIDES.length * frame + s];
    if (2 * frames <= end - start + 1) continue;
    const doubt = `The ${side} foot is bent as no foot can be, so that its sole may be elsewhere.`;
    return { ...finding, severity: 'warning', message: `${finding.message} ${doubt}` };
  }
  return finding;
}
