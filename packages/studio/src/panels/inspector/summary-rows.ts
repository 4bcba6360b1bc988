/** The summary of a report as rows of a table: what, how much, in which unit. */
import type { BalanceReport } from 'poise';

export interface SummaryRow {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly hint: string;
}

const percent = (share: number): string => (100 * share).toFixed(0);
const centimetres = (metres: number): string => (100 * metres).toFixed(1);

export function summaryRows({ summary, mass, height, ground, cutoff }: BalanceReport): readonly SummaryRow[] {
  const row = (label: string, value: string, unit: string, hint: string): SummaryRow => ({ label, value, unit, hint });
  const slope = (180 / Math.PI) * Math.acos(Math.min(1, ground.normal[1]));
  const belt = Math.hypot(ground.beltVelocity[0], ground.beltVelocity[2]);
  return [
    row('Balance error', centimetres(summary.imbalance), 'cm', 'Largest shift of the body that balance would ask for'),
    row(
      'Balance point outside',
      percent(summary.zmpOutsideFraction),
      '%',
      'Share of judged frames with the balance point (ZMP) more than 1 cm outside',
    ),
    row(
      'Farthest outside',
      centimetres(summary.worstZmpDistance),
      'cm',
      'Largest distance of the balance point (ZMP) from the support',
    ),
    row(
      'Frames analysed',
      percent(summary.judgedFraction),
      '%',
      'Share of frames that stand on the feet clearly enough for a verdict',
    ),
    row('In flight', percent(summary.flightFraction), '%', 'Share of frames without any contact'),
    row('Foot slide', centimetres(summary.slide), 'cm', 'Longest way of one foot over the floor during one contact'),
    row('Floating', centimetres(summary.float), 'cm', 'Largest height of the lower foot while the body does not fall'),
    row('Foot penetration', centimetres(summary.penetration), 'cm', '99th percentile of the depth of the soles'),
    row(
      'Friction needed',
      summary.friction.toFixed(2),
      '',
      '95th percentile of horizontal over vertical force; shoes give about 0.6',
    ),
    row('Body', `${mass.toFixed(1)} kg, ${height.toFixed(2)}`, 'm', 'Mass and height that the numbers rest on'),
    row(
      'Floor',
      ground.kind === 'uneven' ? 'uneven' : belt > 0.05 ? `moves ${belt.toFixed(2)} m/s` : slope.toFixed(1),
      ground.kind === 'uneven' || belt > 0.05 ? '' : '° slope',
      'As found under the feet',
    ),
    row(
      'Smoothing',
      Number.isFinite(cutoff) ? cutoff.toFixed(1) : 'none',
      Number.isFinite(cutoff) ? 'Hz' : '',
      'Low-pass that derivatives went through',
    ),
  ];
}
