/**
 * Poise beside its peers, the same work in the same run: `npm run peers` prints the tables, `npm run peers -- dynamics` one of them. `--docs` writes
 * docs/peers.md, `--csv 2026-01-31` adds rows to bench/results.csv, `--count` and `--seed` draw the clips.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { appendCsv } from '../bench/csv.ts';
import { toolArguments } from '../bench/tool-arguments.ts';
import { cleaning } from './cleaning.ts';
import { dynamics } from './dynamics.ts';
import { linting } from './linting.ts';
import { reading } from './reading.ts';
import type { PeerRow, PeerSection } from './table.ts';

const PAGE = fileURLToPath(new URL('../../../docs/peers.md', import.meta.url));

/** Dynamics come last: MuJoCo's WebAssembly memory slows typed arrays of the whole process down. */
const sections: readonly PeerSection[] = [reading, cleaning, linting, dynamics];

function write(page: string, id: string, text: string): string {
  const [begin, end] = [`<!-- ${id}: begin -->`, `<!-- ${id}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`docs/peers.md: expected ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

const { values, positionals } = toolArguments({
  docs: { type: 'boolean', default: false },
  csv: { type: 'string' },
  count: { type: 'string', default: '16' },
  seed: { type: 'string', default: '1' },
});
const chosen = sections.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
if (chosen.length === 0) throw new Error(`expected one of ${sections.map(({ id }) => id).join(', ')}`);
const rows: PeerRow[] = [];
for (const { id, title, compare } of chosen) {
  const say = (what: string): void => void process.stderr.write(`\r\x1b[K${what}`);
  const { rows: more, markdown } = await compare({ count: Number(values.count), seed: Number(values.seed), say });
  process.stderr.write('\r\x1b[K');
  console.log(`\n## ${title}\n\n${markdown}`);
  rows.push(...more);
  if (values.docs) writeFileSync(PAGE, write(readFileSync(PAGE, 'utf8'), id, markdown));
}
if (values.csv) appendCsv(values.csv, rows);
