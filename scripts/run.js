import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command line in the repository with its output shown; true when it succeeded. NODE_ENV stays outside: with one of
 *  its own the studio would be built for development, and work neither fast nor without a network. */
export function runCommand(line) {
  const env = { ...process.env };
  delete env['NODE_ENV'];
  return spawnSync(line, { cwd: root, stdio: 'inherit', shell: true, env }).status === 0;
}
