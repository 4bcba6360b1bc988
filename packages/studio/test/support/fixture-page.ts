/** Opens a fixture page in Chromium, built as the studio is, and listens for complaints. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../../scripts/chromium.js';
import { PATIENCE } from './studio.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface OpenedPage {
  readonly page: Page;
  readonly complaints: string[]; // errors and warnings of the console, and what was thrown
}

export interface FixturePages {
  /** Opens the fixture with these query parameters and waits until it says that it is ready. */
  readonly open: (query: string, size?: { width: number; height: number }, hash?: string) => Promise<OpenedPage>;
  readonly close: () => Promise<void>;
}

/** The software renderer remarks on its own slowness; that is no complaint about the page. */
const NOT_OURS = /GPU stall|GL Driver Message|software WebGL|swiftshader/i;

export async function openFixtures(name: string): Promise<FixturePages> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_INSTALL);
  const outDir = await mkdtemp(join(tmpdir(), 'poise-fixture-'));
  const input = join(root, 'fixtures', `${name}.html`);
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true, rolldownOptions: { input } } });
  const server = await preview({
    root,
    logLevel: 'silent',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
  const address = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  return {
    async open(query, size = { width: 640, height: 400 }, hash = '') {
      const page = await browser.newPage({ viewport: size });
      page.setDefaultTimeout(PATIENCE);
      const complaints: string[] = [];
      page.on('console', (message) => {
        const text = message.text();
        if (['error', 'warning'].includes(message.type()) && !NOT_OURS.test(text)) complaints.push(text);
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.goto(`${address}/fixtures/${name}.html?${query}${hash}`);
      await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
