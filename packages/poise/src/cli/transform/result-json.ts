/** A result as `--json` (short) and `--report` (full) give it; docs/cli.md describes the shape. */
import { tidy } from '../../report/json.ts';
import type { Judged, TransformResult } from './transform-file.ts';

export const resultJson =
  (size: 'short' | 'full') =>
  ({ file, output, animation, done, before, after, layout, failure }: TransformResult) => ({
    file,
    output: failure ? null : output,
    animation,
    status: done?.status ?? 'failed',
    achieved: done?.achieved ?? false,
    reason: done?.reason ?? failure?.message ?? '',
    before: before && judgedJson(before, size),
    after: after && judgedJson(after, size),
    layout,
    ...done?.figures,
    ...(size === 'full' && done?.series),
  });

const judgedJson = ({ errors, warnings, findings, summary }: Judged, size: 'short' | 'full') => ({
  errors,
  warnings,
  ...(size === 'full' && { findings }),
  zmpOutsideFraction: tidy(summary.zmpOutsideFraction),
  worstZmpDistance: tidy(summary.worstZmpDistance),
  imbalance: tidy(summary.imbalance),
  slide: tidy(summary.slide),
  skate: tidy(summary.skate),
  penetration: tidy(summary.penetration),
});
