/** Paths of a client that may reach one folder only, links followed. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../errors.ts';

/** Where a path of the client leads. Throws UsageError where that is outside the folder. */
export type Confine = (path: string) => Promise<string>;

export async function confineTo(folder: string): Promise<Confine> {
  const root = await realpath(folder);
  return async (path) => {
    if (path.includes('\0')) throw new UsageError('a path holds a zero byte');
    const real = await realOf(resolve(root, path));
    const way = relative(root, real);
    if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
      throw new UsageError(`${path}: outside the folder that this server may use`);
    }
    return real;
  };
}

/** The path without links; of a file that does not exist, its folder's. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await realOf(folder), basename(path));
  }
}
