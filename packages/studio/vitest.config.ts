import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'studio',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/browser-server.ts'],
    // Long enough for a busy machine: they are there for what hangs, not for what is slow.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 80_000 } },
    retry: 1, // a browser that draws by software on a busy machine loses an event now and then
  },
});
