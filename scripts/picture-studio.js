// The README's picture of the studio: the forward stretch at its worst frame, explained, as a link opens it.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { preview } from 'vite';
import { CHROMIUM_FLAGS, findChromium, HOW_TO_INSTALL } from './chromium.js';
import { root } from './run.js';

const HASH = '#clip=stretch&finding=0';
const SIZE = { width: 1440, height: 1010 };
const SETTLE = 4000; // [ms] until skin and plots are drawn, also by a software renderer
const QUALITY = 82;

/** Writes docs/images/studio.jpg; the studio must be built. */
export async function pictureStudio() {
  const executablePath = findChromium();
  if (!executablePath) throw new Error(HOW_TO_INSTALL);
  const server = await preview({
    root: join(root, 'packages/studio'),
    logLevel: 'silent',
    preview: { host: '127.0.0.1', port: 0 },
  });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/${HASH}`);
    await page.waitForSelector('.explanation li', { timeout: 120_000 });
    await page.getByRole('separator', { name: 'Size of Inspector' }).focus();
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft'); // a little wider, so that words do not break
    await page.locator('.stage canvas').click({ position: { x: 5, y: 5 }, force: true });
    await page.waitForTimeout(SETTLE);
    await page.screenshot({ path: join(root, 'docs/images/studio.jpg'), type: 'jpeg', quality: QUALITY });
  } finally {
    await browser.close();
    await server.close();
  }
}
