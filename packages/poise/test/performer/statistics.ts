/** Mean curves of real people (shared statistics) for tests; not part of the repository. */
import { readFileSync } from 'node:fs';
import { mocapPath } from '../support/mocap.ts';
import { type Angles, valueAt } from './gait-angles.ts';

/** Constants to add to the tables, degrees (corrections.json). */
const CORRECTIONS: Readonly<Record<string, number>> = { knee_flexion: -8, ankle_dorsiflexion: -8, shank_pitch: 8 };

export interface Curve {
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
}

/** A channel of a group at 0, 2 … 98 % of the stride. */
export function curveOf(file: string, group: string, channel: string): Curve {
  const [head, ...lines] = readFileSync(mocapPath('statistics', file), 'utf8').trim().split('\n');
  const columns = head.split(',');
  const [mean, deviation] = [columns.indexOf(`${channel}_mean`), columns.indexOf(`${channel}_sd`)];
  const rows = lines.map((line) => line.split(',')).filter((row) => row[0] === group && Number(row[1]) < 100);
  return {
    mean: rows.map((row) => Number(row[mean]) + (CORRECTIONS[channel] ?? 0)),
    deviation: rows.map((row) => Number(row[deviation])),
  };
}

/** Share of the stride in which the angle is within two standard deviations of people's, its level free or not. */
export function agreement(angles: Angles, channel: string, curve: Curve, level: 'fixed' | 'free'): number {
  const own = curve.mean.map((_, i) => valueAt(angles[channel], i / curve.mean.length));
  const gap = own.map((value, i) => value - curve.mean[i]);
  const offset = level === 'free' ? gap.reduce((sum, value) => sum + value, 0) / gap.length : 0;
  return gap.filter((value, i) => Math.abs(value - offset) <= 2 * curve.deviation[i]).length / gap.length;
}
