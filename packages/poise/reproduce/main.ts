/**
 * Reproduces the experiments of the papers: `npm run reproduce` runs all, `npm run reproduce -- tak00` one. Tables are written
 * into docs/methods/<page> between their marks, figures into docs/methods/figures. With `--json` it prints what the papers say, what
 * was found and whether it holds, one object per line.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toolArguments } from '../bench/tool-arguments.ts';
import { komura04 } from './komura04.ts';
import { komura05 } from './komura05.ts';
import { replaceSections, saveFile } from './page-sections.ts';
import type { Paper, Reproduction } from './paper.ts';
import { rabbani14 } from './rabbani14.ts';
import { tak00 } from './tak00.ts';
import { yin05 } from './yin05.ts';

const papers: readonly Paper[] = [tak00, yin05, komura04, komura05, rabbani14];

const METHODS = fileURLToPath(new URL('../../../docs/methods/', import.meta.url));

function write({ page, sections, figures }: Reproduction): void {
  for (const { name, svg } of figures) saveFile(resolve(METHODS, 'figures', name), svg);
  replaceSections(resolve(METHODS, page), sections);
}

const { values, positionals } = toolArguments({ json: { type: 'boolean', default: false } });
const wanted = positionals[0] ?? '';
const chosen = papers.filter(({ id }) => id.includes(wanted));
if (chosen.length === 0) {
  console.error(`no paper "${wanted}"; known: ${papers.map(({ id }) => id).join(', ')}`);
  process.exitCode = 2;
}
for (const paper of chosen) {
  const made = await paper.reproduce((what) => console.error(`${paper.id}: ${what}`));
  write(made);
  if (values.json) for (const claim of made.claims) console.log(JSON.stringify(claim));
  else for (const { markdown } of made.sections) console.log(`\n${markdown}`);
}
