import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command line in the repository with its output shown; true when it succeeded. */
export function runCommand(line) {
  return spawnSync(line, { cwd: root, stdio: 'inherit', shell: true }).status === 0;
}
