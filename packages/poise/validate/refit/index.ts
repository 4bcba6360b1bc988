/**
 * Fits the parameters of reactions anew: half of the people, their pushes and the captured pushes are for training, the other half tells
 * whether it was worth it. Without names (--fit a,b) it prints the sensitivity of every parameter instead: at half and at double.
 */
import { fitBody } from '../../src/balance/fit-body.ts';
import { UsageError } from '../../src/errors.ts';
import { perform } from '../../src/performer/motion.ts';
import { idle } from '../../src/performer/motions/idle.ts';
import { PERFORMER, pushEvents, QUANTITIES } from '../captured-pushes/events.ts';
import { readClip } from '../clips.ts';
import { type Subject, subjectsToPush } from '../pushes/bodies.ts';
import { randomCases } from '../pushes/cases.ts';
import { type Starter, starterOf } from '../pushes/starter.ts';
import { type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { costOf, type Half, MEASURES, type References, type Scores, scoresOf } from './cost.ts';
import { coordinateSearch } from './search.ts';
import { sensitivityTable } from './sensitivity.ts';
import { ALL_PARAMETERS, type Named, optionsOf, type Values } from './tables.ts';

const PUSHES_PER_EVENT = 12; // captured pushes are repeated until they are as fast: dear

async function run(options: ValidationOptions): Promise<Outcome> {
  const { method, count, seed, say } = options;
  const fitted = namesIn(options.fit);
  const [training, heldOut] = await halves(count, seed, say);
  const starters = async (values: Values): Promise<Starter> => starterOf(method, optionsOf(values));
  const references: References = new Map();
  const score = async (values: Values, half: Half): Promise<Scores> =>
    scoresOf(await starters(values), half, references);
  const notes = `Method: ${method}. ${count} random pushes on each half of the people, seed ${seed}.`;
  if (fitted.length === 0) {
    const bare: Half = { ...training, events: [] };
    const markdown = await sensitivityTable(
      ALL_PARAMETERS,
      (values, key) => score(values, key?.table === 'parameters' ? bare : training),
      say,
    );
    return { lines: [], markdown: `${notes}\n\n${markdown}`, figures: [] };
  }
  const found = await coordinateSearch(fitted, options.evaluations, async (values) => {
    const cost = costOf(await score(values, training));
    say(
      `cost ${cost.toFixed(3)}: ${[...values].map(([{ name }, value]) => `${name} ${value.toPrecision(3)}`).join(', ')}`,
    );
    return cost;
  });
  const rows: (readonly string[])[] = [];
  for (const [half, name] of [
    [training, 'training'],
    [heldOut, 'held out'],
  ] as const) {
    rows.push(row(`${name}, before`, await score(new Map(), half)), row(`${name}, after`, await score(found, half)));
  }
  const values = table(
    ['parameter', 'unit', 'before', 'after'],
    fitted.map((key) => [key.name, key.unit, `${key.value}`, (found.get(key) ?? key.value).toPrecision(3)]),
  );
  const head = ['', ...MEASURES.map(([name, unit]) => `${name} [${unit}]`), 'cost'];
  return { lines: [], markdown: [notes, values, table(head, rows)].join('\n\n'), figures: [] };
}

const row = (name: string, scores: Scores): readonly string[] => [
  name,
  ...scores.map((score) => score.toFixed(2)),
  costOf(scores).toFixed(2),
];

function namesIn(list: string): readonly Named[] {
  return list
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const found = ALL_PARAMETERS.find((key) => key.name === name);
      if (!found) throw new UsageError(`no parameter "${name}"`);
      return found;
    });
}

/** Every second person, with pushes of their own, and every second captured push; then the others. */
async function halves(count: number, seed: number, say: (what: string) => void): Promise<readonly [Half, Half]> {
  const subjects = await subjectsToPush(say);
  const person = fitBody(await readClip(PERFORMER));
  const clip = perform(idle, { body: { height: person.height }, values: { sway: 0.5, looks: 0 } });
  const performer: Subject = { id: 'performer', clip, body: fitBody(clip, { height: person.height }) };
  const events = pushEvents();
  const spread = Object.fromEntries(
    QUANTITIES.map(([, name]) => {
      const values = events.map((event) => event[name]);
      const mean = values.reduce((a, b) => a + b) / values.length;
      const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
      return [name, Math.max(deviation, 0.1 * Math.abs(mean))];
    }),
  );
  const half = (which: 0 | 1): Half => {
    const own = events.filter((_, k) => k % 2 === which);
    const many = Math.max(2, Math.round(count / PUSHES_PER_EVENT));
    return {
      cases: randomCases(
        subjects.filter((_, k) => k % 2 === which),
        count,
        seed + which,
      ),
      performer,
      events: own.filter((_, k) => k % Math.ceil(own.length / many) === 0),
      spread,
    };
  };
  return [half(0), half(1)];
}

export const refit: Validation = { id: 'refit', page: null, run };
