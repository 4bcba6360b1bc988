/**
 * Holds Poise against captured people and force plates: `npm run validate` prints tables, `-- --json` one JSON object per
 * line, a word picks the validations whose id contains it. Tables and figures of averages go into docs/validation.md (or the page of a
 * method) and docs/images; figures of single recordings go to out/validation, which is not part of the repository.
 */
import { resolve } from 'node:path';
import { toolArguments } from '../bench/tool-arguments.ts';
import { replaceSections, saveFile } from '../reproduce/page-sections.ts';
import { filterOnCaptures } from './balance-filter.ts';
import { forces } from './forces.ts';
import { plantedCaptures } from './plant-feet.ts';
import { smoothing } from './smoothing.ts';
import { MOCAP, mocapPresent, type Outcome, REPOSITORY, type Validation } from './validation.ts';
import { verdicts } from './verdicts.ts';

const validations: readonly Validation[] = [forces, smoothing, verdicts, filterOnCaptures, plantedCaptures];
const PAGE = 'docs/validation.md';

/** Replaces the generated part of a page between the marks of one section. */
function writeSection({ id, page = PAGE }: Validation, { markdown, figures }: Outcome): void {
  for (const { name, svg, kind } of figures) {
    saveFile(resolve(REPOSITORY, kind === 'average' ? 'docs/images' : 'out/validation', name), svg);
  }
  const pictures = figures.filter(({ kind }) => kind === 'average').map(({ name }) => `![](images/${name})`);
  const parts = [markdown, ...(pictures.length > 0 ? [pictures.join('\n')] : [])];
  replaceSections(resolve(REPOSITORY, page), [{ mark: id, markdown: parts.join('\n\n') }]);
}

async function main(): Promise<void> {
  const { values, positionals } = toolArguments({ json: { type: 'boolean', default: false } });
  if (!mocapPresent()) {
    console.error(`no captures at ${MOCAP}; set POISE_MOCAP to the folder that holds them`);
    process.exitCode = 2;
    return;
  }
  const wanted = positionals[0] ?? '';
  const chosen = validations.filter(({ id }) => id.includes(wanted));
  if (chosen.length === 0) {
    console.error(`no validation "${wanted}"; known: ${validations.map(({ id }) => id).join(', ')}`);
    process.exitCode = 2;
  }
  for (const validation of chosen) {
    const outcome = await validation.run();
    writeSection(validation, outcome);
    if (values.json) {
      for (const line of outcome.lines)
        console.log(JSON.stringify({ ...line, value: Number(line.value.toPrecision(4)) }));
    } else console.log(`## ${validation.id}\n\n${outcome.markdown}\n`);
  }
}

await main();
