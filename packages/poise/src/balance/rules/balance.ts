/** Is the body where its support could carry it? */
import type { Finding } from '../finding.ts';
import { directionInWords, reportedHeading } from '../heading.ts';
import { carrierOf } from './carrier.ts';
import { BALANCE_ERROR, BALANCE_ERROR_EXACT, type Imbalance, imbalanceRuns } from './imbalance-runs.ts';
import { JERK_ERROR, type Jerk, jerksIn } from './jerk.ts';
import { centimetres, type Rule, type RuleInput, whenInWords } from './rule.ts';

const FAR = 0.5; // [m] farther is far outside, however far

export const balanceRule: Rule = {
  id: 'balance',
  title: 'Out of balance',
  help: 'The body tips further than capture noise can explain. Bring the hips over the feet again, or let the character step.',
  check: (input: RuleInput): readonly Finding[] => {
    const found = imbalanceRuns(input).map((imbalance) => imbalanceFinding(input, imbalance));
    const errors = found.filter(({ severity }) => severity === 'error');
    const isNew = ({ run }: Jerk): boolean => !errors.some(({ start, end }) => start <= run.end && end >= run.start);
    return [
      ...found,
      ...jerksIn(input)
        .filter(isNew)
        .map((jerk) => jerkFinding(input, jerk)),
    ];
  },
};

function imbalanceFinding(input: RuleInput, imbalance: Imbalance): Finding {
  const { clip, report } = input;
  const { run, worst, value, x, z } = imbalance;
  // Where something unseen may well carry, rule `carried` says so, and the motion is not called impossible.
  const limit = clip.provenance === 'performed' ? BALANCE_ERROR_EXACT : BALANCE_ERROR;
  const isError = value > limit && carrierOf(input, imbalance) === undefined;
  const way = directionInWords(reportedHeading(report, worst), x, z);
  const far = value >= FAR ? 'far' : `about ${centimetres(value)} too far`;
  return {
    rule: 'balance',
    severity: isError ? 'error' : 'warning',
    ...run,
    worst,
    value,
    limit,
    unit: 'm',
    message: `The body is ${far} ${way} ${value >= FAR ? 'beyond what its feet can carry' : 'for its feet to carry it'}, ${whenInWords(clip, run)}.`,
  };
}

const jerkFinding = ({ clip }: RuleInput, { run, worst, value }: Jerk): Finding => ({
  rule: 'balance',
  severity: value > JERK_ERROR ? 'error' : 'warning',
  ...run,
  worst,
  value,
  limit: JERK_ERROR,
  unit: 'm',
  message: `The body jerks out of balance and back, by about ${centimetres(value)} each way, faster than its feet can move it, ${whenInWords(clip, run)}.`,
});
