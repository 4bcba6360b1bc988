/**
 * Learns the families of scenarios that come with Poise again: `npm run solve-families` all of them, with words only those that are
 * named. They go into packages/poise/src/methods/anticipation/families/solved.json, sorted; the same code gives the same numbers.
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

const FILE = fileURLToPath(new URL('../packages/poise/src/methods/anticipation/families/solved.json', import.meta.url));
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

function save(entries: readonly SolvedFamily[]): void {
  const sorted = [...entries].sort((a, b) => Number(a.family > b.family) - Number(a.family < b.family));
  writeFileSync(`${FILE}.tmp`, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(`${FILE}.tmp`, FILE);
}

const wanted = process.argv.slice(2);
for (const family of families) {
  const { name } = family.scenario;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = performance.now();
  const { members, rollouts, cost, standing } = await learnFamily(family, people, threadPool(WORKERS));
  const entry = {
    family: name,
    key: familyKey(family),
    members: members.map((one) => ({ ...one, cmrt: short(one.cmrt) })),
    rollouts,
  };
  const entries = JSON.parse(readFileSync(FILE, 'utf8')) as SolvedFamily[];
  save([...entries.filter((one) => one.family !== name), entry]);
  console.log(
    `${name}: ${rollouts} rollouts in ${((performance.now() - start) / 1000).toFixed(0)} s; of its last draws ${(100 * standing).toFixed(0)} % stand, mean cost ${(1000 * cost).toFixed(0)} mm`,
  );
}
