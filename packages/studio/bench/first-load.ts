/** What the page loads before it shows someone, and how long that takes; what an eight-minute clip asks of the main thread. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from 'playwright-core';
import { preview } from 'vite';
import { CHROMIUM_FLAGS, findChromium } from '../../../scripts/chromium.js';
import { longMotionFile } from '../test/support/long-motion.ts';
import { measureTasks, type Tasks } from './tasks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
export const DIST = join(root, 'dist');

export interface LoadCost {
  readonly before: number; // [kB gzip] everything but three until the first verdict
  readonly three: number; // [kB gzip]
  readonly firstPicture: number; // [ms] from the start of the navigation
}

export interface LongCost {
  readonly open: Tasks;
  readonly scrub: Tasks;
  readonly plots: Tasks;
}

const kilobytes = (bytes: number): number => bytes / 1000;
const packed = (bytes: Buffer): number => kilobytes(gzipSync(bytes, { level: 9 }).length);

/** [kB gzip] of all files of the built studio. */
export function totalSize(folder = DIST): number {
  return readdirSync(folder).reduce((sum, name) => {
    const path = join(folder, name);
    if (path === join(DIST, 'view')) return sum; // <poise-view> is no part of the page
    return sum + (statSync(path).isDirectory() ? totalSize(path) : packed(readFileSync(path)));
  }, 0);
}

const judged = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector('.clip-name')?.textContent?.includes(wanted) &&
      document.querySelector('.verdict[aria-busy=false]:is(.good, .doubtful, .bad)') !== null,
    name,
    { timeout: 120_000 },
  );

async function loadCost(page: Page, address: string): Promise<LoadCost> {
  let [before, three] = [0, 0];
  const sizes: Promise<void>[] = [];
  page.on('response', (response) => {
    sizes.push(
      response.body().then(
        (body) => {
          if (body.includes('WebGLRenderer')) three += packed(body);
          else before += packed(body);
        },
        () => undefined, // a redirect has no body
      ),
    );
  });
  await page.goto(`${address}#clip=walk&t=0.5`);
  await page.waitForFunction(
    () => document.querySelector('.stage canvas') && document.querySelector('.clip-name .name'),
  );
  const firstPicture = await page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame((now) => requestAnimationFrame(() => done(now)))),
  );
  await judged(page, 'Walk');
  await Promise.all(sizes);
  return { before, three, firstPicture };
}

async function longCost(browser: Browser, page: Page): Promise<LongCost> {
  // A file on the disk: handed over as bytes, the driver's own unpacking would be measured too.
  const { name, buffer } = await longMotionFile();
  const folder = mkdtempSync(join(tmpdir(), 'poise-bench-'));
  writeFileSync(join(folder, name), buffer);
  const open = await measureTasks(browser, page, async () => {
    await page.setInputFiles('#open-files', join(folder, name));
    await judged(page, name);
    await page.waitForTimeout(1500);
  });
  const ruler = (await page.locator('.tl-ruler').boundingBox())!;
  const scrub = await measureTasks(browser, page, async () => {
    await page.mouse.move(ruler.x + 5, ruler.y + 8);
    await page.mouse.down();
    for (let i = 0; i < 30; i++) await page.mouse.move(ruler.x + ruler.width * (((i * 37) % 60) / 60), ruler.y + 8);
    await page.mouse.up();
    await page.waitForTimeout(500);
  });
  const plots = await measureTasks(browser, page, async () => {
    await page.keyboard.press('p');
    await page.locator('.plot-area').nth(2).waitFor();
    await page.waitForTimeout(500);
  });
  rmSync(folder, { recursive: true, force: true });
  return { open, scrub, plots };
}

/** Opens the built studio and measures; undefined where there is no browser. */
export async function studioCosts(): Promise<{ readonly load: LoadCost; readonly long: LongCost } | undefined> {
  const executablePath = findChromium();
  if (!executablePath) return undefined;
  const server = await preview({ root, logLevel: 'silent', preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const address = `http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`;
  const page = await browser.newPage({ viewport: { width: 1120, height: 620 }, serviceWorkers: 'block' });
  const load = await loadCost(page, address);
  const long = await longCost(browser, page);
  await browser.close();
  await server.close();
  return { load, long };
}
