/** All rows of a run, sorted by id, whatever order they were made in. Memory does not grow with the number of rows. */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporary, StagedFile } from '../writing/staged-file.ts';
import { installAll } from '../writing/write-files.ts';
import { LineWriter, readLines, readTexts } from './json-lines.ts';
import { byId, isRow } from './row.ts';
import { type RunFolder, rowsFile } from './run-folder.ts';

const BYTES_AT_ONCE = 2 ** 22; // of rows that are sorted in memory
const MOST_PARTS = 256;

/** Lines of rows as a file, whole or absent. Returns their number. */
export async function writeRows(file: string, rows: AsyncIterable<string>): Promise<number> {
  const staged = await StagedFile.create(file);
  let count = 0;
  try {
    let text = '';
    for await (const row of rows) {
      text += row;
      count++;
      if (text.length < BYTES_AT_ONCE / 4) continue;
      await staged.append(text);
      text = '';
    }
    await staged.append(text);
    await staged.seal();
    await installAll([staged]);
    return count;
  } finally {
    await staged.discard();
  }
}

/** Merges the rows of all shards, and removes what processes that were killed have left behind. Returns the number of rows, or
 *  undefined where a shard is not complete. */
export async function writeManifest(folder: RunFolder, shards: readonly string[]): Promise<number | undefined> {
  const count = await merge(folder, shards);
  if (count !== undefined) for (const place of [folder.clips, folder.rows]) await removeTemporary(place);
  return count;
}

async function removeTemporary(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
  for (const name of names) if (isTemporary(name)) await rm(join(folder, name), { force: true });
}

async function merge(folder: RunFolder, shards: readonly string[]): Promise<number | undefined> {
  const files = shards.map((shard) => rowsFile(folder, shard));
  let bytes = 0;
  for (const file of files) {
    const entry = await stat(file).catch(() => undefined);
    if (!entry) return undefined;
    bytes += entry.size;
  }
  const parts = Math.min(MOST_PARTS, Math.ceil(bytes / BYTES_AT_ONCE));
  if (parts <= 1) return writeRows(folder.manifest, sorted(files));
  const temporary = await mkdtemp(join(folder.path, '.merge-'));
  try {
    const names = await distribute(files, temporary, parts);
    return await writeRows(folder.manifest, inTurn(names));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** One file per range of ids. */
async function distribute(files: readonly string[], folder: string, parts: number): Promise<readonly string[]> {
  const names = Array.from({ length: parts }, (_, i) => join(folder, `${i}.jsonl`));
  const writers = names.map((name) => new LineWriter(name, Number.POSITIVE_INFINITY)); // gone when this process is
  for (const writer of writers) writer.append();
  for (const file of files) {
    for await (const row of readLines(file, isRow)) {
      writers[Math.floor((Number.parseInt(row.id.slice(0, 4), 16) * parts) / 0x10000)]!.append(row);
    }
  }
  for (const writer of writers) writer.close();
  return names;
}

async function* inTurn(names: readonly string[]): AsyncGenerator<string> {
  for (const name of names) yield* sorted([name]);
}

/** Lines of rows by id. The lines are held, not the rows, which take several times the memory. */
async function* sorted(files: readonly string[]): AsyncGenerator<string> {
  const lines: { readonly id: string; readonly file: string; readonly text: string }[] = [];
  for (const name of files) {
    for await (const { value, text } of readTexts(name, isRow)) lines.push({ id: value.id, file: value.file, text });
  }
  for (const { text } of lines.sort(byId)) yield `${text}\n`;
}
