import { defineConfig } from 'vitest/config';
import { entryAliases } from './test/support/entries.ts';

/** Tests that replace modules, or watch what all objects share: each in a process of its own. */
export const alone = ['test/cli/writing.test.ts', 'test/cli/batch-store.test.ts', 'test/fuzz.test.ts'] as const;

export default defineConfig({
  resolve: { alias: entryAliases },
  test: { name: 'poise-alone', include: [...alone], testTimeout: 240_000, hookTimeout: 240_000 },
});
