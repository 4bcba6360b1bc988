/** The repository as files, for tests that look at all of it. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Neither written by hand nor part of the repository. */
const LEFT_OUT = new Set(['node_modules', 'dist', 'out', '.git', 'coverage', 'tmp', 'client-script.ts']);

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** 'docs/cli.md', on every system. */
export const nameInRepository = (path: string): string => relative(root, path).replaceAll('\\', '/');
