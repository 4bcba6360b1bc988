/** The file system as the commands use it: errors in words, outputs that hide nothing. `writing/` writes. */
import { constants } from 'node:fs';
import { access, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { UsageError } from '../errors.ts';
import { FileError } from './exit-codes.ts';

/** Stands for the standard output where an option names a file to write. */
export const STANDARD_OUTPUT = '-';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'is a folder',
  EEXIST: 'is a file, not a folder',
  EROFS: 'the disk cannot be written to',
  EACCES: 'permission denied',
  EDQUOT: 'no space left on the disk',
  EFBIG: 'larger than the file system allows',
  EIO: 'the disk failed',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space left on the disk',
  ERR_FS_FILE_TOO_LARGE: 'larger than 2 GB',
};

/** What the system says of a file, in words. */
export function fileError(file: string, error: unknown): FileError {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return new FileError(`${file || '""'}: ${REASONS[code] ?? (error as Error).message}`, { cause: error });
}

/** A file or pipe that somebody names. Devices are refused: some never end. */
export async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const entry = await stat(file);
    if (!entry.isCharacterDevice() && !entry.isBlockDevice()) return await readFile(file);
  } catch (error) {
    throw fileError(file, error);
  }
  throw new FileError(`${file}: is a device, not a file`);
}

/** A file that another file names, or that was found: pipes, for which one would wait, are refused as well. */
export async function readFound(file: string): Promise<Uint8Array> {
  const entry = await stat(file).catch((error: unknown) => {
    throw fileError(file, error);
  });
  if (!entry.isFile() && !entry.isDirectory()) throw new FileError(`${file}: is a pipe or a device, not a file`);
  return await readBytes(file);
}

/** A text file as UTF-8. */
export const readText = async (file: string): Promise<string> => new TextDecoder().decode(await readBytes(file));

/** What the system says of a file that was to be written. */
export async function writeError(file: string, error: unknown): Promise<FileError> {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return fileError(file, error);
  const folder = await stat(dirname(file)).catch(() => undefined);
  const reason = folder ? 'no file can be made in that folder' : 'the folder does not exist';
  return new FileError(`${file || '""'}: ${reason}`, { cause: error });
}

/** Refuses to write over a file that was read (unless `force`), or two outputs into one file. Throws UsageError. */
export async function checkOutputs(
  read: readonly string[],
  outputs: readonly string[],
  force: boolean | undefined = undefined,
): Promise<void> {
  const taken = new Set<string>();
  const inputs = new Set(await Promise.all(read.map(identityOf)));
  for (const output of outputs) {
    const identity = output === STANDARD_OUTPUT ? STANDARD_OUTPUT : await identityOf(output);
    if (taken.has(identity)) throw new UsageError(twice(output));
    taken.add(identity);
    if (force || !inputs.has(identity)) continue;
    const remedy = force === undefined ? 'give the output another name' : '--force writes over it';
    throw new UsageError(`${output} is a file that was read; ${remedy}`);
  }
}

/** Refuses the standard output for what can only be a file. Throws UsageError. */
export function checkNamed(option: string, file: string | undefined): void {
  if (file === STANDARD_OUTPUT) throw new UsageError(`${option}: expected the name of a file, found "-"`);
}

/** Finds out before long work whether its outputs can be written: the folder is there and open, the name is no folder. Throws
 *  FileError. */
export async function checkFolders(outputs: readonly string[]): Promise<void> {
  for (const output of outputs) {
    if (output === STANDARD_OUTPUT) continue;
    const entry = await stat(output).catch(() => undefined);
    if (entry?.isDirectory()) throw new FileError(`${output}: is a folder`);
    if (entry && !entry.isFile()) continue; // a pipe or a device
    const folder = dirname(output);
    await access(folder, constants.W_OK).catch(async (error: unknown) => {
      throw await writeError(output, error);
    });
    if (!(await stat(folder)).isDirectory()) throw new FileError(`${output}: a part of the path is not a folder`);
  }
}

const twice = (output: string): string =>
  output === STANDARD_OUTPUT
    ? 'only one output can go to the standard output'
    : `${output} would be written twice; give each output its own name`;

/** One string per file, however it is reached: by another spelling, a link, or a name in other case where that is the same. */
async function identityOf(file: string): Promise<string> {
  const entry = await stat(file, { bigint: true }).catch(() => undefined);
  if (entry) return `${entry.dev}:${entry.ino}`;
  const folder = await realpath(dirname(resolve(file))).catch(() => dirname(resolve(file)));
  return join(folder, basename(file));
}

/** Names beside a file; empty where the folder cannot be listed. */
export async function neighboursOf(file: string): Promise<readonly string[]> {
  try {
    return await readdir(dirname(resolve(file)));
  } catch {
    return [];
  }
}

/** Reads neighbours of a file by name and tells which were there. Names that lead out of its folder tree are not followed:
 *  files are untrusted. */
export function companionReader(
  file: string,
  onRead: (path: string) => void = () => {},
): (name: string) => Promise<Uint8Array | undefined> {
  const folder = dirname(resolve(file));
  return async (name) => {
    const path = resolve(folder, name);
    if (!path.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined;
    try {
      const data = await readFound(path);
      onRead(path);
      return data;
    } catch {
      return undefined;
    }
  };
}
