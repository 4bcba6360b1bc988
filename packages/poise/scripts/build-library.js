// Performs the push responses of the default body into dist/push-library.json, some seconds of work on all cores. Skipped while
// the built code that performs is the same: dist/ survives `npm ci`, so a second one does not pay.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { generatorHash } from '../dist/cli/library/built-in.js';
import { performLibrary } from '../dist/cli/library/perform-library.js';
import { resolveBody } from '../dist/performer/responses/library.js';

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const target = path('../dist/push-library.json');
const stamp = path('../dist/push-library.hash');

const hash = await generatorHash();
const [before, there] = await Promise.all([
  readFile(stamp, 'utf8').catch(() => ''),
  readFile(target, 'utf8').then(
    () => true,
    () => false,
  ),
]);
if (before !== hash || !there) {
  const { text, kept, dropped } = await performLibrary(resolveBody());
  for (const { name, failures } of dropped) {
    process.stderr.write(`push library: ${name} left out (${failures.join(', ')})\n`);
  }
  await writeFile(`${target}.tmp`, text);
  await rename(`${target}.tmp`, target);
  await writeFile(stamp, hash);
  process.stdout.write(`push library: ${kept.length} responses, ${Math.round(text.length / 1024)} kB\n`);
}
