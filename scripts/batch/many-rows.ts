/** The manifest of very many rows: how much memory its making takes, for a tenth of them and for all. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf, manifestOf } from './check-run.ts';

const merge = fileURLToPath(new URL('merge-once.ts', import.meta.url));

/** Rows of a real run, repeated under other names. */
function makeRows(run: string, rows: readonly string[], count: number): void {
  rmSync(run, { recursive: true, force: true });
  mkdirSync(join(run, 'rows'), { recursive: true });
  for (let start = 0, part = 0; start < count; start += 10_000, part++) {
    const lines = Array.from({ length: Math.min(10_000, count - start) }, (_, i) => {
      const row = JSON.parse(rows[i % rows.length]!) as { id: string; file: string };
      return JSON.stringify({ ...row, id: hashOf(`${start + i}`), file: `${start + i}/${row.file}` });
    });
    writeFileSync(join(run, 'rows', `${part + 1}-of-${Math.ceil(count / 10_000)}.jsonl`), `${lines.join('\n')}\n`);
  }
}

export async function mergeMany(out: string, count: number): Promise<unknown> {
  const rows = manifestOf(join(out, 'calm')).trimEnd().split('\n');
  const run = join(out, 'many-rows');
  const peak = (size: number): unknown => {
    makeRows(run, rows, size);
    const shards = String(Math.ceil(size / 10_000));
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', merge, run, shards], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return { rows: size, ...(JSON.parse(stdout) as object) };
  };
  const found = [peak(count / 10), peak(count)];
  rmSync(run, { recursive: true, force: true });
  return found;
}
