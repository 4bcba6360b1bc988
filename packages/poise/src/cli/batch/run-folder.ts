/** The folder of a run: what stands where in it.
 *
 *  job.json            what is done, with which options, to which files
 *  files.jsonl         the files, one JSON string per line
 *  journal/S.*.jsonl   append-only, one per process and shard: what was begun, and rows as they are done
 *  rows/S.jsonl        the rows of a shard that is complete
 *  manifest.jsonl      all rows, sorted by id
 *  log/*.jsonl         times, hosts and seconds of work
 *  clips/              motion files, as the inputs lie
 *  inputs/             what was fetched from s3:// addresses
 */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../files.ts';

export interface RunFolder {
  readonly path: string;
  readonly job: string;
  readonly files: string;
  readonly journal: string; // folder
  readonly rows: string; // folder
  readonly manifest: string;
  readonly log: string; // folder
  readonly clips: string; // folder
  readonly inputs: string; // folder
}

export const runFolder = (path: string): RunFolder => ({
  path,
  job: join(path, 'job.json'),
  files: join(path, 'files.jsonl'),
  journal: join(path, 'journal'),
  rows: join(path, 'rows'),
  manifest: join(path, 'manifest.jsonl'),
  log: join(path, 'log'),
  clips: join(path, 'clips'),
  inputs: join(path, 'inputs'),
});

/** Makes the folders. Throws FileError. */
export async function makeRunFolder(folder: RunFolder): Promise<void> {
  for (const path of [folder.path, folder.journal, folder.rows, folder.log]) {
    await mkdir(path, { recursive: true }).catch((error: unknown) => {
      throw fileError(path, error);
    });
  }
}

export const rowsFile = (folder: RunFolder, shard: string): string => join(folder.rows, `${shard}.jsonl`);

/** Files of a folder that begin with `prefix`, sorted; none where the folder is missing. */
export async function namesIn(folder: string, prefix: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .filter((name) => name.startsWith(prefix) && name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}
