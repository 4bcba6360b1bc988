/**
 * Holds Poise against captured people and force plates: `npm run validate` prints tables, `-- --json` one JSON object per
 * line, a word picks the validations whose id contains it. Tables and figures of averages go into docs/validation.md and
 * docs/images; figures of single recordings go to out/validation, which is not part of the repository.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { toolArguments } from '../bench/tool-arguments.ts';
import { filterOnCaptures } from './balance-filter.ts';
import { forces } from './forces.ts';
import { smoothing } from './smoothing.ts';
import { MOCAP, mocapPresent, type Outcome, REPOSITORY, type Validation } from './validation.ts';
import { verdicts } from './verdicts.ts';

const validations: readonly Validation[] = [forces, smoothing, verdicts, filterOnCaptures];
const PAGE = resolve(REPOSITORY, 'docs/validation.md');

function save(file: string, text: string): void {
  mkdirSync(resolve(file, '..'), { recursive: true });
  writeFileSync(`${file}.tmp`, text);
  renameSync(`${file}.tmp`, file);
}

/** Replaces the generated part of docs/validation.md between the marks of one section. */
function writeSection(id: string, { markdown, figures }: Outcome): void {
  for (const { name, svg, kind } of figures) {
    save(resolve(REPOSITORY, kind === 'average' ? 'docs/images' : 'out/validation', name), svg);
  }
  const page = readFileSync(PAGE, 'utf8');
  const [open, close] = [`<!-- ${id}: begin -->`, `<!-- ${id}: end -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < 0) throw new Error(`docs/validation.md has no marks "${open}" and "${close}"`);
  const pictures = figures.filter(({ kind }) => kind === 'average').map(({ name }) => `![](images/${name})`);
  const section = [open, '', markdown, '', ...pictures, ...(pictures.length ? [''] : [])].join('\n');
  save(PAGE, page.slice(0, start) + section + page.slice(end));
}

async function main(): Promise<void> {
  const { values, positionals } = toolArguments({ json: { type: 'boolean', default: false } });
  if (!mocapPresent()) {
    console.error(`no captures at ${MOCAP}; set POISE_MOCAP to the folder that holds them`);
    process.exitCode = 2;
    return;
  }
  for (const validation of validations.filter(({ id }) => id.includes(positionals[0] ?? ''))) {
    const outcome = await validation.run();
    writeSection(validation.id, outcome);
    if (values.json) {
      for (const line of outcome.lines)
        console.log(JSON.stringify({ ...line, value: Number(line.value.toPrecision(4)) }));
    } else console.log(`## ${validation.id}\n\n${outcome.markdown}\n`);
  }
}

await main();
