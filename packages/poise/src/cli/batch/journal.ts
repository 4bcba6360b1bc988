/** What is known of a shard's files from earlier tries: rows that are done, and clips during which the process ended. */
import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Line, LineWriter, readTexts } from './json-lines.ts';
import { type BatchRow, isRow } from './row.ts';
import { namesIn, type RunFolder, rowsFile } from './run-folder.ts';

/** A line: work on a file begins, or a row. */
type JournalLine = { readonly begin: string } | BatchRow;

export interface EarlierTries {
  readonly rows: ReadonlyMap<string, BatchRow>; // by file, the latest
  readonly unfinished: ReadonlyMap<string, number>; // by file: how often work began and did not end since the last row
}

const isBegin = (line: JournalLine): line is { readonly begin: string } => 'begin' in line;

const isJournalLine = (value: unknown): value is JournalLine =>
  typeof (value as { begin?: unknown } | null | undefined)?.begin === 'string' || isRow(value);

/** All lines of a shard: those of the complete rows first, then the journals. */
async function* linesOf(folder: RunFolder, shard: string): AsyncGenerator<Line<JournalLine>> {
  const complete = rowsFile(folder, shard);
  const names = await journalsOf(folder, shard);
  if (await stat(complete).catch(() => undefined)) names.unshift(complete);
  for (const name of names) yield* readTexts(name, isJournalLine);
}

/** Journals of a shard in the order in which they were begun. */
async function journalsOf(folder: RunFolder, shard: string): Promise<string[]> {
  const names = await namesIn(folder.journal, `${shard}.`);
  const ages = await Promise.all(names.map(async (name) => ({ name, born: (await stat(name)).mtimeMs })));
  return ages.sort((a, b) => a.born - b.born).map(({ name }) => name);
}

export async function earlierTries(folder: RunFolder, shard: string): Promise<EarlierTries> {
  const rows = new Map<string, BatchRow>();
  const unfinished = new Map<string, number>();
  for await (const { value: line } of linesOf(folder, shard)) {
    if (isBegin(line)) unfinished.set(line.begin, (unfinished.get(line.begin) ?? 0) + 1);
    else {
      rows.set(line.file, withoutCards(line));
      unfinished.delete(line.file);
    }
  }
  return { rows, unfinished };
}

/** What is needed to see whether a row still holds; the row itself stays on the disk. */
const withoutCards = ({ id, file, status, outputs, reads }: BatchRow): BatchRow => ({
  id,
  file,
  status,
  clips: [],
  ...(outputs && { outputs }),
  ...(reads && { reads }),
});

/** What a run knows of a file at its end. */
export type RowKey = Pick<BatchRow, 'id' | 'status'>;

/** Lines of rows on the disk that are as `keys` says of their file, each once. */
export async function* rowsWith(
  folder: RunFolder,
  shard: string,
  keys: ReadonlyMap<string, RowKey>,
): AsyncGenerator<string> {
  const left = new Map(keys);
  for await (const { value: line, text } of linesOf(folder, shard)) {
    if (isBegin(line)) continue;
    const key = left.get(line.file);
    if (key?.id !== line.id || key.status !== line.status) continue;
    left.delete(line.file);
    yield `${text}\n`;
  }
}

/** A journal of this process. */
export const openJournal = (folder: RunFolder, shard: string): LineWriter =>
  new LineWriter(join(folder.journal, `${shard}.${process.pid}-${randomBytes(6).toString('hex')}.jsonl`));

/** A shard whose rows are complete needs no journal. */
export async function removeJournals(folder: RunFolder, shard: string): Promise<void> {
  for (const name of await namesIn(folder.journal, `${shard}.`)) await rm(name, { force: true });
}
