import { defineConfig } from 'vitest/config';
import { entryAliases } from './test/support/entries.ts';

export default defineConfig({
  // The made-up person of examples/ imports 'poise'; tests run it on the sources.
  resolve: { alias: entryAliases },
  // Long enough for a busy machine: it is there for what hangs, not for what is slow.
  test: { name: 'poise', include: ['test/**/*.test.ts'], testTimeout: 240_000, hookTimeout: 240_000 },
});
