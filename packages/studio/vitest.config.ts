import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'studio',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/browser-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 2, // a page in a software renderer may lose a race on a busy machine; what is broken fails three times
    expect: { poll: { timeout: 15_000 } },
  },
});
