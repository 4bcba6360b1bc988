/** Do feet that stand stay where they stand? */
import type { Finding } from '../finding.ts';
import { type BalanceReport, type FootReport, phaseAt } from '../report.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

const WINDOW = 0.4; // [s] the eye judges sliding over about this time
const CARRIES = 0.15; // of body weight: a foot that carries less may glide over the floor, as dancers and shufflers do
const UNEVEN = 2; // times as far on steps and rough ground
const TRIM = 0.04; // [s] at both ends of a contact
export const SLIDE_WARNING = 0.04; // [m] within the window
export const SLIDE_ERROR = 0.1;

export const skateRule: Rule = {
  id: 'skate',
  title: 'Foot slides',
  help: 'A foot that carries weight moves over the floor. Plant it: lock it in place from touch-down to lift-off.',
  check: ({ clip, report }: RuleInput): readonly Finding[] => report.feet.flatMap((foot) => slides(clip, report, foot)),
};

/** On uneven ground a foot may roll over an edge. People who crawl, kneel or lie drag their feet along. */
function slides(clip: RuleInput['clip'], report: BalanceReport, foot: FootReport): readonly Finding[] {
  const uneven = report.ground.kind === 'uneven';
  const carries = (frame: number): boolean => foot.load[frame] > CARRIES && phaseAt(report, frame) !== 'other';
  const slide = slideOverWindow(foot, clip.frameTime, carries);
  const size = (frame: number): number => slide[frame];
  const gap = Math.round(0.2 / clip.frameTime);
  return runsWhere(clip.frameCount, (frame) => slide[frame] > SLIDE_WARNING, gap).map((run) => {
    const worst = worstIn(run, size);
    const value = size(worst);
    return {
      rule: 'skate',
      severity: value > (uneven ? UNEVEN : 1) * SLIDE_ERROR ? 'error' : 'warning',
      ...run,
      worst,
      value,
      limit: SLIDE_ERROR,
      unit: 'm',
      message: `The ${foot.side} foot slides ${centimetres(value)} within ${WINDOW} s while it carries weight, ${whenInWords(clip, run)}.`,
    };
  });
}

/** Net shift [m] of the standing foot within ± half a window of each frame, inside one contact; touch-down and lift-off
 *  themselves do not count. */
function slideOverWindow(foot: FootReport, frameTime: number, carries: (frame: number) => boolean): Float64Array {
  const frames = foot.skate.length;
  const half = Math.max(1, Math.round(WINDOW / 2 / frameTime));
  const trim = Math.round(TRIM / frameTime);
  const slide = new Float64Array(frames);
  for (const contact of runsWhere(frames, (frame) => !Number.isNaN(foot.skate[frame]))) {
    const [first, last] = [contact.start + trim, contact.end - trim];
    if (last <= first) continue;
    // Running sums of the velocity give the shift between any two frames.
    const path = new Float64Array(2 * (last - first + 2));
    for (let frame = first; frame <= last; frame++) {
      for (let k = 0; k < 2; k++) {
        const step = carries(frame) ? foot.skateVelocity[2 * frame + k] * frameTime : 0;
        path[2 * (frame - first + 1) + k] = path[2 * (frame - first) + k] + step;
      }
    }
    for (let frame = first; frame <= last; frame++) {
      const a = 2 * (Math.max(first, frame - half) - first);
      const b = 2 * (Math.min(last + 1, frame + half) - first);
      slide[frame] = Math.hypot(path[b] - path[a], path[b + 1] - path[a + 1]);
    }
  }
  return slide;
}
