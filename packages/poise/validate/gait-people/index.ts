/** 404 trials of 29 people pushed sideways while they walked, and the same pushes on a whole body that walks as fast: the table of
 *  `step-plan`, with the reaction body in the pendulum's place. */
import { CELLS } from '../../reproduce/human-pushes.ts';
import { fitBody } from '../../src/balance/fit-body.ts';
import type { Body } from '../../src/body/body.ts';
import { gaitOfClip } from '../../src/gait/steps/gait-of-clip.ts';
import type { GaitStep } from '../../src/gait/steps/gait-step.ts';
import { createRng } from '../../src/math/random.ts';
import { type Clip, frameAt } from '../../src/motion/clip.ts';
import { perform } from '../../src/performer/motion.ts';
import { walk } from '../../src/performer/motions/walk.ts';
import { type Starter, starterOf } from '../pushes/starter.ts';
import { fittedPeople, readTrials, type Trial } from '../step-plan/people.ts';
import { type Line, type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';

const DT = 1 / 60; // [s]
const STEPS = 5; // after the push that the way is looked at, as people's was
const LAST = 5; // [s] after the push, at the latest
const SPEEDS = [0.6, 1.9] as const; // [m/s] that the performed walk covers
const LENGTHS = [0.85, 1.05] as const; // of its steps, over the usual
const WARM_UP = 1; // [s] before the step that is pushed
/** What has to hold in every condition and half. */
const WITHIN = { most: 0.1, first: 0.09, step: 0.4 } as const; // [m], [m], steps
const STRONG = 0.7; // [m/s]: pushes towards the standing leg below this are kept

interface Walking {
  readonly body: Body;
  readonly clip: Clip;
  readonly step: GaitStep; // of the left foot, that is pushed
  readonly way: number; // [rad] in which the hips go; who walks faces to the left and right of it by turns
}

interface Answered {
  readonly trial: Trial;
  readonly fell: boolean;
  readonly most: number; // [m] of the hips beside where the push began
  readonly first: number; // [m] at the first landing
  readonly step: number; // of the most
}

function walkingAt(speed: number, stepLength: number): Walking {
  const clip = perform(walk, { values: { speed, step: stepLength } });
  const body = fitBody(clip);
  const found = gaitOfClip(body, clip);
  if (found.status === 'none') throw new Error(`the performed walk of ${speed} m/s: ${found.reason}`);
  const step = found.gait.steps.find(({ foot, land }) => foot === 0 && land > WARM_UP);
  if (!step) throw new Error(`the performed walk of ${speed} m/s has no left step after ${WARM_UP} s`);
  const [from, to] = [frameAt(clip, 0), frameAt(clip, clip.frameCount - 1)];
  return { body, clip, step, way: Math.atan2(to[0]! - from[0]!, to[2]! - from[2]!) };
}

/** Somebody who walks as fast as the person of a trial, with steps as long as far as the performed walk can. */
function walkingLike(trial: Trial, walks: Map<string, Walking>): Walking {
  const speed = Math.round(10 * Math.min(SPEEDS[1], Math.max(SPEEDS[0], trial.speed))) / 10;
  const usual = known(walks, speed, 1);
  const share = Math.min(LENGTHS[1], Math.max(LENGTHS[0], trial.stepTime / usual.step.duration));
  return known(walks, speed, Math.round(20 * share) / 20);
}

function known(walks: Map<string, Walking>, speed: number, share: number): Walking {
  const id = `${speed} ${share}`;
  const walking = walks.get(id) ?? walkingAt(speed, share);
  walks.set(id, walking);
  return walking;
}

/** The same push on the body: the left foot stands, and away from it is to the right. */
function answer(start: Starter, { body, clip, step, way }: Walking, trial: Trial): Answered {
  const away = CELLS[trial.cell]!.away ? -1 : 1;
  const [s, c] = [Math.sin(way), Math.cos(way)];
  const time = Math.round((step.land + trial.start * step.duration) / DT) * DT;
  const size = away * trial.impulse * body.totalMass;
  const walker = start({ body, clip });
  // +x is to the left of whoever faces +z
  const aside = (): number => away * (c * walker.q[0] - s * walker.q[2]);
  for (let k = 0; k * DT < time - DT / 2; k++) walker.step(DT);
  const from = aside();
  walker.push({ impulse: [c * size, 0, -s * size], segment: 0, duration: trial.duration });
  let [most, at, first, landed] = [0, 0, Number.NaN, trial.start < 0 ? -1 : 0];
  for (let k = 0; k * DT < LAST && landed <= STEPS; k++) {
    for (const event of walker.step(DT)) {
      if (event.kind === 'fall')
        return { trial, fell: true, most, first: Number.isNaN(first) ? most : first, step: at };
      if (event.kind === 'step') landed++;
    }
    const now = aside() - from;
    if (landed >= 1 && Number.isNaN(first)) first = now;
    if (now <= most) continue;
    most = now;
    at = Math.max(0, landed);
  }
  return { trial, fell: false, most, first: Number.isNaN(first) ? most : first, step: at };
}

async function run({ method, count, seed, say }: ValidationOptions): Promise<Outcome> {
  const start = await starterOf(method);
  const trials = readTrials();
  const fitted = fittedPeople(trials);
  const walks = new Map<string, Walking>();
  const answers: Answered[] = [];
  const drawn = draw(trials, count, seed);
  for (const [k, trial] of drawn.entries()) {
    if (k % 20 === 0) say(`trial ${k} of ${drawn.length}`);
    answers.push(answer(start, walkingLike(trial, walks), trial));
  }
  const lines: Line[] = [];
  const rows = [true, false].flatMap((half) =>
    CELLS.map(({ name }, cell) => {
      const own = answers.filter(({ trial }) => trial.cell === cell && fitted.has(trial.person) === half);
      return cellRow(name, half ? 'fit' : 'test', own, lines);
    }),
  );
  const falls = answers.filter(({ fell }) => fell);
  const weak = falls.filter(({ trial }) => !CELLS[trial.cell]!.away && trial.impulse < STRONG);
  const outside = rows.filter((row) => row.at(-1) !== 'yes').length;
  lines.push({ id: 'gait-people/outside', value: outside, unit: `of ${rows.length} rows` });
  lines.push({ id: 'gait-people/falls', value: falls.length, unit: 'trials' });
  lines.push({ id: 'gait-people/falls-towards', value: weak.length, unit: 'trials' });
  const markdown = [
    `Method: ${method}. ${drawn.length} of ${trials.length} trials of people, the same pushes at the hips of a performed walk of the same speed and, as far as it goes, step length; the detour is beside the way in which it goes. ${falls.length} falls, ${weak.length} of them towards the standing leg below ${STRONG} m/s. Every second person was used for fitting the step plan. Within: detour ${WITHIN.most} m, first landing ${WITHIN.first} m, step of the most ${WITHIN.step}.`,
    table(HEAD, rows),
  ];
  return { lines, markdown: markdown.join('\n\n'), figures: [] };
}

/** `count` of the trials, in an order drawn by the seed. */
function draw(trials: readonly Trial[], count: number, seed: number): readonly Trial[] {
  const rng = createRng(seed);
  return trials
    .map((trial) => ({ trial, key: rng.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ trial }) => trial);
}

const HEAD = [
  'pushed',
  'half',
  'trials',
  'falls',
  'detour, people [m]',
  'body',
  'at the first landing, people [m]',
  'body',
  'step of the most, people',
  'body',
  'within',
];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function cellRow(name: string, half: string, own: readonly Answered[], lines: Line[]): (string | number)[] {
  const up = own.filter(({ fell }) => !fell);
  const cells: (string | number)[] = [name, half, own.length, own.length - up.length];
  let within = true;
  for (const what of ['most', 'first', 'step'] as const) {
    const [people, body] = [mean(own.map(({ trial }) => trial[what])), mean(up.map((one) => one[what]))];
    within &&= Math.abs(people - body) <= WITHIN[what];
    cells.push(people.toFixed(2), body.toFixed(2));
    const unit = what === 'step' ? 'steps' : 'm';
    lines.push({
      id: `gait-people/${half}/${name}/${what}`,
      value: body,
      unit,
      against: 'people',
      ratio: body / people,
    });
  }
  return [...cells, within ? 'yes' : 'no'];
}

export const gaitPeople: Validation = { id: 'gait-people', page: null, method: 'reactive-locomotion', run };
