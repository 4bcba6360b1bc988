/** Writes a pair over another, and gets a signal when the first of the two has its name. Started as a process of its own by tests. */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const [folder, signal] = process.argv.slice(2) as [string, NodeJS.Signals];
const rename = fs.rename;
fs.rename = async (from, to) => {
  await rename(from, to);
  if (!String(to).endsWith('.asf')) return;
  process.kill(process.pid, signal);
  await new Promise((resolve) => setTimeout(resolve, 200)); // it is delivered meanwhile
};
syncBuiltinESMExports();

const { writeTogether } = await import('../../src/cli/writing/write-files.ts');
await writeTogether(['pair.asf', 'pair.amc'].map((name) => ({ file: join(folder, name), data: 'new' })));
await new Promise((resolve) => setTimeout(resolve, 20_000)); // the signal ends this
