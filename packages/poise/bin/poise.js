#!/usr/bin/env node
// Committed, so that npm links the command at install time; the program itself is the build.
import { existsSync } from 'node:fs';

const build = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(build)) {
  const { main } = await import(build.href);
  await main();
} else {
  process.stderr.write('poise: not built yet. Run `npm run build` in the repository, then try again.\n');
  process.exitCode = 2;
}
