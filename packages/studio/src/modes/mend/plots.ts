/** The zero moment point before and after, against the support. */
import { anchorOf, coordinate, supportExtent } from '../../panels/plots/heading.ts';
import { markWhere } from '../../panels/plots/selectors.ts';
import type { PlotData, PlotKind, PlotSource } from '../../panels/plots/types.ts';
import type { MendResult } from './types.ts';

const CM = 100;

function zmpBeforeAfter({ clip, report, result }: PlotSource, axis: 'forward' | 'left'): PlotData {
  const { travels, points } = anchorOf(report);
  const support = supportExtent(report, points, axis, CM);
  const before = coordinate(report, report.zmp, points, axis, CM);
  const found = result as MendResult | undefined;
  const after = found?.source === clip ? found.solved?.judgement.report : undefined;
  const fits = after?.frameCount === report.frameCount ? after : undefined;
  return {
    bands: [{ label: 'support', ...support, colour: 'double', edged: true }],
    lines: [
      { label: 'before', values: before, colour: 'text-2', quiet: true },
      {
        label: 'before, outside',
        values: markWhere(before, (f) => report.margin[f]! < 0),
        colour: 'bad',
        quiet: true,
        marks: 'before',
      },
      ...(fits
        ? [{ label: 'after', values: coordinate(report, fits.zmp, points, axis, CM), colour: 'good' } as const]
        : []),
    ],
    note: travels ? 'counted from the centre of mass' : 'counted from the middle of the clip',
  };
}

const kind = (id: string, title: string, axis: 'forward' | 'left', hint: string): PlotKind => ({
  id,
  title,
  group: 'Mend',
  unit: 'cm',
  digits: 1,
  least: 10,
  hint,
  select: (source) => zmpBeforeAfter(source, axis),
});

export const mendPlots: readonly PlotKind[] = [
  kind(
    'mend-zmp-forward',
    'Mend: fore-aft',
    'forward',
    'The balance point of the clip and of the result against the support; forward is up.',
  ),
  kind('mend-zmp-left', 'Mend: lateral', 'left', 'The same sideways; left is up.'),
];
