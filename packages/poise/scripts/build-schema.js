/** Writes the JSON schema of poise.config.json, for editors, from the table that checks it. Runs after the compiler. */
import { writeFile } from 'node:fs/promises';
import { configSchema } from '../dist/cli/lint/config-schema.js';

await writeFile(
  new URL('../dist/poise.config.schema.json', import.meta.url),
  `${JSON.stringify(configSchema, null, 2)}\n`,
);
