/** The fixture page of timeline and plots, built once and opened in a real browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { build, preview } from 'vite';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../../scripts/chromium.js';

/** What the page keeps for tests. */
export interface Fixture {
  readonly fixture: {
    readonly said: Record<string, unknown[]>;
    readonly showRange: (range: [number, number]) => void;
    readonly handles: Record<'timeline' | 'plots', { setTime(t: number): void }>;
  };
}

export interface TimePage {
  readonly browser: Browser;
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Built rather than served from source: a page then loads in one request, and nothing reloads it. */
export async function serveTimePage(): Promise<TimePage> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_INSTALL);
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), 'poise-time-'));
  await build({
    root,
    logLevel: 'silent',
    build: { outDir, rolldownOptions: { input: join(root, 'fixtures/time.html') } },
  });
  const server = await preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  return {
    browser,
    address: `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/fixtures/time.html`,
    close: async () => {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
