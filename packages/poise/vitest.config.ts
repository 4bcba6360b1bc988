import { defineConfig } from 'vitest/config';
import { entryAliases } from './test/support/entries.ts';
import { alone } from './vitest.alone.config.ts';

export default defineConfig({
  // The made-up person of examples/ imports 'poise'; tests run it on the sources.
  resolve: { alias: entryAliases },
  test: {
    name: 'poise',
    include: ['test/**/*.test.ts'],
    exclude: [...alone],
    isolate: false, // files share what is loaded and compiled: half of the time
    // Long enough for a busy machine: it is there for what hangs, not for what is slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
