/** `npm run scoreboard`: the methods side by side on the same pushes. Rows are kept as they are made, so that a run which is stopped goes on. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toolArguments } from '../bench/tool-arguments.ts';
import { replaceSections, saveFile } from '../reproduce/page-sections.ts';
import { LineWriter, readLines } from '../src/cli/batch/json-lines.ts';
import { REPOSITORY } from '../validate/validation.ts';
import { contestants } from './answers.ts';
import { drawCases } from './cases.ts';
import { measured, type Row } from './measure.ts';
import { capturedPeople, LENGTH, performedPeople } from './people.ts';
import { type Cost, scoreFigure, scoreTable } from './tables.ts';

const { values } = toolArguments({
  'per-person': { type: 'string', default: '8' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'out/scoreboard' },
  fresh: { type: 'boolean', default: false },
  docs: { type: 'boolean', default: false },
});
const out = resolve(values.out);
const seed = Number(values.seed);
if (values.fresh) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const say = (text: string): void => console.error(text);

const captured = await capturedPeople(seed);
if (captured.length === 0) say('no captures at hand: performed people only');
const cases = drawCases([...performedPeople(), ...captured], Number(values['per-person']), seed);
const methods = await contestants(say);

/** Rows and costs of earlier runs with the same seed. */
const file = join(out, `rows-${seed}.jsonl`);
const rows: Row[] = [];
const costs: Cost[] = [];
const isKept = (line: unknown): line is { row: Row; cost?: Cost } =>
  typeof (line as { row?: Partial<Row> } | null)?.row?.case === 'string';
try {
  for await (const line of readLines(file, isKept)) {
    rows.push(line.row);
    if (line.cost) costs.push(line.cost);
  }
} catch {
  // a first run
}
const known = new Set(rows.map((row) => `${row.method}|${row.case}`));
const writer = new LineWriter(file);
for (const [i, situation] of cases.entries()) {
  for (const method of methods) {
    if (known.has(`${method.id}|${situation.id}`)) continue;
    const { person, strength, direction } = situation;
    const base = {
      case: situation.id,
      method: method.id,
      situation: person.situation,
      captured: person.captured,
      strength,
      direction,
    };
    let row: Row = { ...base, made: false };
    let cost: Cost | undefined;
    try {
      const began = performance.now();
      const answer = method.answer(situation);
      if (answer) {
        cost = {
          method: method.id,
          situation: person.situation,
          seconds: (performance.now() - began) / 1000,
          motion: LENGTH,
        };
        row = { ...base, made: true, ...measured(situation, answer) };
      }
    } catch (error) {
      row = { ...base, made: false, message: (error as Error).message };
    }
    rows.push(row);
    if (cost) costs.push(cost);
    writer.append({ row, cost });
  }
  if ((i + 1) % 10 === 0) say(`${i + 1} of ${cases.length} pushes`);
}
writer.close();
const wanted = new Set(cases.map(({ id }) => id));
const shown = rows.filter((row) => wanted.has(row.case));
const table = scoreTable(shown, costs, methods);
const figure = scoreFigure(shown, methods);
writeFileSync(join(out, 'table.md'), `${table}\n`);
writeFileSync(join(out, 'figure.svg'), figure);
console.log(table);
for (const { method, case: id, message } of shown) if (message) say(`${method} refused ${id}: ${message}`);
if (values.docs) {
  replaceSections(join(REPOSITORY, 'docs/scoreboard.md'), [{ mark: 'scoreboard', markdown: table }]);
  saveFile(join(REPOSITORY, 'docs/images/scoreboard.svg'), figure);
}
