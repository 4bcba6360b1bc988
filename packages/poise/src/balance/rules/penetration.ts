/** Do feet stay above the floor? */
import type { Finding } from '../finding.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';
import { sunkDepth } from './sunk.ts';

export const DEPTH_WARNING = 0.03; // [m]
export const DEPTH_ERROR = 0.08;
const SHORTEST = 0.05; // [s]

export const penetrationRule: Rule = {
  id: 'penetration',
  title: 'Foot in the floor',
  help: 'The sole goes below the ground. Raise the foot or the hips, or set the ground height.',
  check: ({ clip, report }: RuleInput): readonly Finding[] => {
    if (report.ground.kind === 'uneven') return []; // the ground is known only where somebody stands on it
    // A clip that is sunk as a whole is one finding, of the ground rule; here counts what goes deeper than that.
    const sunk = sunkDepth(report);
    const floor = sunk > 0 ? 'the floor that it stands on' : 'the floor';
    return report.feet.flatMap((foot) => {
      const depth = (frame: number): number => -foot.clearance[frame] - sunk;
      const shortest = SHORTEST / clip.frameTime;
      return runsWhere(clip.frameCount, (frame) => depth(frame) > DEPTH_WARNING, 2)
        .filter((run) => run.end - run.start + 1 >= shortest || run.end - run.start + 1 === clip.frameCount)
        .map((run): Finding => {
          const worst = worstIn(run, depth);
          const value = depth(worst);
          return {
            rule: 'penetration',
            severity: value > DEPTH_ERROR ? 'error' : 'warning',
            ...run,
            worst,
            value,
            limit: DEPTH_ERROR,
            unit: 'm',
            message: `The ${foot.side} foot is ${centimetres(value)} below ${floor}, ${whenInWords(clip, run)}.`,
          };
        });
    });
  },
};
