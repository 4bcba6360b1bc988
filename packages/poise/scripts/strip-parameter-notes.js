/**
 * Tables of parameters say for every number where it comes from and what it moves: for those who read the source. The built library
 * keeps the numbers alone, so that pages do not load the texts.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const ROW = /\bparameter\((-?[\d.e+-]+(?: \* [\d.e+-]+)?), .*\)(,?)$/gm;

let rows = 0;
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('parameters.js')) continue;
  const file = join(dist, name);
  const text = readFileSync(file, 'utf8').replace(ROW, (_, value, comma) => {
    rows++;
    return `parameter(${value})${comma}`;
  });
  writeFileSync(file, text);
}
if (rows === 0) throw new Error('no table of parameters was found in dist: has its form changed?');
