/** Outputs that are whole or absent: one file, or several that belong together. */
import { constants } from 'node:fs';
import { copyFile, link, lstat, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileError } from '../exit-codes.ts';
import { removed, StagedFile, syncFolder, temporaryBeside } from './staged-file.ts';
import { addUnfinished, endUnfinished, indivisibly } from './unfinished.ts';

export interface FileToWrite {
  readonly file: string;
  readonly data: Uint8Array | string;
}

/** Writes a temporary file beside the target, then renames it. Throws FileError. */
export const writeWhole = (file: string, data: Uint8Array | string): Promise<void> => writeTogether([{ file, data }]);

/** Writes all files or, where one fails, none: every byte is on the disk before the first file gets its name. Throws FileError. */
export async function writeTogether(files: readonly FileToWrite[]): Promise<void> {
  const staged: StagedFile[] = [];
  try {
    for (const { file, data } of files) {
      const one = await StagedFile.create(file);
      staged.push(one);
      await one.append(data);
      await one.seal();
    }
    await installAll(staged);
  } finally {
    for (const one of staged) await one.discard();
  }
}

/** Gives sealed files their names. What the first of several replaced comes back if a later one fails. */
export async function installAll(files: readonly StagedFile[]): Promise<void> {
  await indivisibly(async () => {
    const done: Replaced[] = [];
    try {
      for (const [i, file] of files.entries()) {
        const last = i === files.length - 1; // nothing comes after it that could fail
        const before = last ? undefined : await aside(file);
        if (before) done.push(before);
        await file.install();
        if (before) before.replaced = true;
      }
    } catch (error) {
      for (const before of done.reverse()) await putBack(before);
      throw error;
    }
    for (const { copy } of done) if (copy !== undefined) await removed(copy);
    for (const folder of new Set(files.map(({ target }) => dirname(target)))) await syncFolder(folder);
  });
}

interface Replaced {
  readonly file: StagedFile;
  readonly copy: string | undefined; // of what was there; undefined: nothing
  replaced: boolean;
}

/** A second name for what a file is about to replace; a copy where the file system has no second names. */
async function aside(file: StagedFile): Promise<Replaced> {
  const entry = await lstat(file.target).catch(() => undefined);
  if (!entry?.isFile()) return { file, copy: undefined, replaced: false };
  const copy = temporaryBeside(file.target);
  addUnfinished(copy);
  try {
    await link(file.target, copy).catch(() => copyFile(file.target, copy, constants.COPYFILE_EXCL));
  } catch (error) {
    await removed(copy);
    throw new FileError(`${file.file}: what is there could not be kept aside: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return { file, copy, replaced: false };
}

/** As it was. A copy that cannot be put back is left, and its name told: it is the only one. */
async function putBack({ file, copy, replaced }: Replaced): Promise<void> {
  if (!replaced) return copy === undefined ? undefined : removed(copy);
  if (copy === undefined) return rm(file.target, { force: true }).catch(() => {});
  try {
    await rename(copy, file.target);
  } catch (error) {
    throw new FileError(`${file.file}: the file as it was is now ${copy}: ${(error as Error).message}`, {
      cause: error,
    });
  } finally {
    endUnfinished(copy);
  }
}
