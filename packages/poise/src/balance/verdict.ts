/** One headline in plain words for a clip: what an animator reads first. */
import type { Finding, Severity } from './finding.ts';
import type { BalanceReport } from './report.ts';

export interface Verdict {
  readonly status: 'good' | 'doubtful' | 'bad' | 'unjudged';
  readonly headline: string;
  readonly detail: string;
}

/** Below this share of judged frames the clip as a whole has no verdict. */
const LEAST_JUDGED = 0.1;
/** Accelerations, and all that follows from them, need this many frames. */
export const MOVES_FROM = 3;

/** Could balance be judged in enough of the clip to say something about the whole? */
export const isJudged = ({ frameCount, summary }: BalanceReport): boolean =>
  frameCount >= MOVES_FROM && summary.judgedFraction >= LEAST_JUDGED;

const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ofSeverity = (findings: readonly Finding[], severity: Severity): Finding[] =>
  findings.filter((finding) => finding.severity === severity);

export function verdictOf(report: BalanceReport, findings: readonly Finding[]): Verdict {
  const errors = ofSeverity(findings, 'error');
  const warnings = ofSeverity(findings, 'warning');
  if (errors.length > 0) {
    return {
      status: 'bad',
      headline: `Physically impossible: ${plural(errors.length, 'problem')}`,
      detail: firstSentence(errors),
    };
  }
  if (warnings.length > 0) {
    const held = heldFromOutside(warnings, findings);
    return {
      status: 'doubtful',
      headline: `Plausible${held ? ' only with outside support' : ''}, ${plural(warnings.length, 'warning')}`,
      detail: firstSentence(warnings, held),
    };
  }
  if (!isJudged(report)) {
    return {
      status: 'unjudged',
      headline: 'No problems found (not enough data)',
      detail: unjudgedSentence(report),
    };
  }
  return { status: 'good', headline: 'Plausible: no problems found', detail: balanceSentence(report) };
}

/** The gravest imbalance beyond the limit of errors that is none because something unseen may carry the body. */
function heldFromOutside(warnings: readonly Finding[], findings: readonly Finding[]): Finding | undefined {
  const carried = findings.filter(({ rule }) => rule === 'carried');
  return warnings
    .filter(({ rule, value, limit }) => rule === 'balance' && value > limit)
    .filter(({ start, end }) => carried.some((note) => note.start <= end && note.end >= start))
    .reduce<Finding | undefined>((worst, next) => (worst && worst.value >= next.value ? worst : next), undefined);
}

function firstSentence(findings: readonly Finding[], first?: Finding): string {
  const longest = findings.reduce((best, next) => (next.end - next.start > best.end - best.start ? next : best));
  const more = findings.length - 1;
  return capital((first ?? longest).message) + (more > 0 ? ` And ${plural(more, 'more finding')} below.` : '');
}

function unjudgedSentence({ frameCount, summary }: BalanceReport): string {
  if (frameCount < MOVES_FROM) return `The clip has ${plural(frameCount, 'frame')}: a pose, not a motion.`;
  const share = Math.round(100 * summary.judgedFraction);
  return share === 0
    ? "Can't check balance: the feet never clearly touch the ground."
    : `Can't check balance: the feet clearly carry the body in only ${share} % of the frames.`;
}

function balanceSentence({ summary }: BalanceReport): string {
  const outside = Math.round(100 * summary.zmpOutsideFraction);
  return outside === 0
    ? 'The balance point (ZMP) stays within the support in every analysed frame.'
    : `The balance point (ZMP) leaves the support in ${outside} % of the analysed frames, but not further than capture noise can explain.`;
}
