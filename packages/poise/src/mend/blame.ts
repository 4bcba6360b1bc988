/** What the judge says against a stretch of a clip, as one number. */
import type { Finding } from '../balance/finding.ts';
import type { Judgement } from '../balance/judge.ts';
import { type BalanceReport, SUPPORT_PHASES } from '../balance/report.ts';
import type { Frames } from '../motion/stretches.ts';

export const meets = (a: Frames, b: Frames): boolean => a.start <= b.end && b.start <= a.end;

export const blameOf = ({ findings, report }: Judgement, stretch: Frames): number =>
  findings.filter((finding) => meets(finding, stretch)).reduce((sum, finding) => sum + weightOf(finding), 0) +
  flown(report, stretch);

const weightOf = ({ severity, value, limit }: Finding): number =>
  severity === 'note' ? 0 : (severity === 'error' ? 10 : 1) * Math.min(3, limit > 0 ? value / limit : 1);

/** Frames that fly, as a little blame: a filter that throws somebody into the air has not balanced him. */
function flown({ phase }: BalanceReport, { start, end }: Frames): number {
  const flight = SUPPORT_PHASES.indexOf('flight');
  let count = 0;
  for (let frame = start; frame <= end; frame++) if (phase[frame] === flight) count++;
  return (10 * count) / (end - start + 1);
}
