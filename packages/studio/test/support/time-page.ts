/** The fixture page of timeline and plots, built once and opened in a real browser. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../../scripts/chromium.js';
import { drawn } from './pictures.ts';
import { PATIENCE } from './studio.ts';

/** What the page keeps for tests. */
export interface Fixture {
  readonly fixture: {
    readonly said: Record<string, unknown[]>;
    readonly showRange: (range: [number, number]) => void;
    readonly handles: Record<'timeline' | 'plots', { setTime(t: number): void }>;
  };
}

interface TimeSite {
  readonly browser: Browser;
  readonly address: string;
  readonly close: () => Promise<void>;
}

export interface TimePage {
  readonly page: () => Page; // a fresh one for every test; complaints of its console fail it
  readonly open: (query?: string) => Promise<void>;
  /** What the panels have said under a name last. */
  readonly said: (name: string) => Promise<unknown>;
  /** A point of the lanes: share of the width, and the lane by its label's place. */
  readonly point: (share: number, lane: string) => Promise<[number, number]>;
}

/** Built rather than served from source: a page then loads in one request, and nothing reloads it. */
async function serveTimePage(): Promise<TimeSite> {
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

/** The fixture page for the tests of one file. */
export function startTimePage(): TimePage {
  let site: TimeSite | undefined;
  let page: Page;
  let complaints: string[] = [];
  beforeAll(async () => {
    site = await serveTimePage();
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    complaints = [];
    page = await site!.browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });
  return {
    page: () => page,
    async open(query = '') {
      await page.goto(`${site!.address}?${query}`);
      await page.locator('.tl-lanes canvas').waitFor();
      await drawn(page, 3);
    },
    said: (name) => page.evaluate((key) => (window as unknown as Fixture).fixture.said[key]?.at(-1), name),
    async point(share, lane) {
      const box = (await page.locator('.tl-lanes').boundingBox())!;
      const label = (await page.locator('.tl-label', { hasText: lane }).first().boundingBox())!;
      return [box.x + share * box.width, label.y + label.height / 2];
    },
  };
}
