/**
 * Learns the families of scenarios that come with Poise again: `npm run solve-families` all of them, with words only those that are
 * named. They go into packages/poise/src/methods/anticipation/families/solved.json, those that layers brace by into solved-shoves.json; the
 * same code gives the same numbers.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { threadPool } from '../packages/poise/src/cli/anticipate/thread-pool.ts';
import { createRng } from '../packages/poise/src/math/random.ts';
import type { Cmrt } from '../packages/poise/src/methods/anticipation/cmrt.ts';
import { families, familyKey, type SolvedFamily } from '../packages/poise/src/methods/anticipation/families/index.ts';
import { learnFamily } from '../packages/poise/src/methods/anticipation/learn-family.ts';
import { ANTICIPATION_PERSON } from '../packages/poise/src/methods/anticipation/solved.ts';
import { drawPeople } from '../packages/poise/src/performer/mannequin/people.ts';
import { createMannequin } from '../packages/poise/src/performer/mannequin/skeleton.ts';

const FOLDER = new URL('../packages/poise/src/methods/anticipation/families/', import.meta.url);
const fileOf = (name: string): string =>
  fileURLToPath(new URL(/^shove-(?:front|behind)$/.test(name) ? 'solved-shoves.json' : 'solved.json', FOLDER));
const WORKERS = 2;
const PEOPLE = 11; // drawn, beside the one that the numbers are about
const SEED = 5;

const people = [createMannequin(ANTICIPATION_PERSON).body, ...drawPeople(createRng(SEED), PEOPLE)];
const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(4)));
const short = ({ duration, knots, forward, left }: Cmrt): Cmrt => ({
  duration,
  knots: rounded(knots),
  forward: rounded(forward),
  ...(left && { left: rounded(left) }),
});

function save(entry: SolvedFamily): void {
  const file = fileOf(entry.family);
  const others = (JSON.parse(readFileSync(file, 'utf8')) as SolvedFamily[]).filter(
    ({ family }) => family !== entry.family,
  );
  const sorted = [...others, entry].sort((a, b) => Number(a.family > b.family) - Number(a.family < b.family));
  writeFileSync(`${file}.tmp`, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
}

const wanted = process.argv.slice(2);
for (const family of families) {
  const { name } = family.scenario;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  const { members, rollouts, cost, standing } = await learnFamily(family, people, threadPool(WORKERS));
  save({
    family: name,
    key: familyKey(family),
    members: members.map((one) => ({ ...one, cmrt: short(one.cmrt) })),
    rollouts,
  });
  console.log(
    `${name}: ${rollouts} rollouts in ${((performance.now() - start) / 1000).toFixed(0)} s; of its last draws ${(100 * standing).toFixed(0)} % stand, mean cost ${(1000 * cost).toFixed(0)} mm`,
  );
}
