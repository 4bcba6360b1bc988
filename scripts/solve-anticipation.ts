/**
 * Learns the CMRTs that come with Poise again: `npm run solve-anticipation` all of them, with words only those whose scenario
 * is named. They go into packages/poise/src/methods/anticipation/solved.json, sorted; the same code gives the same numbers.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { threadPool } from '../packages/poise/src/cli/anticipate/thread-pool.ts';
import type { Cmrt } from '../packages/poise/src/methods/anticipation/cmrt.ts';
import { startAnticipation } from '../packages/poise/src/methods/anticipation/optimise.ts';
import { loadOf, type Scenario, withLoad, withTask } from '../packages/poise/src/methods/anticipation/scenario.ts';
import { scenarioNamed, scenarios } from '../packages/poise/src/methods/anticipation/scenarios/index.ts';
import {
  ANTICIPATION_PERSON,
  anticipationKey,
  type SolvedCmrt,
} from '../packages/poise/src/methods/anticipation/solved.ts';
import { createMannequin } from '../packages/poise/src/performer/mannequin/skeleton.ts';

const FILE = fileURLToPath(new URL('../packages/poise/src/methods/anticipation/solved.json', import.meta.url));
/** Other speeds and loads of a scenario; each starts from the one before, and is good enough when the error without is halved. */
const FAMILIES: readonly {
  readonly scenario: string;
  readonly tasks?: readonly number[];
  readonly loads?: readonly number[];
}[] = [{ scenario: 'bend-fast', tasks: [0.8, 1.0, 1.2] }];
const HALVED = 0.5;
const WARM_STEP = 0.25;
const WORKERS = 2;

const { body } = createMannequin(ANTICIPATION_PERSON);

function* targets(wanted: readonly string[]): Generator<Scenario> {
  for (const scenario of scenarios) {
    if (scenario.parts.length > 0 || (wanted.length > 0 && !wanted.includes(scenario.name))) continue;
    yield scenario;
    const family = FAMILIES.find((each) => each.scenario === scenario.name);
    for (const task of family?.tasks ?? []) yield withTask(scenarioNamed(scenario.name), task);
    for (const load of family?.loads ?? []) yield withLoad(scenarioNamed(scenario.name), load);
  }
}

/** CoP error without anticipation [m]. */
async function errorWithout(scenario: Scenario): Promise<number> {
  const pool = await threadPool(1)({ body, scenario });
  const [rollout] = await pool.rollouts([{ anticipated: undefined }]);
  await pool.close();
  return rollout!.rms;
}

const rounded = (values: readonly number[]): number[] => values.map((value) => Number(value.toFixed(5)));
const short = ({ duration, knots, forward, left }: Cmrt): Cmrt => ({
  duration,
  knots: rounded(knots),
  forward: rounded(forward),
  ...(left && { left: rounded(left) }),
});

function save(entries: readonly SolvedCmrt[]): void {
  const sorted = [...entries].sort(
    // by code, not by the language of the machine
    (a, b) => Number(a.scenario > b.scenario) - Number(a.scenario < b.scenario) || a.task - b.task || a.load - b.load,
  );
  writeFileSync(`${FILE}.tmp`, `${JSON.stringify(sorted, null, 2)}\n`);
  renameSync(`${FILE}.tmp`, FILE);
}

let entries = JSON.parse(readFileSync(FILE, 'utf8')) as SolvedCmrt[];
let before: { readonly name: string; readonly cmrt: Cmrt } | undefined;
for (const scenario of targets(process.argv.slice(2))) {
  const start = performance.now();
  const isMember = before?.name === scenario.name;
  const warm = isMember ? { start: before!.cmrt, sigma: WARM_STEP } : {};
  const wanted = isMember ? { ...scenario, threshold: HALVED * (await errorWithout(scenario)) } : scenario;
  const job = startAnticipation({ body, scenario: wanted }, threadPool(WORKERS), { seed: 1, ...warm });
  const { cmrt, reason, rollout, without, evaluations } = await job.done;
  const [task, load] = [scenario.task, loadOf(scenario)];
  before = { name: scenario.name, cmrt };
  entries = entries.filter(
    (entry) => !(entry.scenario === scenario.name && entry.task === task && entry.load === load),
  );
  const key = anticipationKey(body, scenario);
  entries.push({
    scenario: scenario.name,
    task,
    load,
    key,
    cmrt: short(cmrt),
    rms: Number(rollout.rms.toFixed(5)),
    evaluations,
  });
  save(entries);
  const verdict = rollout.ending.standing ? 'stands' : rollout.ending.complaints.join(', ');
  const plain = without.ending.standing ? 'stands' : without.ending.complaints.join(', ');
  console.log(
    `${scenario.name} T ${task} load ${load}: ${(without.rms * 1000).toFixed(0)} mm (${plain}) → ${(rollout.rms * 1000).toFixed(1)} mm (${verdict}); ${evaluations} rollouts, ${reason}, ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
}
