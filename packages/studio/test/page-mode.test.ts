/** What a mode can bring and do, tried with the mode of test/support/test-mode.tsx. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FixturePages, type OpenedPage, openFixtures } from './support/fixture-page.ts';
import { countColour, countLeaning, type Rgb } from './support/picture.ts';
import { frameShown, judged } from './support/studio.ts';

const SIZE = { width: 1120, height: 700 };
const MAGENTA: Rgb = [255, 0, 255];
const said = (page: Page): Promise<string[]> => page.evaluate(() => [...window.testMode.said]);

describe('A mode', () => {
  let pages: FixturePages;
  let opened: OpenedPage;
  let page: Page;
  beforeAll(async () => {
    pages = await openFixtures('mode');
    opened = await pages.open('', SIZE, '#clip=walk&mode=test&t=0.5');
    page = opened.page;
    await judged(page);
    await page.waitForFunction(() => window.testMode !== undefined);
  });
  afterAll(async () => await pages?.close());

  it('brings layers, lanes and plots that draw its result', async () => {
    const overlays = page.getByRole('button', { name: 'Overlays' });
    if ((await overlays.getAttribute('aria-expanded')) === 'false') await overlays.click();
    expect(await page.getByRole('button', { name: 'Test balloon' }).getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('button', { name: /Capture point/ }).getAttribute('aria-pressed')).toBe('true');
    const [stage, lanes] = [page.locator('.stage'), page.locator('.tl-lanes')];
    const before = [await countColour(stage, MAGENTA), await countColour(lanes, MAGENTA)];
    expect(before[1]).toBe(0);
    await page.evaluate(() => window.testMode.show());
    await expect.poll(() => countColour(lanes, MAGENTA)).toBeGreaterThan(1000);
    await expect.poll(() => countColour(stage, MAGENTA)).toBeGreaterThan(before[0]! + 500);
    const box = (await lanes.boundingBox())!;
    const label = (await page.locator('.tl-label', { hasText: 'Test lane' }).boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, label.y + label.height / 2);
    expect((await said(page)).at(-1)).toMatch(/^clicked frame \d+$/);
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Add or remove plots' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Test plot' }).click();
    await page.getByRole('region', { name: 'Test plot' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('p');
    await overlays.click(); // the list folds and leaves the stage free
  });

  it('shows a second clip beside the first', async () => {
    const stage = page.locator('.stage');
    const green = (): Promise<number> => countLeaning(stage, 1);
    const before = await green();
    await page.evaluate(() => window.testMode.companion(true));
    await expect.poll(green).toBeGreaterThan(before + 400);
    await page.evaluate(() => window.testMode.companion(false));
    await expect.poll(green).toBeLessThan(before + 100);
  });

  it('takes over drags on the body, and leaves others to the camera', async () => {
    const stage = (await page.locator('.stage canvas').boundingBox())!;
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 60, y - 10, { steps: 3 });
    await page.locator('.viewport-label', { hasText: ' m' }).waitFor();
    await page.mouse.up();
    expect((await said(page)).at(-1)).toMatch(/^pulled joint \d+ by -?0\.\d+ .* at 0\.50$/);
    const before = (await said(page)).length;
    await page.mouse.move(stage.x + stage.width - 30, stage.y + stage.height - 60);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width - 80, stage.y + stage.height - 60, { steps: 3 });
    await page.mouse.up();
    expect(await said(page)).toHaveLength(before);
  });

  it('runs its own worker as a job that can be cancelled', async () => {
    const answer = page.evaluate(() => window.testMode.count(600).catch((error: Error) => error.name));
    const job = page.locator('.job', { hasText: 'Counting' });
    await job.waitFor();
    await job.getByRole('button', { name: 'Cancel' }).click();
    expect(await answer).toBe('Cancelled');
    await job.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.testMode.count(2))).toBe(2);
  });

  it('drives the person live, records it, and lets one scrub back', async () => {
    await page.evaluate(() => window.testMode.live(90));
    await page.waitForFunction(() => window.testMode.said.at(-1)?.startsWith('recorded'));
    expect((await said(page)).at(-1)).toBe('recorded 91');
    expect(await page.getByRole('list', { name: 'Made here' }).getByText('Rising').count()).toBe(1);
    expect(await frameShown(page)).toBe(90);
    // The recording is a clip like any other: it is judged, and the playhead goes back in it.
    await judged(page, 'Rising');
    await page.keyboard.press('Home');
    await expect.poll(() => frameShown(page)).toBe(0);
  });

  it('can be paused while it is live, and goes on where it ended', async () => {
    await page.evaluate(() => window.testMode.live(100_000));
    await expect.poll(() => frameShown(page)).toBeGreaterThan(5);
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowLeft');
    const paused = await frameShown(page);
    await page.keyboard.press(' ');
    await expect.poll(() => frameShown(page)).toBeGreaterThan(paused + 5);
  });

  it('leaves nothing behind', async () => {
    await page.evaluate(() => window.testMode.companion(true));
    await page.getByRole('button', { name: 'Analyse', exact: true }).first().click();
    await expect.poll(async () => (await said(page)).slice(-2)).toContain('left');
    expect(await page.getByText('Test lane').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Test balloon' }).count()).toBe(0);
    await expect.poll(() => countColour(page.locator('.stage'), MAGENTA)).toBeLessThan(100);
    expect(opened.complaints).toEqual([]);
  });
});
