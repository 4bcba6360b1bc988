/** Stretches in which something besides the feet carries or pulls: their posture is right for a reason that is not in the file. */
import type { Judgement } from '../balance/judge.ts';
import { SUPPORT_PHASES } from '../balance/report.ts';
import { boardRuns } from '../balance/rules/carried.ts';
import { surelyCarriedBy } from '../balance/rules/carrier.ts';
import { imbalanceRuns } from '../balance/rules/imbalance-runs.ts';
import { type RuleInput, runsWhere } from '../balance/rules/rule.ts';
import type { Clip } from '../motion/clip.ts';
import type { Stretch } from './stage.ts';

const LEAST = 0.1; // [s] that hands, knees, seat or back are on the ground
const LASTING = 0.8; // of the frames that are judged: a body that leans so long is held, or its file is tilted
const TOGETHER = 0.25; // [s] between two stretches that are one

const WHY = {
  seat: 'a seat carries part of the weight',
  hands: 'the hands hold on to something',
  push: 'something unseen pushes or pulls',
} as const;

/** What the judge saw of it. */
export function heldStretches(clip: Clip, { body, report }: Judgement): readonly Stretch[] {
  const input = { body, clip, report };
  const other = SUPPORT_PHASES.indexOf('other');
  const gap = Math.round(TOGETHER / clip.frameTime);
  const lying = runsWhere(clip.frameCount, (frame) => report.phase[frame] === other, gap)
    .filter(({ start, end }) => (end - start + 1) * clip.frameTime >= LEAST)
    .map((run): Stretch => ({ ...run, why: 'hands, knees, seat or back are on the ground' }));
  const runs = imbalanceRuns(input);
  if (isCarriedThroughout(input, runs)) {
    return [{ start: 0, end: clip.frameCount - 1, why: 'something unseen carries the body nearly all the time' }];
  }
  const carried = runs.flatMap((imbalance): Stretch[] => {
    const carrier = surelyCarriedBy(input, imbalance);
    return carrier ? [{ start: imbalance.run.start, end: imbalance.run.end, why: WHY[carrier.by] }] : [];
  });
  const boards = boardRuns(input).map((run): Stretch => ({ ...run, why: 'a board or skates carry the body along' }));
  return [...lying, ...carried, ...boards].sort((a, b) => a.start - b.start);
}

/** Out of balance nearly all the time. */
export function isCarriedThroughout(input: RuleInput, runs = imbalanceRuns(input)): boolean {
  const { clip, report } = input;
  const off = runs.reduce((sum, { run }) => sum + run.end - run.start + 1, 0);
  const judged = report.judged.reduce((sum, one) => sum + one, 0);
  return judged > 0 && off > LASTING * Math.max(judged, LASTING * clip.frameCount);
}
