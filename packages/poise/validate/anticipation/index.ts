/**
 * Families of expected events, each at nine values for five people whom no search has seen: who falls without anticipation, who stands
 * with it, what is left of the CoP error, and how far the CoM is against the fall as it begins. Then random draws of everything at once.
 */
import loadMujoco from '@mujoco/mujoco';
import type { Body } from '../../src/body/body.ts';
import { percentile } from '../../src/math/order-statistics.ts';
import { createRng } from '../../src/math/random.ts';
import { families, solvedFamily } from '../../src/methods/anticipation/families/index.ts';
import { cmrtAt, type Family, memberOf } from '../../src/methods/anticipation/family.ts';
import { leanAgainst } from '../../src/methods/anticipation/legible.ts';
import { startAnticipation } from '../../src/methods/anticipation/optimise.ts';
import { curveOf, localPool } from '../../src/methods/anticipation/pool.ts';
import { createStage, type Rollout } from '../../src/methods/anticipation/stage.ts';
import { drawVariations, exactly, type Variation, variedScene } from '../../src/methods/anticipation/variation.ts';
import { drawPeople } from '../../src/performer/mannequin/people.ts';
import type { MujocoModule } from '../../src/sim/engine.ts';
import { type Outcome, table, VALIDATION_PAGE, type Validation, type ValidationOptions } from '../validation.ts';
import { gridFigure } from './grid-figure.ts';

const VALUES = 9;
const PEOPLE = 5;
const DRAWS = 20; // of everything at once, per family
const UNSEEN = 9000; // added to the seed: searches draw their people from other ones
const DEGREES = 180 / Math.PI;

/** One try without and with. */
export interface Tried {
  readonly variation: Variation;
  readonly without: Rollout;
  readonly with: Rollout;
}

function tryOut(mujoco: MujocoModule, family: Family, people: readonly Body[], variation: Variation): Tried {
  const { members } = solvedFamily(family)!;
  const { body, scenario } = variedScene(family, people, variation);
  const stage = createStage(mujoco, body, scenario);
  const cmrt = cmrtAt(members, variation.value, people[variation.person]!);
  const { delay } = variation;
  const tried = { variation, without: stage.rollout(undefined), with: stage.rollout(curveOf(cmrt), { delay }) };
  stage.delete();
  return tried;
}

const isUp = ({ ending }: Rollout): boolean => ending.standing;

/** Whether a search at this very point finds what the family did not. */
async function canBeSaved(
  mujoco: MujocoModule,
  family: Family,
  people: readonly Body[],
  { value, person }: Variation,
  evaluations: number,
): Promise<boolean> {
  const body = people[person]!;
  // anything that stands will do
  const scenario = { ...memberOf(family, value, body), threshold: 0.5 };
  const start = cmrtAt(solvedFamily(family)!.members, value, body);
  const job = startAnticipation({ body, scenario }, localPool(mujoco), { start, maxEvaluations: evaluations });
  return isUp((await job.done).rollout);
}

interface FamilyResult {
  readonly name: string;
  readonly grid: readonly Tried[]; // person by person
  readonly draws: readonly Tried[];
  readonly savable: number; // of those in the grid that do not stand
}

async function familyResult(mujoco: MujocoModule, family: Family, options: ValidationOptions): Promise<FamilyResult> {
  const { seed, evaluations, say } = options;
  const rng = createRng(UNSEEN + seed);
  const people = drawPeople(rng, PEOPLE);
  const [least, most] = family.range;
  const { name } = family.scenario;
  say(`${name}: grid`);
  const grid = people.flatMap((_, person) =>
    Array.from({ length: VALUES }, (__, k) =>
      tryOut(mujoco, family, people, exactly(least + ((most - least) * k) / (VALUES - 1), person)),
    ),
  );
  say(`${name}: draws`);
  const draws = drawVariations(rng, family, people.length, DRAWS).map((draw) => tryOut(mujoco, family, people, draw));
  let savable = 0;
  for (const { variation, with: prepared } of grid) {
    if (!isUp(prepared) && (await canBeSaved(mujoco, family, people, variation, evaluations))) savable++;
  }
  return { name, grid, draws, savable };
}

const share = (part: number, all: number): string => (all === 0 ? '–' : `${Math.round((100 * part) / all)} %`);
const cm = (metres: number): string => (100 * metres).toFixed(1);

function rowOf({ name, grid, draws, savable }: FamilyResult): (string | number)[] {
  const fallen = grid.filter(({ without }) => without.fall);
  const up = grid.filter(({ with: prepared }) => isUp(prepared));
  const ratios = fallen.filter(({ with: prepared }) => isUp(prepared)).map((one) => one.with.rms / one.without.rms);
  const leans = fallen.map((one) => leanAgainst(one.without.fall!.direction, one.with));
  const bows = up.map((one) => one.with.seen.bow * DEGREES);
  const drawn = draws.filter((one) => isUp(one.with));
  return [
    name,
    share(fallen.length, grid.length),
    share(up.length, grid.length),
    `${share(up.length, up.length + savable)}`,
    ratios.length > 0 ? percentile(ratios, 0.5).toFixed(2) : '–',
    leans.length > 0 ? `${cm(Math.min(...leans))} / ${cm(percentile(leans, 0.5))}` : '–',
    bows.length > 0 ? `${percentile(bows, 0.5).toFixed(0)} / ${Math.max(...bows).toFixed(0)}` : '–',
    share(drawn.length, draws.length),
  ];
}

async function run(options: ValidationOptions): Promise<Outcome> {
  const mujoco = (await loadMujoco()) as unknown as MujocoModule;
  const results: FamilyResult[] = [];
  for (const family of families) results.push(await familyResult(mujoco, family, options));
  const markdown = [
    `${VALUES} values over the range of each family, ${PEOPLE} people drawn at random (seed ${options.seed}) whom no search has seen; then ${DRAWS} draws of value, person, mass, load, duration, delay and pose at once.`,
    table(
      [
        'family',
        'falls without',
        'stands with',
        'of those that a search at the very point makes stand',
        'CoP error with / without, of falls, median',
        'CoM against the fall as it begins, of falls [cm]: least / median',
        'trunk from the motion’s lean [°]: median / most',
        'draws that stand',
      ],
      results.map(rowOf),
    ),
  ].join('\n\n');
  const lines = results.flatMap(({ name, grid, draws }) => [
    {
      id: `anticipation/${name}/falls-without`,
      value: grid.filter(({ without }) => without.fall).length / grid.length,
      unit: '',
    },
    {
      id: `anticipation/${name}/stands-with`,
      value: grid.filter((one) => isUp(one.with)).length / grid.length,
      unit: '',
    },
    {
      id: `anticipation/${name}/draws-stand`,
      value: draws.filter((one) => isUp(one.with)).length / draws.length,
      unit: '',
    },
  ]);
  const svg = gridFigure(results.map(({ name, grid }) => ({ name, columns: VALUES, tries: grid })));
  return { lines, markdown, figures: [{ name: 'anticipation-grid.svg', svg, kind: 'average' }] };
}

export const anticipatedEvents: Validation = { id: 'anticipation', page: VALIDATION_PAGE, run };
