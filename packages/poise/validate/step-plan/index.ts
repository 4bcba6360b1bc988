/** The step plan held against people who were pushed while they walked, and against pushes from everywhere, at pendulum level. */
import { CELLS } from '../../reproduce/human-pushes.ts';
import { type Line, type Outcome, table, type Validation, type ValidationOptions } from '../validation.ts';
import { capturedGaits, repeatedTable, steadyTable } from './hits.ts';
import { fittedPeople, type Repeated, readTrials, repeatTrial } from './people.ts';

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** What has to hold in every condition and half. */
const WITHIN = { most: 0.1, first: 0.09, step: 0.4, tenth: 0.15 } as const; // [m], [m], steps, [m]

async function run({ count, seed, say }: ValidationOptions): Promise<Outcome> {
  const trials = readTrials();
  const fitted = fittedPeople(trials);
  const repeated = trials.map((trial) => repeatTrial(trial));
  const lines: Line[] = [];
  const rows = [true, false].flatMap((half) =>
    CELLS.map(({ name }, cell) => {
      const own = repeated.filter(({ trial }) => trial.cell === cell && fitted.has(trial.person) === half);
      return cellRow(name, half ? 'fit' : 'test', own, lines);
    }),
  );
  const falls = repeated.filter(({ fell }) => fell).length;
  const tenth = repeated.filter((one) => !one.fell && one.tenth > WITHIN.tenth).length;
  lines.push({ id: 'step-plan/falls', value: falls, unit: 'trials' });
  lines.push({ id: 'step-plan/beside-the-line', value: tenth, unit: 'trials' });
  const captured = await capturedGaits(Math.min(count, 300), seed, say);
  lines.push({ id: 'step-plan/unpushed', value: captured.astray, unit: 'm' });
  const share = ([fell, all]: readonly [number, number]): string =>
    `${fell} of ${all} (${((100 * fell) / all).toFixed(1)} %)`;
  const head = [
    'pushed',
    'half',
    'trials',
    'falls',
    'detour, people [m]',
    'plan',
    'at the first landing, people [m]',
    'plan',
    'step of the most, people',
    'plan',
    'within',
  ];
  const markdown = [
    `${trials.length} trials of ${new Set(trials.map(({ person }) => person)).size} people, the same pushes on a pendulum that the step plan leads. ${falls} falls; ${tenth} trials more than ${WITHIN.tenth} m beside the line at the tenth landing. Every second person was used for fitting.`,
    table(head, rows),
    'Steady gaits, pushed for 0.1 s at five moments of a step:',
    steadyTable(),
    'Hits every 1 to 2 s from everywhere, walk of 1.1 m/s, 20 s:',
    repeatedTable(seed),
    `Gaits of captured people: ${captured.gaits}; without a push the pendulum stays within ${captured.astray.toExponential(0)} m of the clip. Falls up to 0.35 m/s ${share(captured.weak)}, above (to 0.6 m/s) ${share(captured.strong)}.`,
    captured.found,
    'Clips without a gait:',
    captured.none,
  ];
  return { lines, markdown: markdown.join('\n\n'), figures: [] };
}

function cellRow(name: string, half: string, own: readonly Repeated[], lines: Line[]): (string | number)[] {
  const up = own.filter(({ fell }) => !fell);
  const cells: (string | number)[] = [name, half, own.length, own.length - up.length];
  let within = true;
  for (const what of ['most', 'first', 'step'] as const) {
    const [people, plan] = [mean(own.map(({ trial }) => trial[what])), mean(up.map((one) => one[what]))];
    within &&= Math.abs(people - plan) <= WITHIN[what];
    cells.push(people.toFixed(2), plan.toFixed(2));
    lines.push({
      id: `step-plan/${half}/${name}/${what}`,
      value: plan,
      unit: what === 'step' ? 'steps' : 'm',
      against: 'people',
      ratio: plan / people,
    });
  }
  return [...cells, within ? 'yes' : 'no'];
}

export const stepPlan: Validation = { id: 'step-plan', page: null, run };
