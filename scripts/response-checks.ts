// `npx tsx scripts/response-checks.ts [height mass]`: performs the whole library, runs every check on every response, and prints
// how many pass by kind and direction, the worst values, and what fails. Exits with 1 when something does.
import { createActor } from '../packages/poise/src/performer/actor.ts';
import { checkResponse, failedChecks, type ResponseChecks } from '../packages/poise/src/performer/responses/checks.ts';
import { performRequest, responseOfDraft } from '../packages/poise/src/performer/responses/generate.ts';
import { libraryPlan } from '../packages/poise/src/performer/responses/library-plan.ts';
import { neutralStance } from '../packages/poise/src/performer/responses/neutral.ts';

const [height, mass] = process.argv.slice(2).map(Number);
const actor = createActor({ ...(height && { height }), ...(mass && { mass }) });
const neutral = neutralStance(actor);
const rows = new Map<string, Map<number, [passed: number, asked: number]>>();
const worst: Record<string, { readonly value: number; readonly name: string }> = {};
const failing: string[] = [];

/** Keeps the largest value of every check that is one number. */
function note(name: string, checks: ResponseChecks): void {
  for (const [check, value] of Object.entries(checks)) {
    if (typeof value !== 'number' || check === 'leastLoad' || check === 'earlyRatio') continue;
    if (!worst[check] || value > worst[check].value) worst[check] = { value, name };
  }
}

const plan = libraryPlan();
for (const request of plan) {
  const draft = performRequest(actor, neutral, request);
  const checks = checkResponse(actor, draft, responseOfDraft(actor, neutral, draft));
  const failures = failedChecks(checks);
  const kind = request.name.split('-')[0] ?? '';
  const row = rows.get(kind) ?? new Map<number, [number, number]>();
  const [passed, asked] = row.get(request.direction) ?? [0, 0];
  row.set(request.direction, [passed + (failures.length === 0 ? 1 : 0), asked + 1]);
  rows.set(kind, row);
  note(request.name, checks);
  if (failures.length > 0) failing.push(`${request.name}: ${failures.join(', ')}`);
}

const directions = [...new Set(plan.map(({ direction }) => direction))];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(['kind'.padEnd(8), ...directions.map((direction) => `${direction}°`.padStart(7))].join(''));
for (const [kind, row] of rows) {
  const cells = directions.map((direction) => row.get(direction)?.join('/') ?? '–');
  print([kind.padEnd(8), ...cells.map((cell) => cell.padStart(7))].join(''));
}
for (const [check, { value, name }] of Object.entries(worst))
  print(`worst ${check}: ${value.toPrecision(3)} (${name})`);
for (const line of failing) print(`fails ${line}`);
print(`${plan.length - failing.length} of ${plan.length} pass`);
process.exitCode = failing.length > 0 ? 1 : 0;
