/** What planting feet does to captured people: clips drawn at random by --seed, `--count` of them, both halves reported. */
import { fitBody } from '../../src/balance/fit-body.ts';
import { judge } from '../../src/index.ts';
import { median } from '../../src/math/order-statistics.ts';
import { readClip } from '../clips.ts';
import { drawCaptures } from '../draw-captures.ts';
import { HALVES, type Half, halfOf } from '../halves.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { type Measured, measurePlanting } from './measure.ts';

const DEGREES = 180 / Math.PI;
const SHOWN = 12; // clips that are listed: the worst
/** Rules whose findings make a clip one that needs planting; without them it is good. */
const OF_FEET: ReadonlySet<string> = new Set(['skate', 'penetration', 'ground', 'unsupported', 'jitter', 'pop']);

interface Row {
  readonly file: string;
  readonly half: Half;
  readonly good: boolean;
  readonly planted: Measured;
}

const degrees = (angle: number, digits = 1): string => `${(DEGREES * angle).toFixed(digits)}°`;
const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const speeds = (rows: readonly Row[], when: 'before' | 'after'): string =>
  (100 * mean(rows.map(({ planted }) => planted.skate[when]))).toFixed(1);

function summary(rows: readonly Row[], half: string): (string | number)[] {
  const all = rows.map(({ planted }) => planted);
  const good = rows.filter((row) => row.good).map(({ planted }) => planted.change);
  return [
    half,
    rows.length,
    `${all.reduce((sum, { pops }) => sum + pops.length, 0)} in ${all.filter(({ pops }) => pops.length > 0).length}`,
    `${degrees(Math.max(...all.map(({ kneeBent }) => kneeBent)))}, ${all.filter(({ kneeBent }) => kneeBent * DEGREES > 3).length} clips above 3°`,
    degrees(median(all.map(({ change }) => change)), 2),
    good.length > 0 ? `${degrees(median(good), 2)} (${good.length})` : '–',
    `${speeds(rows, 'before')} → ${speeds(rows, 'after')}`,
    `${all.reduce((sum, { left }) => sum + left, 0)} of ${all.reduce((sum, { contacts }) => sum + contacts, 0)}`,
    (all.reduce((sum, { cpu }) => sum + cpu, 0) / all.reduce((sum, { seconds }) => sum + seconds, 0)).toFixed(3),
  ];
}

const detail = ({ file, half, planted }: Row): (string | number)[] => [
  file,
  half,
  planted.pops.length,
  degrees(planted.kneeBent),
  degrees(planted.change, 2),
  degrees(planted.worst, 0),
  `${(100 * planted.skate.before).toFixed(1)} → ${(100 * planted.skate.after).toFixed(1)}`,
  `${(1000 * planted.slide.before).toFixed(0)} → ${(1000 * planted.slide.after).toFixed(0)}`,
  `${planted.left} of ${planted.contacts}`,
];

async function run({ count, seed, say }: ValidationOptions): Promise<Outcome> {
  const rows: Row[] = [];
  for (const file of await drawCaptures(count, seed)) {
    const clip = await readClip(file);
    const good = judge(clip).findings.every(({ rule, severity }) => severity === 'note' || !OF_FEET.has(rule));
    rows.push({ file, half: halfOf(file), good, planted: measurePlanting(fitBody(clip), clip) });
    if (rows.length % 20 === 0) say(`${rows.length} clips`);
  }
  const halves = HALVES.map((half) => ({ half, rows: rows.filter((row) => row.half === half) }));
  const worst = [...rows].sort(
    (a, b) => b.planted.pops.length - a.planted.pops.length || b.planted.change - a.planted.change,
  );
  const markdown = [
    table(
      [
        'half',
        'clips',
        'new pops',
        'standing knee bent beyond need, most',
        'joints changed, RMS, median',
        'of good clips',
        'skate [cm/s], mean',
        'contacts left',
        'CPU per second of clip [s]',
      ],
      halves.filter(({ rows: own }) => own.length > 0).map(({ half, rows: own }) => summary(own, half)),
    ),
    '',
    'The worst by new pops, then by change:',
    '',
    table(
      ['clip', 'half', 'new pops', 'knee', 'changed, RMS', 'most', 'skate [cm/s]', 'slide [mm]', 'contacts left'],
      worst.slice(0, SHOWN).map(detail),
    ),
    '',
    'New pops: accelerations twelve times those around that the clip did not have at that joint and time. Knee: beyond the larger of the clip’s',
    'own angle and what the planted ankle asks for at the clip’s hip height. Good: no finding about feet, pops or jitter.',
  ].join('\n');
  return {
    lines: halves.map(({ half, rows: own }) => ({
      id: `plant-feet/${half}/new-pops`,
      value: own.reduce((sum, { planted }) => sum + planted.pops.length, 0),
      unit: '1',
    })),
    markdown,
    figures: [],
  };
}

export const plantedCaptures: Validation = { id: 'plant-feet', page: 'docs/methods/plant-feet.md', run };
