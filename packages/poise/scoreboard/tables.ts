/** The rows of all methods as one table and one figure. */

import { type Plot, plots } from '../reproduce/curves.ts';
import { humanPushes } from '../reproduce/human-pushes.ts';
import { percentile } from '../src/math/order-statistics.ts';
import { pushEvents } from '../validate/captured-pushes/events.ts';
import type { Contestant } from './answers.ts';
import { DIRECTIONS, STRENGTHS } from './cases.ts';
import type { Row } from './measure.ts';

export interface Cost {
  readonly method: string;
  readonly situation: string;
  readonly seconds: number; // of computing
  readonly motion: number; // [s] of motion
}

/** Captured walkers apart: their clips have errors of their own, which count as the method's. */
const GROUPS = [
  { name: 'stands', situation: 'stands', captured: false },
  { name: 'walks', situation: 'walks', captured: false },
  { name: 'walks, captured', situation: 'walks', captured: true },
] as const;
type Group = (typeof GROUPS)[number];

const rowsOf = (rows: readonly Row[], { situation, captured }: Group): readonly Row[] =>
  rows.filter((row) => row.situation === situation && row.captured === captured);

const SIDEWAYS = [DIRECTIONS / 4, (3 * DIRECTIONS) / 4];
const LENGTHWISE = [0, DIRECTIONS / 2];

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);

/** [s] by which people move aside per m/s that a push from the side gives them, walking; undefined without the table of people. */
export function peopleDetour(): number | undefined {
  const trials = humanPushes().flat();
  return trials.length === 0
    ? undefined
    : percentile(
        trials.map(({ most, change }) => most / change),
        0.5,
      );
}

/** [s] by which the CoM of people who stand and step goes along a push, over its greatest speed, by the direction of the push; likewise. */
export function peopleCoast(): ReadonlyMap<number, number> {
  const events = pushEvents();
  const found = LENGTHWISE.flatMap((direction, k) => {
    const own = events.filter((event) => event.direction === (['forward', 'backward'] as const)[k]);
    const ratios = own.map(({ peak_com_displacement: way, speed }) => way / speed);
    return own.length === 0 ? [] : [[direction, percentile(ratios, 0.5)] as const];
  });
  return new Map(found);
}

export function scoreTable(rows: readonly Row[], costs: readonly Cost[], methods: readonly Contestant[]): string {
  const people = { detour: peopleDetour(), coast: peopleCoast() };
  const head = ['method', 'pushes', 'stays up', 'steps', 'ZMP outside', 'jolt', 'slide', 'like people', 'cost'];
  return GROUPS.filter((group) => rowsOf(rows, group).length > 0)
    .map((group) => {
      const lines = methods.map(({ id, title }) => {
        const all = rowsOf(rows, group).filter((row) => row.method === id);
        const spent = costs.filter((cost) => cost.method === id && cost.situation === group.situation);
        return lineOf(title, all, spent, people);
      });
      return [`| ${group.name}: ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join('\n');
    })
    .join('\n\n');
}

interface People {
  readonly detour: number | undefined;
  readonly coast: ReadonlyMap<number, number>;
}

/** What an answer does over what people do, each who walks and is pushed from the side, or stands and steps along a push from behind or ahead. */
function ratiosToPeople(made: readonly Row[], { detour, coast }: People): readonly number[] {
  return made
    .filter(({ up }) => up)
    .flatMap((row) => {
      if (row.situation === 'walks')
        return detour !== undefined && SIDEWAYS.includes(row.direction) ? [row.detour! / row.strength / detour] : [];
      const theirs = coast.get(row.direction);
      return theirs !== undefined && row.steps! > 0 ? [row.coast! / theirs] : [];
    });
}

function lineOf(title: string, all: readonly Row[], costs: readonly Cost[], people: People): string {
  const made = all.filter((row) => row.made);
  const numbers = (pick: (row: Row) => number | undefined): number[] => made.flatMap((row) => pick(row) ?? []);
  const at = (pick: (row: Row) => number | undefined, level: number, digits: number): string => {
    const values = numbers(pick);
    return values.length === 0 ? '–' : percentile(values, level).toFixed(digits);
  };
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const outside = numbers(({ outside: value }) => value);
  const ratios = ratiosToPeople(made, people);
  const work = costs.reduce((sum, { seconds }) => sum + seconds, 0);
  const motion = costs.reduce((sum, cost) => sum + cost.motion, 0);
  return `| ${[
    title,
    `${made.length} of ${all.length}`,
    title === 'no method' ? '–' : share(made.filter(({ up }) => up).length, made.length),
    made.length === 0 ? '–' : mean(numbers(({ steps }) => steps)).toFixed(1),
    outside.length === 0 ? '–' : share(mean(outside), 1),
    `${at(({ jolt }) => jolt, 0.5, 2)} / ${at(({ jolt }) => jolt, 0.95, 2)}`,
    `${at(({ slide }) => slide, 0.95, 3)}`,
    ratios.length === 0 ? '–' : `${percentile(ratios, 0.5).toFixed(2)} (${ratios.length})`,
    motion === 0 ? '–' : `${Math.round((1000 * work) / motion)}`,
  ].join(' | ')} |`;
}

/** How many stay up, and how often the balance point is outside, over the strength of the push. */
export function scoreFigure(rows: readonly Row[], methods: readonly Contestant[]): string {
  const list = GROUPS.filter((group) => rowsOf(rows, group).length > 0).flatMap((group): Plot[] => {
    const situation = group.name;
    const of = (id: string, strength: number): readonly Row[] =>
      rowsOf(rows, group).filter((row) => row.made && row.method === id && row.strength === strength);
    const curves = (pick: (some: readonly Row[]) => number) =>
      methods
        .map(({ id, title, colour }) => ({
          name: title,
          colour,
          points: STRENGTHS.flatMap((strength) => {
            const some = of(id, strength);
            return some.length === 0 ? [] : [[strength, pick(some)] as const];
          }),
        }))
        .filter(({ points }) => points.length > 0);
    return [
      {
        title: `${situation}: stays up`,
        xLabel: 'push [m/s of the whole body]',
        yLabel: '[%]',
        low: 0,
        high: 100,
        curves: curves((some) => (100 * some.filter(({ up }) => up).length) / some.length).filter(
          ({ name }) => name !== 'no method',
        ),
      },
      {
        title: `${situation}: balance point (ZMP) outside`,
        xLabel: 'push [m/s of the whole body]',
        yLabel: '[% of frames]',
        low: 0,
        curves: curves((some) => (100 * some.reduce((sum, row) => sum + row.outside!, 0)) / some.length),
      },
    ];
  });
  return plots(list);
}
