/** Was there enough to judge? */
import type { Finding } from '../finding.ts';
import type { Rule, RuleInput } from './rule.ts';

const LEAST_JUDGED = 0.1; // of the frames

export const unjudgedRule: Rule = {
  id: 'unjudged',
  title: 'Not enough data',
  help: 'Too few frames stand clearly on the feet for a verdict on balance: a very short clip, one in the air, or one on hands and knees.',
  check: ({ clip, report }: RuleInput): readonly Finding[] => {
    const share = report.summary.judgedFraction;
    if (clip.frameCount > 2 && share >= LEAST_JUDGED) return [];
    const percent = Math.round(100 * share);
    const why =
      clip.frameCount < 3
        ? `the clip has ${clip.frameCount === 1 ? 'one frame' : `${clip.frameCount} frames`}`
        : percent === 0
          ? 'the feet never clearly touch the ground'
          : `the feet clearly carry the body in only ${percent} % of the frames`;
    return [
      {
        rule: 'unjudged',
        severity: 'note',
        start: 0,
        end: Math.max(0, clip.frameCount - 1),
        worst: 0,
        value: share,
        limit: LEAST_JUDGED,
        unit: '1',
        message: `Can't check balance: ${why}.`,
      },
    ];
  },
};
