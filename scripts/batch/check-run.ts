/** Is a run complete: every file once, every output whole, nothing left over? */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Row {
  readonly id: string;
  readonly file: string;
  readonly outputs?: readonly { readonly file: string; readonly sha256: string }[];
}

export const manifestOf = (run: string): string => readFileSync(join(run, 'manifest.jsonl'), 'utf8');

export const hashOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** Sentences of what is wrong with a run; none where all is well. */
export function faultsOf(run: string, files: readonly string[]): string[] {
  const rows = manifestOf(run)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const faults: string[] = [];
  const seen = new Set(rows.map(({ file }) => file));
  const lost = files.filter((file) => !seen.has(file));
  if (lost.length > 0) faults.push(`${lost.length} files have no row: ${lost.slice(0, 3).join(', ')}`);
  if (rows.length !== seen.size) faults.push(`${rows.length - seen.size} files have more than one row`);
  if (rows.some(({ id }, i) => i > 0 && id < rows[i - 1]!.id)) faults.push('rows are not sorted by id');
  const clips = join(run, 'clips');
  const expected = new Map(rows.flatMap(({ outputs = [] }) => outputs.map(({ file, sha256 }) => [file, sha256])));
  for (const [file, hash] of expected) {
    const path = join(clips, file);
    if (!existsSync(path)) faults.push(`${file} is missing`);
    else if (hashOf(readFileSync(path)) !== hash) faults.push(`${file} is not what its row says`);
  }
  const there = existsSync(clips) ? readdirSync(clips, { recursive: true, withFileTypes: true }) : [];
  const strange = there.filter(
    (entry) => entry.isFile() && !expected.has(join(entry.parentPath, entry.name).slice(clips.length + 1)),
  );
  if (strange.length > 0) faults.push(`${strange.length} files that no row speaks of, as ${strange[0]!.name}`);
  if (readdirSync(join(run, 'journal')).length > 0) faults.push('a journal is left');
  return faults;
}
