/** What each parameter moves, at half and at double. */
import { table } from '../validation.ts';
import { MEASURES, type Scores } from './cost.ts';
import type { Named, Values } from './tables.ts';

const MOVES = 0.02; // smaller changes of a measure are none
const FROM_ZERO = 0.1; // tried for a parameter whose value is 0
const NOISE = [1e-9, -1e-9, 2e-9]; // relative: answers that hang on a hair fall one way or the other
/** Below these, changes are counted against them: shares of nearly nothing say nothing. In the units of MEASURES. */
const LEAST = [5, 0.2, 0.1, 1, 5, 0.2, 0.3];

/** `score`: of values, as a change of one parameter needs it (undefined: everything). */
export async function sensitivityTable(
  all: readonly Named[],
  score: (values: Values, key: Named | undefined) => Promise<Scores>,
  say: (what: string) => void,
): Promise<string> {
  const own = await score(new Map(), undefined);
  const friction = all.find(({ name }) => name === 'friction') ?? all[0]!;
  const noises: Scores[] = [];
  for (const by of NOISE)
    noises.push(changes(own, await score(new Map([[friction, friction.value * (1 + by)]]), undefined)));
  const noise = own.map((_, k) => Math.max(...noises.map((one) => Math.abs(one[k]!))));
  const rows: string[][] = [
    ['**now**', '', '', ...own.map((value) => value.toFixed(2)), ''],
    ['**noise**', '', '±1e-9', ...noise.map(percent), ''],
  ];
  const still: string[] = [];
  const hidden: string[] = [];
  for (const key of all) {
    const tried = key.value === 0 ? [FROM_ZERO] : [key.value / 2, 2 * key.value];
    const found: Scores[] = [];
    for (const value of tried) {
      const change = changes(own, await score(new Map([[key, value]]), key));
      found.push(change);
      rows.push([key.name, key.unit, value.toPrecision(3), ...change.map(percent), '']);
    }
    const most = (k: number): number => Math.max(...found.map((one) => Math.abs(one[k]!) || 0));
    if (own.every((_, k) => most(k) < MOVES)) still.push(key.name);
    else if (own.every((_, k) => most(k) <= Math.max(MOVES, noise[k]!))) hidden.push(key.name);
    rows.at(-1)![3 + own.length] = still.at(-1) === key.name ? 'nothing' : hidden.at(-1) === key.name ? 'noise' : '';
    say(`${key.name}: ${rows.at(-1)!.join(' ')}`);
  }
  const head = ['parameter', 'unit', 'value', ...MEASURES.map(([name, unit]) => `${name} [${unit}]`), 'moves'];
  return [
    table(head, rows),
    `Move nothing (every measure less than ${100 * MOVES} %): ${still.join(', ') || 'none'}.`,
    `Move no more than noise does: ${hidden.join(', ') || 'none'}.`,
  ].join('\n\n');
}

const changes = (own: Scores, other: Scores): Scores =>
  own.map((value, k) => (other[k]! - value) / Math.max(LEAST[k]!, Math.abs(value)));
const percent = (change: number): string =>
  Number.isNaN(change) ? '–' : `${change > 0 ? '+' : ''}${(100 * change).toFixed(0)} %`;
