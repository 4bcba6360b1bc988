/** A BalanceReport as a table with one row per frame: empty cells where a quantity is undefined, units in the header. */
import { type BalanceReport, phaseAt } from '../balance/report.ts';

type Column = readonly [header: string, cell: (frame: number) => string];

const AXES = ['x', 'y', 'z'] as const;

const cell = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(9))) : '');

const scalar = (header: string, values: ArrayLike<number>): Column => [header, (frame) => cell(values[frame])];

const vector = (name: string, unit: string, values: ArrayLike<number>): Column[] =>
  AXES.map((axis, k) => [`${name}_${axis} [${unit}]`, (frame) => cell(values[3 * frame + k])]);

/** The table as text. */
export function reportCsv(report: BalanceReport): string {
  const [left, right] = report.feet;
  const columns: Column[] = [
    ['frame', String],
    scalar('time [s]', report.time),
    ['support', (frame) => phaseAt(report, frame)],
    ...vector('com', 'm', report.com),
    ...vector('zmp', 'm', report.zmp),
    ...vector('capture_point', 'm', report.capturePoint),
    scalar('margin [m]', report.margin),
    scalar('margin_deviation [m]', report.marginDeviation),
    scalar('judged', report.judged),
    ...vector('linear_momentum', 'kg m/s', report.linearMomentum),
    ...vector('angular_momentum', 'kg m2/s', report.angularMomentum),
    ...vector('grf', 'N', report.grf),
    scalar('friction', report.friction),
    scalar('unsupported [body weights]', report.unsupported),
    ...[left, right].flatMap((foot) => [
      scalar(`${foot.side}_heel`, foot.heel),
      scalar(`${foot.side}_ball`, foot.ball),
      scalar(`${foot.side}_toe`, foot.toe),
      scalar(`${foot.side}_clearance [m]`, foot.clearance),
      scalar(`${foot.side}_skate [m/s]`, foot.skate),
    ]),
  ];
  const rows = [columns.map(([header]) => header).join(',')];
  for (let frame = 0; frame < report.frameCount; frame++) {
    rows.push(columns.map(([, value]) => value(frame)).join(','));
  }
  return `${rows.join('\n')}\n`;
}
