/** The file system as the commands use it: errors in words, outputs that are never half written. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { FileError } from './exit-codes.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space left on the disk',
  ERR_FS_FILE_TOO_LARGE: 'larger than 2 GB',
};

function fileError(file: string, error: unknown): FileError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new FileError(`${file}: ${REASONS[code] ?? (error as Error).message}`, { cause: error });
}

export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError(file, error);
  }
}

/** Writes a temporary file beside the target, then renames it: readers see the old content or the new, never a part. */
export async function writeWhole(file: string, data: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    await writeFile(temporary, data);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // where it could not be made, there is nothing to remove
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw missing ? new FileError(`${file}: the folder does not exist`) : fileError(file, error);
  }
}

/** Names beside a file; empty where the folder cannot be listed. */
export async function neighboursOf(file: string): Promise<readonly string[]> {
  try {
    return await readdir(dirname(resolve(file)));
  } catch {
    return [];
  }
}

/** Reads neighbours of a file by name. Names that lead out of its folder tree are not followed: files are untrusted. */
export function companionReader(file: string): (name: string) => Promise<Uint8Array | undefined> {
  const folder = dirname(resolve(file));
  return async (name) => {
    const path = resolve(folder, name);
    if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined;
    try {
      return await readFile(path);
    } catch {
      return undefined;
    }
  };
}
