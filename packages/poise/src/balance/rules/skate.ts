/** Do feet that stand stay where they stand? */
import type { Finding } from '../finding.ts';
import type { FootReport } from '../report.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

const WINDOW = 0.4; // [s] the eye judges sliding over about this time
export const SLIDE_WARNING = 0.04; // [m] within the window
export const SLIDE_ERROR = 0.1;

export const skateRule: Rule = {
  id: 'skate',
  title: 'Foot slides',
  help: 'A foot that carries weight moves over the floor. Plant it: lock it in place from touch-down to lift-off.',
  check: ({ clip, report }: RuleInput): readonly Finding[] => report.feet.flatMap((foot) => slides(clip, foot)),
};

function slides(clip: RuleInput['clip'], foot: FootReport): readonly Finding[] {
  const slide = slideOverWindow(foot, clip.frameTime);
  const size = (frame: number): number => slide[frame];
  const gap = Math.round(0.2 / clip.frameTime);
  return runsWhere(clip.frameCount, (frame) => slide[frame] > SLIDE_WARNING, gap).map((run) => {
    const worst = worstIn(run, size);
    const value = size(worst);
    return {
      rule: 'skate',
      severity: value > SLIDE_ERROR ? 'error' : 'warning',
      ...run,
      worst,
      value,
      limit: SLIDE_ERROR,
      unit: 'm',
      message: `The ${foot.side} foot slides ${centimetres(value)} within ${WINDOW} s while it stands, ${whenInWords(clip, run)}.`,
    };
  });
}

/** Path [m] of the standing foot within ± half a window of each frame, contact only. */
export function slideOverWindow(foot: FootReport, frameTime: number): Float64Array {
  const frames = foot.skate.length;
  const half = Math.max(1, Math.round(WINDOW / 2 / frameTime));
  const path = new Float64Array(frames + 1); // running sum
  for (let frame = 0; frame < frames; frame++) {
    path[frame + 1] = path[frame] + (Number.isNaN(foot.skate[frame]) ? 0 : foot.skate[frame] * frameTime);
  }
  const slide = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    if (Number.isNaN(foot.skate[frame])) continue;
    slide[frame] = path[Math.min(frames, frame + half)] - path[Math.max(0, frame - half)];
  }
  return slide;
}
