// `npm start`: builds what is out of date, then runs `poise studio`. `npm start -- --as-built` serves what there is.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, runCommand } from './run.js';
import { stalePackages } from './stale.js';

const asBuilt = process.argv.includes('--as-built');
for (const name of asBuilt ? [] : stalePackages(root)) {
  console.log(`Building ${name} …`);
  if (!runCommand(`npm run --silent build -w ${name}`)) {
    console.error(`${name} could not be built; what went wrong stands above.`);
    process.exit(1);
  }
}

const { PORT } = process.env;
const port = PORT === undefined ? [] : ['--port', PORT];
const args = [join(root, 'packages/poise/bin/poise.js'), 'studio', ...port];
const studio = spawn(process.execPath, args, { stdio: 'inherit' });
// the studio hears Ctrl+C itself; whoever stops this program by another signal stops the studio, too
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => studio.kill(signal));
studio.on('exit', (code) => process.exit(code ?? 1));
