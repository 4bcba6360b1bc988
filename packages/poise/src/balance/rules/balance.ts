/** Is the body where its support could carry it? */
import type { Finding } from '../finding.ts';
import { directionInWords, reportedHeading } from '../heading.ts';
import { centimetres, type Rule, type RuleInput, runsWhere, whenInWords, worstIn } from './rule.ts';

/** CoM shift [m] that balance would ask for. Calibrated on captured people and on clips made impossible
 *  (docs/validation.md): real captures stay below the error limit, impossible ones do not. */
export const BALANCE_WARNING = 0.015;
export const BALANCE_ERROR = 0.03;

export const balanceRule: Rule = {
  id: 'balance',
  title: 'Out of balance',
  help: 'The zero moment point leaves the support for longer and farther than capture errors explain. Bring the hips over the feet again, or let the character step.',
  check: ({ clip, report }: RuleInput): readonly Finding[] => {
    const size = (frame: number): number => Math.hypot(report.imbalance[3 * frame], report.imbalance[3 * frame + 2]);
    const gap = Math.round(0.2 / clip.frameTime);
    return runsWhere(clip.frameCount, (frame) => size(frame) > BALANCE_WARNING, gap).map((run) => {
      const worst = worstIn(run, size);
      const value = size(worst);
      const way = directionInWords(
        reportedHeading(report, worst),
        report.imbalance[3 * worst],
        report.imbalance[3 * worst + 2],
      );
      return {
        rule: 'balance',
        // on steps and rough ground contacts are less certain than the limit assumes
        severity: value > BALANCE_ERROR && report.ground.kind === 'plane' ? 'error' : 'warning',
        ...run,
        worst,
        value,
        limit: BALANCE_ERROR,
        unit: 'm',
        message: `The body is about ${centimetres(value)} too far ${way} for its feet to carry it, ${whenInWords(clip, run)}.`,
      };
    });
  },
};
