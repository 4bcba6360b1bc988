/**
 * What users load is the code alone: comments go from the built modules (declarations keep them, for editors). Names and lines stay, so
 * that a stack trace can be read.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
