/** Answers held against 70 captured pushes: per event the same push, then step, times and travel of the CoM. */
import { fitBody } from '../../src/balance/fit-body.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { readClip } from '../clips.ts';
import { starterOf } from '../pushes/starter.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { PERFORMER, type PushEvent, pushEvents, QUANTITIES, type Quantity } from './events.ts';
import { type Repeated, repeatPush } from './repeat.ts';

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

interface Pair {
  readonly event: PushEvent;
  readonly ours: Repeated;
}

async function run({ method, say }: ValidationOptions): Promise<Outcome> {
  const start = await starterOf(method);
  const person = fitBody(await readClip(PERFORMER));
  const clip = perform(idle, { body: { height: person.height }, values: { sway: 0.5, looks: 0 } });
  const subject = { id: 'performer', clip, body: fitBody(clip, { height: person.height }) };
  const pairs = pushEvents().map((event, k): Pair => {
    if (k % 10 === 0) say(`event ${k}`);
    return { event, ours: repeatPush(start, subject, event) };
  });
  const parts = (['forward', 'backward'] as const).map((direction) => {
    const own = pairs.filter(({ event }) => event.direction === direction);
    const fell = own.filter(({ ours }) => ours.fell).length;
    const still = own.filter(({ ours }) => ours.n_steps_out === 0).length;
    const missed = mean(own.map(({ event, ours }) => Math.abs(ours.speed - event.speed)));
    const strength = mean(own.map(({ ours }) => ours.strength));
    const about = `${own.length} ${direction} pushes: ${fell} falls, ${still} without a step; speed of the CoM met within ${missed.toFixed(3)} m/s (mean); impulse over mass ${strength.toFixed(2)} m/s (mean).`;
    return `${about}\n\n${comparison(own)}`;
  });
  const note = `Method: ${method}. A performed idle of ${person.height.toFixed(2)} m, pushed at the chest for 0.37 s. Bias and RMS in standard deviations of people (wanted: within 2).`;
  return {
    lines: [],
    markdown: [note, ...parts].join('\n\n'),
    figures: [],
    files: [{ name: 'events.csv', text: eventLines(pairs) }],
  };
}

/** Answers that lack a quantity (no step: no lift) are left out of it. */
function comparison(pairs: readonly Pair[]): string {
  const rows = QUANTITIES.map(([title, name]) => {
    const people = pairs.map(({ event }) => event[name]);
    const both = pairs.filter(({ ours }) => Number.isFinite(ours[name]));
    // All of them alike (one step each): a tenth of the mean stands for the spread.
    const sd = Math.max(deviation(people), 0.1 * Math.abs(mean(people)));
    const off = both.map(({ event, ours }) => (ours[name] - event[name]) / sd);
    const rms = Math.sqrt(mean(off.map((value) => value ** 2)));
    const ours = both.map((pair) => pair.ours[name]);
    const text = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(2));
    return [
      title,
      `${text(mean(people))} ± ${text(deviation(people))}`,
      `${text(mean(ours))} ± ${text(deviation(ours))}`,
      `${text(mean(off))}`,
      text(rms),
      both.length,
    ];
  });
  return table(['', 'people', 'ours', 'bias [SD]', 'RMS [SD]', 'n'], rows);
}

function eventLines(pairs: readonly Pair[]): string {
  const names: readonly Quantity[] = QUANTITIES.map(([, name]) => name);
  const head = [
    'clip',
    'direction',
    'speed',
    'ours',
    'impulse over mass',
    'fell',
    ...names.flatMap((n) => [n, 'ours']),
  ];
  const lines = pairs.map(({ event, ours }) =>
    [
      event.clip,
      event.direction,
      event.speed,
      ours.speed.toFixed(3),
      ours.strength.toFixed(3),
      ours.fell ? 1 : 0,
      ...names.flatMap((name) => [event[name], ours[name].toFixed(3)]),
    ].join(','),
  );
  return `${[head.join(','), ...lines].join('\n')}\n`;
}

export const capturedPushes: Validation = { id: 'captured-pushes', page: null, run };
