/** Which files differ from a state that git knows. */
import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../errors.ts';

const run = promisify(execFile);
const LONGEST_LIST = 256 * 1024 * 1024; // bytes of file names

/** Those of `files` that were changed or added since `ref`, those that git does not know yet among them. */
export async function changedFiles(files: readonly string[], ref: string): Promise<readonly string[]> {
  if (ref.startsWith('-')) throw new UsageError(`--changed: expected a git ref, found "${ref}"`);
  const root = (await git('rev-parse', '--show-toplevel')).trimEnd();
  const names = [
    ...(await git('-C', root, 'diff', '--name-only', '--diff-filter=d', '-z', ref, '--')).split('\0'),
    ...(await git('-C', root, 'ls-files', '--others', '--exclude-standard', '-z')).split('\0'),
  ];
  const changed = new Set(names.filter((name) => name !== '').map((name) => resolve(root, name)));
  const kept: string[] = [];
  for (const file of files) {
    const path = await realpath(file).catch(() => resolve(file));
    if (changed.has(path)) kept.push(file);
  }
  return kept;
}

async function git(...argv: readonly string[]): Promise<string> {
  try {
    return (await run('git', [...argv], { maxBuffer: LONGEST_LIST })).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: string | number; stderr?: string };
    if (code === 'ENOENT') throw new UsageError('--changed needs git, and there is none');
    throw new UsageError(`--changed: git says: ${stderr.trim().split('\n')[0] || String(error)}`);
  }
}
