/** Where results go: one file, or a folder that mirrors the inputs. */
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { extensionOf, formats, writableFormat } from '../../motion/formats/index.ts';
import { FileError } from '../exit-codes.ts';
import { fileError } from '../files.ts';
import { expandFiles } from '../lint/expand-files.ts';

export interface Pair {
  readonly file: string;
  readonly output: string;
}

const FALLBACK = '.bvh'; // where a format can be read, not written

/** One input into one file, or any number into a folder. `format` is the extension to write, with or without its dot; files
 *  keep their own where that can be written. */
export async function pairFiles(
  patterns: readonly string[],
  out: string,
  format: string | undefined,
  warn: (text: string) => void,
): Promise<readonly Pair[]> {
  if (out === '') throw new UsageError('-o: expected the name of a file or a folder, found ""');
  const files = await expandFiles(patterns, warn);
  const single = patterns.length === 1 && files.length === 1 && files[0] === patterns[0];
  if (single && extensionOf(out) !== '' && !(await isFolder(out))) {
    writableFormat(out); // refused before anything is computed
    return [{ file: files[0]!, output: out }];
  }
  if (!(await isFolder(out)) && extensionOf(out) !== '') {
    throw new UsageError(`${out}: several files need a folder to be written to, found the name of a file`);
  }
  const root = commonFolder(files);
  const pairs = files.map((file) => ({ file, output: join(out, renamed(relative(root, resolve(file)), format)) }));
  checkApart(pairs);
  return pairs;
}

/** walk.bvh and walk.fbx of one folder both become walk.bvh. Throws UsageError. */
function checkApart(pairs: readonly Pair[]): void {
  const fileOf = new Map<string, string>();
  for (const { file, output } of pairs) {
    const other = fileOf.get(output);
    if (other !== undefined && resolve(other) !== resolve(file)) {
      throw new UsageError(`${other} and ${file} would both become ${output}; work on them one after the other`);
    }
    fileOf.set(output, file);
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** The folder of which all files are below. */
export function commonFolder(files: readonly string[]): string {
  return files
    .map((file) => dirname(resolve(file)))
    .reduce((common, folder) => {
      let shared = common;
      while (!isBelow(folder, shared)) shared = dirname(shared);
      return shared;
    });
}

function isBelow(folder: string, above: string): boolean {
  const way = relative(above, folder);
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

export function renamed(file: string, format: string | undefined): string {
  const own = extensionOf(file);
  const wanted = format === undefined ? (canWrite(own) ? own : FALLBACK) : `.${format.replace(/^\./, '')}`;
  const name = join(dirname(file), `${basename(file).slice(0, basename(file).length - own.length)}${wanted}`);
  writableFormat(name);
  return name;
}

const canWrite = (extension: string): boolean =>
  formats.some((format) => format.write !== undefined && format.extensions[0] === extension);

/** Finds out before the work whether the folders of the outputs are there or can be made. Throws FileError. */
export async function checkPlaces(outputs: readonly string[]): Promise<void> {
  for (const folder of new Set(outputs.map((output) => dirname(output)))) {
    let place = folder;
    while ((await stat(place).catch(() => undefined)) === undefined && dirname(place) !== place) place = dirname(place);
    if (!(await isFolder(place))) throw new FileError(`${place}: is a file, not a folder`);
    await access(place, constants.W_OK).catch((error: unknown) => {
      throw fileError(place, error);
    });
  }
}

/** Makes the folder that a file goes to, once there is something to put there. Throws FileError. */
export async function makeFolderOf(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
    throw fileError(dirname(file), error);
  });
}
