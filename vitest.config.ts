import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*', 'packages/poise/vitest.alone.config.ts'],
    // Two at a time on two cores: many tests wait for pages and other processes.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
