/**
 * Measures speed: `npm run bench` prints a table, `npm run bench -- --json` one JSON object per line, a word picks the
 * cases whose id contains it, `--csv 2026-01-31` also adds rows with that date to bench/results.csv. Exits with 1 when a
 * case fails or a loop that must not allocate does, with 2 when there is nothing to measure.
 */
import { readdirSync } from 'node:fs';
import { ALLOCATION_NOISE, type BenchCase, type Measurement } from './case.ts';
import { appendCsv, short } from './csv.ts';
import { toolArguments } from './tool-arguments.ts';

const FOLDERS = ['./cases/', '../../studio/bench/cases/'].map((folder) => new URL(folder, import.meta.url));

interface Row extends Measurement {
  readonly id: string;
}

/** These load WebAssembly (MuJoCo, or what the studio's tools bring along), whose memory, once it has grown, slows typed arrays down in
 *  the whole process (docs/bench.md); the first of them measures before it does. */
const LAST = ['falls.ts', 'reaction-body.ts', 'crowd.ts', 'studio.ts', 'simulation.ts', 'dynamics.ts'];

/** File by file: the cases of one are measured before the next is loaded. */
async function* findCases(filter: string): AsyncGenerator<BenchCase> {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => new URL(name, folder)),
  );
  const rank = ({ href }: URL): number => LAST.findIndex((name) => href.endsWith(`/${name}`));
  for (const { href } of files.sort((a, b) => rank(a) - rank(b))) {
    const { cases } = (await import(href)) as { cases: readonly BenchCase[] };
    yield* cases.filter(({ id }) => id.includes(filter));
  }
}

/** Undefined fields vanish in JSON, so every line holds only what was measured. */
const toJson = ({ id, value, unit, against, ratio, allocationBytesPerCall }: Row): string =>
  JSON.stringify({
    id,
    value: short(value),
    unit,
    against,
    ratio: ratio === undefined ? undefined : short(ratio),
    allocationBytesPerCall: allocationBytesPerCall === undefined ? undefined : short(allocationBytesPerCall),
  });

function toText(row: Row): string {
  const ratio = row.ratio === undefined ? '' : `${short(row.ratio)}× ${row.against}`;
  const allocation = row.allocationBytesPerCall === undefined ? '' : `${short(row.allocationBytesPerCall)} B/call`;
  const value = `${short(row.value)} ${row.unit}`;
  return `${row.id.padEnd(40)} ${value.padStart(14)}  ${ratio.padEnd(24)} ${allocation.padEnd(12)} ${row.note ?? ''}`;
}

async function main(): Promise<number> {
  const { values, positionals } = toolArguments({ json: { type: 'boolean', default: false }, csv: { type: 'string' } });
  if (values.csv !== undefined && !/^\d{4}-\d\d-\d\d$/.test(values.csv)) {
    console.error(`--csv takes a date such as 2026-01-31, found "${values.csv}"`);
    return 2;
  }
  const rows: Row[] = [];
  let failures = 0;
  for await (const bench of findCases(positionals[0] ?? '')) {
    const { id } = bench;
    const row = { id, ...(await bench.measure()) };
    rows.push(row);
    console.log(values.json ? toJson(row) : toText(row));
    const { allocationBytesPerCall: bytes = 0, allocationAllowed: allowed = ALLOCATION_NOISE } = row;
    if (bytes > allowed) {
      const expected = allowed > ALLOCATION_NOISE ? `at most ${allowed}` : 'none';
      console.error(`${id}: allocates ${short(bytes)} bytes per call, expected ${expected}`);
      failures++;
    }
  }
  if (rows.length === 0) {
    console.error(`no case whose id holds "${positionals[0]}"`);
    return 2;
  }
  if (values.csv) appendCsv(values.csv, rows);
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
