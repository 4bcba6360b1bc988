/**
 * What the judge says against a stretch of a clip, as one number: over time, the findings that hold in a frame taken together as the root of the sum of their squares. What is
 * wrong in two ways at once is little worse than once: a body that floats is not asked for its balance.
 */
import type { Finding } from '../balance/finding.ts';
import type { Judgement } from '../balance/judge.ts';
import { SUPPORT_PHASES } from '../balance/report.ts';
import type { Frames } from '../motion/stretches.ts';

const SEEN = 0.5; // [s] a finding of a few frames is seen for so long
const MOST = 3; // times its limit: worse counts no more
const WEIGHT = { note: 0, warning: 1, error: 10 } as const;
const FLIGHT = 10; // of frames that fly: a filter that throws somebody into the air has not balanced him

export const meets = (a: Frames, b: Frames): boolean => a.start <= b.end && b.start <= a.end;

/** [s] times weight. */
export function blameOf(judgement: Judgement, { start, end }: Frames): number {
  const blame = blameOver(judgement);
  let sum = 0;
  for (let frame = start; frame <= end; frame++) sum += blame[frame];
  return sum * judgement.report.frameTime;
}

/** Weight frame by frame. */
export function blameOver({ findings, report }: Judgement): Float64Array {
  const { phase, frameTime, frameCount } = report;
  const squares = new Float64Array(frameCount);
  const half = Math.round(SEEN / 2 / frameTime);
  for (const finding of findings) {
    const weight = weightOf(finding);
    if (weight === 0) continue;
    const middle = Math.round((finding.start + finding.end) / 2);
    const first = Math.max(0, Math.min(finding.start, middle - half));
    const last = Math.min(frameCount - 1, Math.max(finding.end, middle + half));
    for (let frame = first; frame <= last; frame++) squares[frame] += weight * weight;
  }
  const flight = SUPPORT_PHASES.indexOf('flight');
  return squares.map((square, frame) => Math.sqrt(square) + (phase[frame] === flight ? FLIGHT : 0));
}

const weightOf = ({ severity, value, limit }: Finding): number =>
  WEIGHT[severity] * Math.min(MOST, limit > 0 ? value / limit : 1);
