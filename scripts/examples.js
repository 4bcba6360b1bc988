// Runs every numbered example, as a reader would.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runCommand } from './run.js';

const examples = readdirSync(join(root, 'examples')).filter((name) => /^\d\d-.*\.ts$/.test(name));
let failed = 0;
for (const name of examples) {
  console.log(`\n${name}`);
  if (!runCommand(`npx tsx examples/${name}`)) failed++;
}
console.log(`\n${examples.length - failed} examples passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
