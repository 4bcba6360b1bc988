/** Tables of hits in gaits. */
import { type Line, table } from '../validation.ts';
import type { HitAnswer } from './index.ts';
import type { HitMeasures } from './measure.ts';

const JOLT = 8.5; // [rad/s per 1/60 s] that people show
const POP = 60; // [m/s²]
const BANDS = [
  ['walks ≤ 0.35 m/s', 'walks', 0, 0.35],
  ['walks > 0.35 m/s', 'walks', 0.35, 9],
  ['runs ≤ 0.35 m/s', 'runs', 0, 0.35],
  ['runs > 0.35 m/s', 'runs', 0.35, 9],
] as const;

const percent = (part: number, of: number): string => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`);

function quantile(values: readonly number[], share: number): number {
  const known = values.filter(Number.isFinite).sort((a, b) => a - b);
  return known[Math.min(known.length - 1, Math.floor(share * known.length))] ?? Number.NaN;
}

function row(name: string, answers: readonly HitAnswer[]): readonly (string | number)[] {
  const all = answers.length;
  const measured = answers.map(({ measures }) => measures).filter((m): m is HitMeasures => m !== undefined);
  const up = measured.filter(({ fell }) => !fell);
  const of = (what: 'jolt' | 'pop' | 'added' | 'seconds'): readonly number[] => up.map((m) => m[what]);
  const count = (is: (m: HitMeasures) => boolean): number => measured.filter(is).length;
  return [
    name,
    all,
    percent(
      count(({ fell }) => fell),
      all,
    ),
    percent(
      count(({ unfinished }) => unfinished),
      all,
    ),
    percent(up.filter(({ jolt }) => jolt <= JOLT).length, up.length),
    `${quantile(of('jolt'), 0.5).toFixed(1)} / ${quantile(of('jolt'), 0.9).toFixed(1)} / ${quantile(of('jolt'), 1).toFixed(1)}`,
    `${up.filter(({ pop }) => pop > POP).length}; ${quantile(of('pop'), 1).toFixed(0)}`,
    `${(100 * quantile(of('added'), 0.5)).toFixed(1)} / ${(100 * quantile(of('added'), 0.9)).toFixed(1)}`,
    `${quantile(of('seconds'), 0.5).toFixed(1)} / ${quantile(of('seconds'), 0.95).toFixed(1)}`,
    all - measured.length,
  ];
}

const HEAD = [
  'hits',
  'number',
  'falls',
  'unfinished',
  `jolts ≤ ${JOLT} rad/s`,
  'jolt, median / 90 % / most [rad/s per 1/60 s]',
  `pops > ${POP} m/s²; most`,
  'added ZMP, median / 90 % [cm]',
  'recovered, median / 95 % [s]',
  'errors',
];

export function hitTable(answers: readonly HitAnswer[]): string {
  const rows = BANDS.map(([name, kind, low, high]) =>
    row(
      name,
      answers.filter(({ made }) => made.walker.kind === kind && made.change > low && made.change <= high),
    ),
  );
  return table(HEAD, [...rows, row('all', answers)]);
}

/** Jolts by the size of the hit [N·s]. */
const IMPULSES = [
  [0, 20],
  [20, 40],
  [40, 99],
] as const;

export function joltTable(answers: readonly HitAnswer[]): string {
  const rows = IMPULSES.map(([low, high]) => {
    const hit = answers.filter(({ made: { change, walker }, measures }) => {
      const impulse = change * walker.body.totalMass;
      return impulse > low && impulse <= high && measures && !measures.fell;
    });
    const within = hit.filter(({ measures }) => measures!.jolt <= JOLT).length;
    return [`${low} to ${high}`, hit.length, percent(within, hit.length)];
  });
  return table(['hit [N·s], nobody fell', 'number', `jolts ≤ ${JOLT} rad/s`], rows);
}

/** One row per clip, worst first. */
export function walkerTable(answers: readonly HitAnswer[]): string {
  const ids = [...new Set(answers.map(({ made }) => made.walker.id))];
  const each = ids.map((id) => answers.filter(({ made }) => made.walker.id === id));
  const bad = (hits: readonly HitAnswer[]): number =>
    hits.reduce(
      (sum, { measures: m }) => sum + (m ? (m.fell ? 3 : 0) + (m.unfinished ? 3 : 0) + (m.jolt > JOLT ? 1 : 0) : 5),
      0,
    ) / hits.length;
  each.sort((a, b) => bad(b) - bad(a));
  return table(
    HEAD,
    each.map((hits) => row(`${hits[0]!.made.walker.id} (${hits[0]!.made.walker.kind})`, hits)),
  );
}

export function hitLines(answers: readonly HitAnswer[]): string {
  const head =
    'clip,half,kind,time,change,angle,place,fell,reason,unfinished,jolt,jolt at,pop,added,seconds,steps,error';
  const lines = answers.map(({ made, measures: m, error }) => {
    const { walker, push, change, angle, place } = made;
    const about = [
      walker.id,
      walker.half,
      walker.kind,
      push.time.toFixed(3),
      change.toFixed(3),
      angle.toFixed(3),
      place,
    ];
    const found = m
      ? [
          m.fell,
          m.reason,
          m.unfinished,
          m.jolt.toFixed(2),
          m.joltAt,
          m.pop.toFixed(1),
          m.added.toFixed(4),
          m.seconds.toFixed(2),
          m.steps,
        ]
      : Array.from({ length: 9 }, () => '');
    return [...about, ...found, error].join(',');
  });
  return [head, ...lines].join('\n');
}

const WEAK = 0.35; // [m/s]

/** What the whole comes to. */
export function linesOf(answers: readonly HitAnswer[]): readonly Line[] {
  const share = (of: readonly HitAnswer[], is: (m: HitMeasures) => boolean): number =>
    (100 * of.filter(({ measures }) => measures === undefined || is(measures)).length) / of.length;
  const weak = answers.filter(({ made }) => made.change <= WEAK);
  const strong = answers.filter(({ made }) => made.change > WEAK);
  const up = answers.flatMap(({ measures }) => (measures && !measures.fell ? [measures] : []));
  const added = quantile(
    up.map((m) => m.added),
    0.5,
  );
  return [
    { id: 'gait-hits/falls-weak', value: share(weak, ({ fell }) => fell), unit: '% fell' },
    { id: 'gait-hits/falls-strong', value: share(strong, ({ fell }) => fell), unit: '% fell' },
    { id: 'gait-hits/unfinished', value: share(answers, ({ unfinished }) => unfinished), unit: '% still at it' },
    { id: 'gait-hits/added', value: 100 * added, unit: 'cm added, median' },
    { id: 'gait-hits/pops', value: up.filter(({ pop }) => pop > POP).length, unit: `of ${up.length}` },
  ];
}
