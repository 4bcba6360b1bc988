/** From folders, globs and lists to the files of a job and the names of what is written. */
import { stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { isDynamicPattern } from 'tinyglobby';
import { UsageError } from '../../errors.ts';
import { readText } from '../files.ts';
import { expandFiles } from '../lint/expand-files.ts';
import { commonFolder, renamed } from '../transform/outputs.ts';
import { writeWhole } from '../writing/write-files.ts';
import { batchCommandNamed } from './commands.ts';
import { type JobFile, readJob } from './job.ts';
import { readTexts } from './json-lines.ts';
import { runFolder } from './run-folder.ts';

export interface Inputs {
  readonly root: string; // folder of which all files are below, absolute
  readonly files: readonly string[]; // from there, with forward slashes, sorted
}

/** The files of a job. Throws UsageError where there is none. */
export async function inputsOf({ inputs = [], list }: JobFile, warn: (text: string) => void): Promise<Inputs> {
  if (inputs.length === 0 && list === undefined)
    throw new UsageError('expected files, folders, globs or a list of files');
  const listed = list === undefined ? [] : await listedFiles(list);
  const found = inputs.length === 0 ? [] : await expandFiles(inputs, warn);
  const all = [...new Set([...found, ...listed].map((file) => resolve(file)))];
  if (all.length === 0) throw new UsageError(`${list}: names no file`);
  const root = commonFolder([...(await Promise.all(inputs.map(placeIn))), ...listed]);
  const files = all.map((file) => relative(root, file).split(sep).join('/')).sort();
  return { root, files };
}

/** A path in the folder that an input names or, of a glob, in which it begins to search: a run keeps its root when files are added. */
async function placeIn(input: string): Promise<string> {
  const entry = await stat(input).catch(() => undefined);
  if (entry?.isDirectory()) return join(input, 'x');
  if (entry || !isDynamicPattern(input)) return input;
  const parts = input.split(/[\\/]/);
  const fixed = parts.slice(
    0,
    parts.findIndex((part) => isDynamicPattern(part)),
  );
  return [...fixed, 'x'].join('/');
}

/** Files that a list names: rows of a manifest, or one path per line; absolute, or from the folder of the list. The manifest of a run
 *  names files from the root of its job. */
async function listedFiles(list: string): Promise<readonly string[]> {
  const beside = resolve(list, '..');
  const run = await readJob(runFolder(beside).job).catch(() => undefined); // a list may lie beside a job file
  const folder = run?.root ?? beside;
  const lines = (await readText(list)).split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line, i) => resolve(folder, line.startsWith('{') ? fileOfRow(line, list, i + 1) : line));
}

function fileOfRow(line: string, list: string, number: number): string {
  try {
    const { file } = JSON.parse(line) as { file?: unknown };
    if (typeof file === 'string' && !file.includes('\0')) return file;
  } catch {
    // told below
  }
  throw new UsageError(`${list}:${number}: expected a path, or an object with "file"`);
}

/** The name of what is written for each file, from the folder of the outputs; undefined for commands that write nothing. Throws
 *  UsageError where two files would become one. */
export function outputNames(
  command: string,
  files: readonly string[],
  format: string | undefined,
): (file: string) => string | undefined {
  const { writes, format: only } = batchCommandNamed(command);
  if (!writes) return () => undefined;
  if (only !== undefined && format !== undefined && format.replace(/^\./, '') !== only)
    throw new UsageError(`--format: a batch of ${command} writes ${only}, found "${format}"`);
  const taken = new Map<string, string>();
  for (const file of files) {
    const output = renamed(file, only ?? format);
    const other = taken.get(output);
    if (other !== undefined) throw new UsageError(`${other} and ${file} would both become ${output}`);
    taken.set(output, file);
  }
  return (file) => renamed(file, only ?? format);
}

export const writeFileList = (path: string, files: readonly string[]): Promise<void> =>
  writeWhole(path, files.map((file) => `${JSON.stringify(file)}\n`).join(''));

/** Throws UsageError for a list that a run has not written: a file outside the root would have its output outside the run. */
export async function readFileList(path: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { value } of readTexts(path, isText)) {
    if (!isBelow(value)) throw new UsageError(`${path}:${files.length + 1}: expected a path below the root of the job`);
    files.push(value);
  }
  return files;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isBelow = (file: string): boolean =>
  file !== '' && !file.includes('\0') && !isAbsolute(file) && !file.split(/[\\/]/).includes('..');

/** The files of shard `index` (from 0) of `count`: stretches of the list. */
export const shardFiles = (files: readonly string[], index: number, count: number): readonly string[] =>
  files.slice(Math.floor((index * files.length) / count), Math.floor(((index + 1) * files.length) / count));

export const shardName = (index: number, count: number): string => `${index + 1}-of-${count}`;
