/** The built studio in a real browser: it opens, shows a report, and says in words what is wrong with a file. */
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from '../../../scripts/chromium.js';

const root = fileURLToPath(new URL('..', import.meta.url));

let server: PreviewServer;
let browser: Browser;
let page: Page;
let address = '';
let complaints: string[] = [];
let requests: string[] = [];

beforeAll(async () => {
  if (!existsSync(`${root}/dist/index.html`)) throw new Error('The studio is not built: run `npm run build`.');
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_INSTALL);
  server = await preview({ root, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
  address = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`;
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

beforeEach(async () => {
  complaints = [];
  requests = [];
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(address);
});

afterEach(async () => {
  await page.close();
});

const report = () => page.frameLocator('#report');

const openFile = (name: string, content: string) =>
  page.setInputFiles('#file', { name, mimeType: 'text/plain', buffer: Buffer.from(content) });

describe('the studio', () => {
  it('opens without complaint and says that nothing is uploaded', async () => {
    expect(await page.textContent('header')).toContain('Nothing is uploaded');
    await page.waitForFunction(() => document.getElementById('kinds')?.textContent?.includes('.bvh'));
    expect(complaints).toEqual([]);
  });

  it('shows the report of the sample, drawn and alive', async () => {
    await page.click('#sample');
    await report().locator('h1').waitFor();
    expect(await report().locator('h1').textContent()).toContain('Could not happen as it is');
    // A click on the finding moves the playhead to its worst moment.
    const before = await report().locator('#clock').textContent();
    await report().locator('[data-finding]').first().click();
    await expect.poll(() => report().locator('#clock').textContent()).not.toBe(before);
    // Every canvas has been drawn on.
    const blank = await report()
      .locator('canvas')
      .evaluateAll(
        (canvases) =>
          (canvases as HTMLCanvasElement[]).filter((canvas) => {
            const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
            return pixels.every((value) => value === 0);
          }).length,
      );
    expect(blank).toBe(0);
    expect(complaints).toEqual([]);
    // Nothing but the studio's own files was asked for.
    expect(
      requests.filter((url) => !url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('about:')),
    ).toEqual([]);
  });

  it('says in words what is wrong with a broken file, and where', async () => {
    await openFile('broken.bvh', 'HIERARCHY\nROOT Hips\n{\n  OFFSET 0 zero 0\n}\n');
    await page.waitForSelector('#status.error');
    expect(await page.textContent('#status')).toMatch(/^broken\.bvh:4:\d+: /);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['an empty file', 'empty.bvh', '', /empty/],
    ['a file of another kind', 'notes.txt', 'hello', /expected a motion file \(\.bvh/],
  ])('refuses %s', async (_, name, content, words) => {
    await openFile(name, content);
    await page.waitForSelector('#status.error');
    expect(await page.textContent('#status')).toMatch(words);
  });
});
