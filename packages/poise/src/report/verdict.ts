/** One headline in plain words for a clip: what an animator reads first. */
import type { Finding, Severity } from '../balance/finding.ts';
import type { BalanceReport } from '../balance/report.ts';

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

const NUMBER_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const count = (n: number, noun: string): string => `${NUMBER_WORDS[n] ?? n} ${noun}${n === 1 ? '' : 's'}`;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ofSeverity = (findings: readonly Finding[], severity: Severity): Finding[] =>
  findings.filter((finding) => finding.severity === severity);

export function verdictOf(report: BalanceReport, findings: readonly Finding[]): Verdict {
  const errors = ofSeverity(findings, 'error');
  const warnings = ofSeverity(findings, 'warning');
  if (errors.length > 0) {
    return {
      status: 'bad',
      headline: `Could not happen as it is: ${count(errors.length, 'problem')}`,
      detail: firstSentence(errors),
    };
  }
  if (warnings.length > 0) {
    return {
      status: 'doubtful',
      headline: `Could happen, with ${count(warnings.length, 'thing')} to look at`,
      detail: firstSentence(warnings),
    };
  }
  if (!isJudged(report)) {
    return {
      status: 'unjudged',
      headline: 'Nothing wrong was seen, but little could be judged',
      detail: unjudgedSentence(report),
    };
  }
  return { status: 'good', headline: 'Could happen: no problem found', detail: balanceSentence(report) };
}

function firstSentence(findings: readonly Finding[]): string {
  const longest = findings.reduce((best, next) => (next.end - next.start > best.end - best.start ? next : best));
  const more = findings.length - 1;
  return capital(longest.message) + (more > 0 ? ` And ${count(more, 'more finding')} below.` : '');
}

function unjudgedSentence({ frameCount, summary }: BalanceReport): string {
  if (frameCount < MOVES_FROM) return `The clip has ${count(frameCount, 'frame')}: a pose, not a motion.`;
  const share = Math.round(100 * summary.judgedFraction);
  return `Only ${share} % of the frames stand on the feet clearly enough for a verdict on balance.`;
}

function balanceSentence({ summary }: BalanceReport): string {
  const outside = Math.round(100 * summary.zmpOutsideFraction);
  return outside === 0
    ? 'The zero moment point stays within the support wherever it could be judged.'
    : `The zero moment point leaves the support in ${outside} % of the judged frames, but no farther and no longer than errors of capture and body model explain.`;
}
