/**
 * What users load is the code alone: comments go from the built modules (declarations keep them, for editors). Names and lines stay, so
 * that a stack trace can be read. Declarations that no entry of the package leads to are taken away.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync } from 'rolldown/utils';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const LIBRARY = /^(?!cdn|studio).*\.js$/;

for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!LIBRARY.test(name)) continue;
  const file = join(dist, name);
  const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: false, legalComments: 'none' },
  });
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  writeFileSync(file, code);
}

const { exports } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8'));
const reached = new Set();

function reach(file) {
  if (reached.has(file) || !existsSync(file)) return;
  reached.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*["'](\.[^"']+)["']/g)) {
    reach(resolve(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')));
  }
}
for (const { types } of Object.values(exports)) if (types) reach(resolve(dist, '..', types));
if (reached.size < 100) throw new Error(`entries lead to ${reached.size} declarations only: has their form changed?`);
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const file = join(dist, name);
  if (/^(?!cdn|studio).*\.d\.ts$/.test(name) && !reached.has(file)) rmSync(file);
}
