/** From arguments to files: names as they are, globs expanded here where the shell did not, folders searched. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import { UsageError } from '../../errors.ts';
import { readableExtensions } from '../../motion/formats/index.ts';
import { GLOB_WANTED, isModestGlob } from './modest-glob.ts';

/** Files in the order of the arguments; within a glob or a folder sorted by name; each file once. A pattern without a file is
 *  told to `warn`; UsageError where there is no file at all. */
export async function expandFiles(
  patterns: readonly string[],
  warn: (text: string) => void,
): Promise<readonly string[]> {
  const files = new Set<string>();
  const empty: string[] = [];
  for (const pattern of patterns) {
    const found = await expandOne(pattern);
    if (found.length === 0) empty.push(pattern);
    for (const file of found) files.add(file);
  }
  const nothing = (pattern: string): string => `no motion file matches "${pattern}"`;
  if (files.size === 0) throw new UsageError(empty.map(nothing).join('; '));
  for (const pattern of empty) warn(nothing(pattern));
  return [...files];
}

async function expandOne(pattern: string): Promise<readonly string[]> {
  const entry = await stat(pattern).catch(() => undefined);
  if (entry?.isDirectory()) {
    const extensions = readableExtensions().map((extension) => extension.slice(1));
    return await sorted(`${escapePath(pattern.replace(/[\\/]+$/, ''))}/**/*.{${extensions.join(',')}}`, pattern);
  }
  // A file that exists is meant literally even if its name looks like a pattern.
  if (entry || !isDynamicPattern(pattern)) return [pattern];
  if (!isModestGlob(pattern)) throw new UsageError(`expected ${GLOB_WANTED}, found "${pattern.slice(0, 60)}"`);
  return await sorted(pattern, pattern);
}

async function sorted(pattern: string, argument: string): Promise<readonly string[]> {
  const files = await glob(pattern, {
    absolute: isAbsolute(argument),
    caseSensitiveMatch: false,
    expandDirectories: false,
  });
  // links may lead to pipes and devices, which nobody named and which may never end
  const isOther = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (entry) => !entry.isFile(),
        () => false,
      ),
    ),
  );
  return files.filter((_, i) => !isOther[i]).sort((a, b) => (a < b ? -1 : 1));
}
