// `npm test`: everything that must hold before a change is handed in. All steps run; the first failure decides the exit code.
import { findChromium, HOW_TO_INSTALL } from './chromium.js';
import { findRedis, HOW_TO_INSTALL_REDIS } from './redis.js';
import { runCommand } from './run.js';

/** The page tests need a browser; where there is none, it is installed. */
function provideChromium() {
  if (findChromium()) return true;
  const asRoot = process.getuid?.() === 0;
  if (asRoot) runCommand('apt-get update') && runCommand('apt-get install -y chromium');
  if (!findChromium()) runCommand('npx playwright-core install chromium');
  if (findChromium()) return true;
  console.error(HOW_TO_INSTALL);
  return false;
}

/** Batches on many machines are tested with a Redis of their own; where there is none, it is installed. */
function provideRedis() {
  if (findRedis()) return true;
  if (process.getuid?.() === 0) runCommand('apt-get update') && runCommand('apt-get install -y redis-server');
  if (findRedis()) return true;
  console.error(HOW_TO_INSTALL_REDIS);
  return false;
}

const steps = [
  ['build', () => runCommand('npm run --silent build')],
  ['format and lint', () => runCommand('npm run --silent lint')],
  ['types', () => runCommand('npm run --silent types')],
  ['browser', provideChromium],
  ['Redis', provideRedis],
  ['tests', () => runCommand('npx vitest run')],
  ['examples', () => runCommand('npm run --silent examples')],
];

const failed = [];
for (const [name, step] of steps) {
  console.log(`\n── ${name}`);
  if (!step()) failed.push(name);
}
console.log(
  `\n${steps.length - failed.length} steps passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(', ')}` : ''}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;
