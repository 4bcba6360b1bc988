/**
 * The one judge: clip → body, report, findings, verdict. The command line, the studio's stage, Mend, `<poise-view>` and reports
 * all call it, so that the same clip gets the same findings everywhere. What the judge has to know besides the coordinates is data: provenance and
 * floor are the clip's own, everything else is the context's.
 */
import type { Body } from '../body/body.ts';
import type { BodyOptions } from '../body/options.ts';
import type { Clip } from '../motion/clip.ts';
import { type AnalyseOptions, analyse } from './analyse.ts';
import type { Finding } from './finding.ts';
import { fitBody } from './fit-body.ts';
import { lint } from './lint.ts';
import type { BalanceReport } from './report.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** What is known beyond the clip. */
export interface JudgeContext extends AnalyseOptions {
  readonly body: Partial<BodyOptions>; // stature, mass … where they are known
  /** Whose motion it is, where that is known better than from the clip; then `body` counts for nothing. */
  readonly person?: Body | undefined;
}

export interface Judgement {
  readonly body: Body;
  readonly report: BalanceReport;
  readonly findings: readonly Finding[]; // the gravest first, then by time
  readonly verdict: Verdict;
}

/** Judges a clip. Throws RigError where the clip holds nobody.
 *
 * ```ts
 * const { verdict, findings } = judge(clip, { body: { mass: 62 } });
 * ```
 */
export function judge(clip: Clip, context: Partial<JudgeContext> = {}): Judgement {
  const { body: options, person, ...settings } = context;
  const body = person ?? fitBody(clip, options);
  const report = analyse(body, clip, settings);
  const findings = lint(body, clip, report);
  return { body, report, findings, verdict: verdictOf(report, findings) };
}
